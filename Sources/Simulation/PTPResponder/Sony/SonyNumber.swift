import CameraModel
import PTP
import PTPProperties

typealias SonyNumber = BodyNumber

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
