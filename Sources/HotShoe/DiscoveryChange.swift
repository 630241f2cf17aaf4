public import CameraModel

/// What changed about the cameras that are seen.
public enum DiscoveryChange: Sendable {
    case found(Camera)
    /// Not seen any more. One that is connected may well stay connected.
    case lost(Camera, DiscoveryLoss)
    /// A provider cannot work, or not fully; the others go on, and it is tried again.
    case providerFailed(ProviderFailure)
}

/// Why a provider finds nothing.
public struct ProviderFailure: Sendable {
    public let provider: String
    public let error: CameraError
}
