// The points that an EOS body can focus on.

import PTP
import PTPCanon

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let info = try? FocusInfoEx(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    precondition(info.points.count * 8 <= count, "more points than there is room for")
    // More than the length of 16 bits can say may be read, but not written.
    guard let written = try? info.encoded() else { return 0 }
    precondition((try? FocusInfoEx(written)) == info, "the points are others when they are read again")
    return 0
}
