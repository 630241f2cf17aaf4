/// Version of Sony's extension: the parameter of GetExtDeviceInfo (0x9202) and the first number of its reply.
package enum SonyVersion: UInt16, Hashable, Sendable, CaseIterable {
    /// 2.00: exposure settings are moved by notches.
    case v2 = 0x00C8
    /// 3.00: exposure settings are set to a value.
    case v3 = 0x012C
}

/// Result of focusing, FocusFound (0xD213).
package enum SonyFocusResult: Hashable, Sendable {
    case none
    case found
    case failed

    /// Interprets the property's number; unknown numbers are `none`.
    package init(_ number: Int64) {
        self =
            switch number {
            // 6 with a body that follows a subject.
            case 2, 6: .found
            case 3, 7: .failed
            default: .none
            }
    }
}

/// The pictures in a body's buffer, ObjectInMemory (0xD215): the highest bit means that one can be fetched, the others are their number.
package struct SonyBuffer: Hashable, Sendable {
    /// Number of pictures that can be fetched.
    package let count: Int

    /// Interprets the property's number. A number without the highest bit means that pictures are not ready yet.
    package init(_ number: Int64) { count = number & 0x8000 != 0 ? Int(number & 0x7FFF) : 0 }

    /// The property's number for pictures that can be fetched.
    package static func number(ofReady count: Int) -> Int64 { count > 0 ? 0x8000 | Int64(min(count, 0x7FFF)) : 0 }
}

/// The enlarged part of live view, FocusMagnifierSetting (0xD254), UINT64: tenths of the magnification, 0 for none, in the upper half;
/// column and row in the space of 640 × 480 below. All ones in the lower half stand for any place.
package struct SonyMagnifier: Hashable, Sendable {
    /// Magnification in tenths; 0 for none.
    package var tenths: UInt32
    package var x: UInt16
    package var y: UInt16

    package init(tenths: UInt32, x: UInt16 = .max, y: UInt16 = .max) { (self.tenths, self.x, self.y) = (tenths, x, y) }

    package init(_ number: UInt64) {
        self.init(
            tenths: UInt32(truncatingIfNeeded: number >> 32),
            x: UInt16(truncatingIfNeeded: number >> 16),
            y: UInt16(truncatingIfNeeded: number)
        )
    }

    package var number: UInt64 { UInt64(tenths) << 32 | UInt64(x) << 16 | UInt64(y) }

    /// The number with any place, as bodies list it.
    package var listed: UInt64 { SonyMagnifier(tenths: tenths).number }
}
