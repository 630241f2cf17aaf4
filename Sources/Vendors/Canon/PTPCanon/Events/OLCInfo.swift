import CameraModel
package import Exposure
package import PTP

/// Contents of a body's displays: the body of OLCInfoChanged (0xC1A5; observed behaviour).
///
/// Format, in bytes from the start of the record: a length at 8, a mask at 12 (UINT16), two bytes of unknown meaning, and
/// from 16 one part for each bit set in the mask, lowest bit first. The size of a part depends on the version.
package struct OLCInfo: Hashable, Sendable {
    /// A part of the displays, by its bit in the mask; the meaning of parts without a name is unknown.
    package enum Part: Int, Hashable, Sendable, CaseIterable {
        case button = 0
        case shutterSpeed
        case aperture
        case isoSpeed
        /// Probably whether the card is being accessed.
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
    /// The mask as received, which may have more bits than ``parts`` has elements.
    package private(set) var mask: UInt16
    /// The parsed parts.
    package private(set) var parts: [Part: [UInt8]]
    /// The bytes after the parts: all of them for an unknown version, otherwise data of newer bodies or an incomplete part.
    package private(set) var rest: [UInt8]
    /// Error of the part at the start of ``rest``; the offset counts from the start of the record.
    package private(set) var failure: DatasetError?

    /// Creates a value for encoding; nil for an unknown version, and for parts whose sizes do not match it.
    package init?(version: UInt32, _ parts: [Part: [UInt8]]) {
        guard let layout = OLCLayout.of(version), parts.allSatisfy({ layout.sizes[$0.rawValue] == $1.count }) else { return nil }
        self.version = version
        self.parts = parts
        mask = parts.keys.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
        rest = []
    }

    /// Offset of the mask, after the record's header and the length.
    private static let maskOffset = 12

    /// Parses the body of a record, from the length field.
    ///
    /// - Throws: `DatasetError` if the mask is missing.
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

    /// The encoded body of the record.
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

    /// Shutter speed, aperture and ISO speed in the form of PropValueChanged records.
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

    /// Deviation of the exposure, positive for overexposure; nil if the part is missing.
    package var exposure: ExposureCompensation? {
        byte(OLCLayout.exposure, of: .exposure).map { ExposureCompensation(Stops(nearest: Double(Int8(bitPattern: $0)) / 10)) }
    }

    /// Remaining time of the self-timer, in seconds; nil if the part is missing.
    package var selfTimerSeconds: UInt16? {
        guard let bytes = parts[.selfTimer], bytes.count >= 2 else { return nil }
        return UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8
    }

    /// State of focusing; nil if the part is missing.
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

    /// State of focusing.
    package enum Focus: Hashable, Sendable {
        case idle
        case hunting
        case found
        case failed
        /// Values that have not been observed.
        case unexplained(result: UInt8, activity: UInt8)
    }
}
