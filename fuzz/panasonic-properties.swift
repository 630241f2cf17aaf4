// A group of properties, values, sizes of live view: the first byte of the input chooses. Whatever the bytes are, parsing ends, and what was
// parsed survives its encoding.

import CameraModel
import PTP
import PTPPanasonic
import PTPProperties

private func check(_ value: DataValue, _ coding: ValueCoding) {
    guard let common = coding.decode(value), let number: Int64 = value.integer() else { return }
    guard let again = coding.encode(PropertyValue(common, code: number)) else { return }
    // A number that is not nominal may become the nearest one with the same meaning to the precision of the coding.
    precondition(coding.decode(again) != nil, "\(number) is \(common), and then nothing")
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 3 {
    case 0:
        let list = PanasonicPropertyList(bytes)
        let again = PanasonicPropertyList(list.encoded)
        precondition(again.failure == nil && again.members == list.members && again.group == list.group)
        precondition(PanasonicPropertyList(PanasonicPropertyList(list.group, []).encoded).failure == nil)
        _ = list.outline
        for member in list.members {
            guard let desc = PanasonicProperties.description(member, nil) else { continue }
            guard let coding = PanasonicProperties.table[desc.code]?.coding else { continue }
            check(desc.current, coding)
            if case .enumeration(let values) = desc.form { for value in values.prefix(256) { check(value, coding) } }
        }
    case 1:
        let list = PanasonicValueList(bytes)
        let again = PanasonicValueList(list.encoded)
        precondition(again.failure == nil && again.values == list.values)
        for value in list.values {
            _ = (PanasonicProperties.reading(value), value.number, value.numbers(.int16), value.numbers(.uint32))
        }
    default:
        let sizes = PanasonicLiveViewSize.list(bytes)
        precondition(sizes.count <= bytes.count / 8 && PanasonicLiveViewSize.list(PanasonicLiveViewSize.encoded(sizes)) == sizes)
        for size in sizes { precondition(PanasonicLiveViewSize(number: size.number) == size) }
    }
    return 0
}
