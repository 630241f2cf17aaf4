// The data of GetEvent and GetEventEx: the first byte of the input chooses the form.
// Whatever the bytes are, parsing ends, and what was parsed survives its encoding.

import PTP
import PTPNikon

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let isWide = bytes[0] & 1 == 1
    let reply = NikonEvents(Array(bytes.dropFirst()), isWide: isWide)
    let again = NikonEvents(NikonEvents.encoded(reply.events, isWide: isWide), isWide: isWide)
    precondition(again.failure == nil && again.events == reply.events)
    return 0
}
