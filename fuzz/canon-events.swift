// Replies to GetEvent of EOS bodies: parsing any bytes ends, and the parsed records can be written and parsed again unchanged.

import CameraModel
import PTP
import PTPCanon

/// A property's content is converted to a value, which is converted back to the same content.
private func check(_ content: PropertyContent, of code: DevicePropCode) {
    guard let value = EOSProperties.value(content, of: code) else { return }
    precondition(!value.label.isEmpty, "a value without a name")
    precondition(EOSProperties.content(value, of: code) == content, "the value changes in a round trip")
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let reply = EventReply(Array(UnsafeBufferPointer(start: start, count: count)))
    precondition(reply.records.count <= count / Block.headSize, "more records than there is room for")
    precondition(reply.failure.map { (0...count).contains($0.offset) } ?? true, "an error beyond the bytes")
    for record in reply.records {
        switch record {
        case .propertyChanged(let code, let content): check(content, of: code)
        case .offeredValuesChanged(let code, let values): for content in values.contents(of: code) { check(content, of: code) }
        default: break
        }
    }
    // Text outside ASCII can be parsed, but not written.
    guard let written = try? reply.encoded() else { return 0 }
    let again = EventReply(written)
    precondition(again.failure == nil && again.records == reply.records, "a reply is another when it is read again")
    return 0
}
