// Changed properties: descriptions or codes. Whatever the bytes are, parsing ends, and what was parsed survives its encoding.

import CameraModel
import PTP
import PTPOlympus
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
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let list = OlympusChanges(bytes)
    precondition(list.changes.count <= max(count / 2, 0))
    var news = OlympusNews()
    precondition(news.changed(list.changes).count <= list.changes.count)
    let descriptions = list.changes.compactMap { change in if case .described(let desc) = change { desc } else { nil } }
    let codes = list.changes.compactMap { change in if case .named(let code) = change { code } else { nil } }
    precondition(descriptions.isEmpty || codes.isEmpty)
    if !codes.isEmpty {
        let again = OlympusChanges(OlympusChanges.encoded(codes))
        precondition(again.failure == nil && again.changes == list.changes)
    }
    for desc in descriptions {
        guard let coding = OlympusProperties.table[desc.code]?.coding else { continue }
        check(desc.current, coding)
        if case .enumeration(let values) = desc.form { for value in values.prefix(256) { check(value, coding) } }
    }
    return 0
}
