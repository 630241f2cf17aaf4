public import Exposure

/// Values that the camera's automatic exposure has chosen. Each is nil if it was not chosen automatically.
public struct AutoExposure: Sendable, Hashable {
    /// The chosen aperture.
    public var aperture: Aperture?
    /// The chosen shutter speed.
    public var shutterSpeed: ShutterSpeed?
    /// The chosen ISO speed.
    public var isoSpeed: ISOSpeed?
    /// Whether correct exposure is outside the camera's range.
    public var isClipped: Bool

    /// Creates a set of chosen values.
    public init(aperture: Aperture?, shutterSpeed: ShutterSpeed?, isoSpeed: ISOSpeed?, isClipped: Bool) {
        self.aperture = aperture
        self.shutterSpeed = shutterSpeed
        self.isoSpeed = isoSpeed
        self.isClipped = isClipped
    }
}
