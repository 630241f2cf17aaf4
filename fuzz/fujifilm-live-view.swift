// A live view frame: its picture. Whatever the bytes are, what was found is inside them.

import PTPFujifilm

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let span = bytes.span
    guard let picture = FujifilmFrame.picture(in: span.bytes) else { return 0 }
    precondition(picture.lowerBound >= 0 && picture.upperBound == count && bytes[picture.lowerBound + 1] == 0xD8)
    return 0
}
