extension OLCInfo {
    /// Returns parts for the displays of a body, in the layout of a version; bytes of unknown meaning are 0. Nil for an
    /// unknown version.
    ///
    /// - Parameters:
    ///   - version: Version of the layout, from OLCInfoVersion (0xD199).
    ///   - shutterSpeed: Code from ShutterSpeed (0xD102).
    ///   - aperture: Code from Aperture (0xD101).
    ///   - isoSpeed: Code from ISOSpeed (0xD103).
    ///   - exposureTenths: Deviation of the exposure, in tenths of a stop.
    ///   - focus: State of focusing.
    /// - Returns: One part for each parameter that is not nil.
    package static func display(
        version: UInt32,
        shutterSpeed: UInt8? = nil,
        aperture: UInt8? = nil,
        isoSpeed: UInt8? = nil,
        exposureTenths: Int8? = nil,
        focus: Focus? = nil
    ) -> [Part: [UInt8]]? {
        guard let layout = OLCLayout.of(version) else { return nil }
        var parts: [Part: [UInt8]] = [:]
        func put(_ part: Part, _ offset: Int, _ bytes: [UInt8]) {
            var all = [UInt8](repeating: 0, count: layout.sizes[part.rawValue])
            for (index, byte) in bytes.enumerated() where all.indices.contains(offset + index) { all[offset + index] = byte }
            parts[part] = all
        }
        if let shutterSpeed { put(.shutterSpeed, layout.shutterSpeed, [shutterSpeed]) }
        if let aperture { put(.aperture, layout.aperture, [aperture]) }
        if let isoSpeed { put(.isoSpeed, OLCLayout.isoSpeed, [isoSpeed]) }
        if let exposureTenths { put(.exposure, OLCLayout.exposure, [UInt8(bitPattern: exposureTenths)]) }
        if let focus { put(.focus, OLCLayout.focus, focus.bytes) }
        return parts
    }
}

extension OLCInfo.Focus {
    /// Result and activity of focusing.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .idle: [0, 0]
        case .hunting: [0, 1]
        case .found: [1, 1]
        case .failed: [2, 2]
        case .unexplained(let result, let activity): [result, activity]
        }
    }
}
