public import Exposure

/// What the camera's automatic exposure has worked out. Each part is nil where the camera did not choose it.
public struct AutoExposure: Sendable, Hashable {
    public var aperture: Aperture?
    public var shutterSpeed: ShutterSpeed?
    public var isoSpeed: ISOSpeed?
    /// Whether a correct exposure is out of the camera's reach.
    public var isClipped: Bool

    public init(aperture: Aperture?, shutterSpeed: ShutterSpeed?, isoSpeed: ISOSpeed?, isClipped: Bool) {
        self.aperture = aperture
        self.shutterSpeed = shutterSpeed
        self.isoSpeed = isoSpeed
        self.isClipped = isClipped
    }
}
