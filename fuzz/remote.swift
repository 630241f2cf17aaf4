// What a server of cameras sends to a client: the first byte of the input chooses a line of reports, the head of a record of live view, or a
// description. Messages that are restored are written again, and must be the same.

import CameraMessages
import JSONText

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 3 {
    case 0:
        guard let message = try? CameraMessage(line: bytes.span) else { return 0 }
        let line = Array(message.line.utf8.dropLast())
        guard let again = try? CameraMessage(line: line.span), again.line == message.line else { fatalError("another message") }
    case 1:
        guard let head = FrameRecordHead(bytes) else { return 0 }
        precondition(head.bytes == bytes && head.recordSize >= 16)
    default:
        guard let description = FrameRecordDescription(bytes.span) else { return 0 }
        let text = Array(description.json.text(depth: 0).utf8)
        guard FrameRecordDescription(text.span) != nil else { fatalError("another description") }
    }
    return 0
}
