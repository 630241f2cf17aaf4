// A live view frame. Whatever the bytes are, the picture that was found is inside them, from its beginning to its end.

import PTPOlympus

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let span = bytes.span
    guard let view = OlympusLiveView(span.bytes) else { return 0 }
    let picture = view.picture
    precondition(picture.lowerBound == 0 && picture.upperBound <= count && picture.count > 4)
    precondition(bytes[0] == 0xFF && bytes[1] == 0xD8)
    precondition(bytes[picture.upperBound - 2] == 0xFF && bytes[picture.upperBound - 1] == 0xD9)
    return 0
}
