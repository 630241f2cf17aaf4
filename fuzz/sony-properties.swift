// The properties of a body, the description of its extension, the data of controls: the first byte of the input chooses.
// Whatever the bytes are, parsing ends, and what was parsed survives its encoding.

import PTP
import PTPSony

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let rest = Array(bytes.dropFirst())
    switch bytes[0] {
    case 2:
        guard let extended = try? SonyExtension(rest), let again = try? extended.encoded() else { return 0 }
        precondition((try? SonyExtension(again)) == extended)
        _ = (extended.operations, extended.events, extended.properties, extended.used)
    case 3:
        if let notches = SonyControl.notches(rest) { precondition(abs(notches) <= 128) }
        _ = (SonyControl.isPressed(rest), SonyControl.number(rest))
    default:
        let version: SonyVersion = bytes[0] & 1 == 0 ? .v2 : .v3
        let list = SonyPropertyList(rest)
        for record in list.records { _ = record.description(version) }
        // A text may end with its first NUL, and so may have another size; one without a NUL may be too long to be written.
        let again = SonyPropertyList(SonyPropertyList.encoded(list.records))
        if again.failure == nil, list.records.allSatisfy(isEncodable) {
            precondition(again.records.map(\.code) == list.records.map(\.code))
        }
        var changes = SonyChanges()
        _ = changes.changed(list.records)
    }
    return 0
}

private func isEncodable(_ record: SonyPropertyRecord) -> Bool {
    var writer = DatasetWriter()
    return (try? record.write(to: &writer)) != nil
}
