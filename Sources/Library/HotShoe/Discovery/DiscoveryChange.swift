public import CameraModel

/// A change of the discovered cameras.
public enum DiscoveryChange: Sendable {
    /// A camera was discovered.
    case found(Camera)
    /// A camera is no longer discovered. If it is connected, it may stay connected.
    case lost(camera: Camera, reason: DiscoveryLoss)
    /// A provider failed, wholly or in part. The other providers continue, and it is restarted.
    case providerFailed(ProviderFailure)
}

/// Error of a provider.
public struct ProviderFailure: Sendable {
    /// Identifier of the provider.
    public let provider: String
    /// The error.
    public let error: CameraError
}
