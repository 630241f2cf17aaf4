// The focus points of an EOS body.

import PTP
import PTPCanon

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let info = try? FocusInfoEx(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    precondition(info.points.count * 8 <= count, "more points than there is room for")
    // A dataset that exceeds its 16-bit length may be parsed, but not written.
    guard let written = try? info.encoded() else { return 0 }
    precondition((try? FocusInfoEx(written)) == info, "the points are others when they are read again")
    return 0
}
