// Data that sets a property of an EOS body, and descriptions of such bodies, selected by the first bit of the first byte.

import PTP
import PTPCanon

private func check<Content: Dataset>(_ type: Content.Type, _ bytes: [UInt8]) {
    // Text outside ASCII can be parsed, but not written.
    guard let content = try? Content(bytes), let written = try? content.encoded() else { return }
    precondition((try? Content(written)) == content, "\(type) is another when it is read again")
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    if start[0] & 1 == 0 { check(PropertyAssignment.self, bytes) } else { check(DeviceInfoEx.self, bytes) }
    return 0
}
