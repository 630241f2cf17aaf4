import CameraModel
package import Exposure
package import PTP

/// What the displays of a body show: the body of OLCInfoChanged (0xC1A5; observed behaviour).
///
/// On the wire, in bytes from the record's start: a length at 8, a mask at 12 (UINT16), two bytes that nobody explains, and from 16 on a
/// part for each bit of the mask that is set, the lowest first. How long a part is depends on the version.
package struct OLCInfo: Hashable, Sendable {
    /// Which bit stands for which part; parts without a name are not explained.
    package enum Part: Int, Hashable, Sendable, CaseIterable {
        case button = 0
        case shutterSpeed
        case aperture
        case isoSpeed
        /// Whether the card is at work, it seems.
        case readiness
        case selfTimer
        case exposure
        case unexplained7
        case focus
        case focusMask
        case unexplained10
        case unexplained11
        case unexplained12
    }

    package private(set) var version: UInt32
    /// As it came: it may say more than ``parts`` has.
    package private(set) var mask: UInt16
    /// The parts that could be found.
    package private(set) var parts: [Part: [UInt8]]
    /// What follows them: all of it in a version that nobody explains, else what a newer body adds, or the beginning of a part that is cut.
    package private(set) var rest: [UInt8]
    /// What is wrong with the part that ``rest`` begins with; the offset counts from the record's start.
    package private(set) var failure: DatasetError?

    /// Takes parts, to be written; nil for a version that nobody explains, and for parts that are not as long as they are in it.
    package init?(version: UInt32, _ parts: [Part: [UInt8]]) {
        guard let layout = OLCLayout.of(version), parts.allSatisfy({ layout.sizes[$0.rawValue] == $1.count }) else { return nil }
        self.version = version
        self.parts = parts
        mask = parts.keys.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
        rest = []
    }

    /// Before mask and unexplained bytes: the record's head and the length.
    private static let maskOffset = 12

    /// Reads the body of a record, from the length on.
    ///
    /// - Throws: Where there is not even a mask.
    package init(_ body: [UInt8], version: UInt32) throws(DatasetError) {
        let span = body.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            try reader.skip(4, "OLCInfo.Length")
            mask = try reader.integer("OLCInfo.Mask")
            try reader.skip(2, "OLCInfo.Unexplained")
        } catch {
            throw DatasetError(error.field, at: Block.headSize + error.offset, error.reason)
        }
        self.version = version
        parts = [:]
        rest = []
        if let layout = OLCLayout.of(version) { readParts(&reader, layout) }
        rest = (try? reader.raw("OLCInfo.Rest", count: reader.remaining)) ?? []
    }

    private mutating func readParts(_ reader: inout DatasetReader, _ layout: OLCLayout) {
        for part in Part.allCases where mask >> UInt16(part.rawValue) & 1 == 1 {
            do throws(DatasetError) {
                parts[part] = try reader.raw("OLCInfo.Part", count: layout.sizes[part.rawValue])
            } catch {
                failure = DatasetError(error.field, at: Block.headSize + error.offset, error.reason)
                return
            }
        }
    }

    /// The body of the record.
    package var encoded: [UInt8] {
        var writer = DatasetWriter()
        let count = parts.values.reduce(rest.count) { $0 + $1.count }
        writer.integer(UInt32(clamping: Block.headSize + count))
        writer.integer(mask)
        writer.zeros(2)
        for part in Part.allCases { writer.raw(parts[part] ?? []) }
        writer.raw(rest)
        return writer.bytes
    }
}

extension OLCInfo {
    private func byte(_ offset: Int, of part: Part) -> UInt8? {
        guard let bytes = parts[part], bytes.indices.contains(offset) else { return nil }
        return bytes[offset]
    }

    /// Shutter speed, aperture and ISO speed as if the body had said in PropValueChanged that they have changed.
    package var properties: [(code: DevicePropCode, content: PropertyContent)] {
        guard let layout = OLCLayout.of(version) else { return [] }
        let codes: [(DevicePropCode, UInt8?)] = [
            (.eosShutterSpeed, byte(layout.shutterSpeed, of: .shutterSpeed)),
            (.eosAperture, byte(layout.aperture, of: .aperture)),
            (.eosISOSpeed, byte(OLCLayout.isoSpeed, of: .isoSpeed)),
        ]
        return codes.compactMap { code, byte in
            byte.flatMap { IntegerValue($0, as: .uint16) }.map { (code, .integer($0)) }
        }
    }

    /// How far the exposure is off, positive for too bright; nil where the part is missing.
    package var exposure: ExposureCompensation? {
        byte(OLCLayout.exposure, of: .exposure).map { ExposureCompensation(Stops(nearest: Double(Int8(bitPattern: $0)) / 10)) }
    }

    /// How long the self-timer still waits, in seconds; nil where the part is missing.
    package var selfTimerSeconds: UInt16? {
        guard let bytes = parts[.selfTimer], bytes.count >= 2 else { return nil }
        return UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8
    }

    /// What focusing has come to; nil where the part is missing.
    package var focus: Focus? {
        guard let result = byte(OLCLayout.focus, of: .focus), let activity = byte(OLCLayout.focus + 1, of: .focus) else {
            return nil
        }
        switch (result, activity) {
        case (0, 0): return .idle
        case (0, 1): return .hunting
        case (1, _): return .found
        case (2, _): return .failed
        default: return .unexplained(result: result, activity: activity)
        }
    }

    /// What focusing has come to.
    package enum Focus: Hashable, Sendable {
        case idle
        case hunting
        case found
        case failed
        /// Numbers that were not observed.
        case unexplained(result: UInt8, activity: UInt8)
    }
}
