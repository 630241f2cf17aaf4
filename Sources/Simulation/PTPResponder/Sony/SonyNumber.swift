import CameraModel
import PTP
import PTPProperties
import PTPSony

/// Value of a property of a Sony body: a number, whose type is that of the property's record.
struct SonyNumber: VendorContent {
    let value: Int64

    init(_ value: Int64) { self.value = value }

    init?(number: Int64, of code: DevicePropCode) { value = number }

    var number: Int64? { value }

    init?(stored bytes: [UInt8], of code: DevicePropCode) {
        guard bytes.count == 8 else { return nil }
        value = Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    var stored: [UInt8]? { SonyControl.data(value) }
}

extension ValueMap<SonyNumber> {
    /// The numbers of a coding. Bodies have a third of a second where the camera has 0.3 s, and thirds of a stop with one decimal.
    static func coded(_ coding: ValueCoding) -> ValueMap {
        .other { value in
            guard let number: Int64 = coding.encode(value)?.integer() else { return nil }
            switch coding {
            case .tenthsFraction where number == 3 << 16 | 10: return SonyNumber(1 << 16 | 3)
            case .compensation: return SonyNumber(Int64((Double(number) / 100).rounded()) * 100)
            default: return SonyNumber(number)
            }
        }
    }
}
