extension ExposureTriangle {
    /// The settings with another aperture that make the picture equally light, by way of one other side.
    ///
    /// Exact to the sixth for nominal values a whole number of thirds, or of halves, apart.
    ///
    /// - Parameters:
    ///   - aperture: The aperture to use.
    ///   - side: The side that makes up for it; not the aperture.
    /// - Returns: `nil` if that side would leave its nominal range, if either side is special, and where `side` is the
    ///   one that was changed.
    public func equivalent(aperture: Aperture, balancing side: Side) -> ExposureTriangle? {
        guard side != .aperture, let gain = aperture.stops(from: self.aperture) else { return nil }
        var changed = self
        changed.aperture = aperture
        return changed.adding(-gain, to: side)
    }

    /// The settings with another shutter speed that make the picture equally light. See
    /// ``equivalent(aperture:balancing:)``.
    public func equivalent(shutterSpeed: ShutterSpeed, balancing side: Side) -> ExposureTriangle? {
        guard side != .shutterSpeed, let gain = shutterSpeed.stops(from: self.shutterSpeed) else { return nil }
        var changed = self
        changed.shutterSpeed = shutterSpeed
        return changed.adding(-gain, to: side)
    }

    /// The settings with another ISO speed that make the picture equally light. See ``equivalent(aperture:balancing:)``.
    public func equivalent(iso: ISOSpeed, balancing side: Side) -> ExposureTriangle? {
        guard side != .iso, let gain = iso.stops(from: self.iso) else { return nil }
        var changed = self
        changed.iso = iso
        return changed.adding(-gain, to: side)
    }

    /// All pairs of the given apertures and shutter speeds that make the picture as light as this, at the same ISO.
    ///
    /// Special values among them are passed over.
    ///
    /// - Parameters:
    ///   - apertures: The apertures the camera offers.
    ///   - shutterSpeeds: The shutter speeds the camera offers.
    ///   - tolerance: How far a pair may be off, either way. A sixth of a stop admits no wrong pair in thirds or in
    ///     halves, and keeps the few numbers that stand for a third in one series and for a half in the other, such as
    ///     f/13.
    /// - Returns: The pairs in the order of `apertures`, then of `shutterSpeeds`; none if this has special values.
    ///   Complexity: the product of the numbers of both.
    public func equivalents(
        apertures: some Sequence<Aperture>,
        shutterSpeeds: some Sequence<ShutterSpeed>,
        tolerance: Stops = Stops(sixths: 1)
    ) -> [ExposureTriangle] {
        let speeds = shutterSpeeds.compactMap { speed in speed.stops(from: shutterSpeed).map { (speed, gain: $0) } }
        return apertures.flatMap { aperture -> [ExposureTriangle] in
            guard let gain = aperture.stops(from: self.aperture) else { return [] }
            return speeds.filter { (gain + $0.gain).magnitude <= tolerance.magnitude }
                .map { ExposureTriangle(aperture: aperture, shutterSpeed: $0.0, iso: iso) }
        }
    }

    /// The settings that make the picture as light behind `filter` as these do without it.
    ///
    /// - Returns: `nil` if `side` is special or would leave its nominal range.
    public func behind(_ filter: NeutralDensityFilter, balancing side: Side = .shutterSpeed) -> ExposureTriangle? {
        adding(filter.stops, to: side)
    }
}
