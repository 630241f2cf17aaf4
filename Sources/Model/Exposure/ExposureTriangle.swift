/// Aperture, shutter speed and ISO together: what decides how light a picture of a given scene becomes.
public struct ExposureTriangle: Sendable, Hashable, Codable {
    /// The three settings that light can be moved between.
    public enum Side: Sendable, Hashable, CaseIterable {
        /// The opening of the lens; decides the depth of field too.
        case aperture
        /// How long the shutter is open; decides the blur of motion too.
        case shutterSpeed
        /// The sensitivity; decides the noise too.
        case iso
    }

    /// The opening of the lens.
    public var aperture: Aperture
    /// How long the shutter is open.
    public var shutterSpeed: ShutterSpeed
    /// The sensitivity.
    public var iso: ISOSpeed

    /// Creates a triangle of any three values, special ones included.
    public init(aperture: Aperture, shutterSpeed: ShutterSpeed, iso: ISOSpeed) {
        self.aperture = aperture
        self.shutterSpeed = shutterSpeed
        self.iso = iso
    }

    /// The EV at ISO 100 that these settings expose normally, rounded to a sixth; `nil` if one is special.
    public var exposureValue: ExposureValue? {
        ExposureValue(aperture: aperture, shutterSpeed: shutterSpeed, iso: iso)
    }

    /// How much lighter these settings make the picture than `other` do: the sum over the sides.
    ///
    /// - Returns: `nil` if a side is special here or there.
    public func stops(from other: ExposureTriangle) -> Stops? {
        guard let aperture = aperture.stops(from: other.aperture) else { return nil }
        guard let shutterSpeed = shutterSpeed.stops(from: other.shutterSpeed) else { return nil }
        guard let iso = iso.stops(from: other.iso) else { return nil }
        return aperture + shutterSpeed + iso
    }

    /// The settings with `stops` more light by way of one side.
    ///
    /// - Returns: `nil` if that side is special or would leave its nominal range. See ``ExposureSetting/adding(_:)``.
    public func adding(_ stops: Stops, to side: Side) -> ExposureTriangle? {
        switch side {
        case .aperture:
            aperture.adding(stops).map { ExposureTriangle(aperture: $0, shutterSpeed: shutterSpeed, iso: iso) }
        case .shutterSpeed:
            shutterSpeed.adding(stops).map { ExposureTriangle(aperture: aperture, shutterSpeed: $0, iso: iso) }
        case .iso:
            iso.adding(stops).map { ExposureTriangle(aperture: aperture, shutterSpeed: shutterSpeed, iso: $0) }
        }
    }
}

extension ExposureTriangle: CustomStringConvertible {
    /// "f/8, 1/250, ISO 100".
    public var description: String {
        "\(aperture), \(shutterSpeed), \(iso.isOrdinary ? "\(iso)" : "ISO \(iso)")"
    }
}
