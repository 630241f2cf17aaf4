import CameraModel
import PTP
import PTPProperties

/// Value of a property of a body whose properties are numbers: the number, whose type is that of the property.
struct BodyNumber: VendorContent {
    let value: Int64

    init(_ value: Int64) { self.value = value }

    init?(number: Int64, of code: DevicePropCode) { value = number }

    var number: Int64? { value }

    init?(stored bytes: [UInt8], of code: DevicePropCode) {
        guard bytes.count == 8 else { return nil }
        value = Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    var stored: [UInt8]? { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) } }
}

extension ValueMap<BodyNumber> {
    /// The numbers of an encoding.
    static func numbers(_ coding: ValueCoding) -> ValueMap {
        .other { value in coding.encode(value)?.integer().map { BodyNumber($0) } }
    }
}
