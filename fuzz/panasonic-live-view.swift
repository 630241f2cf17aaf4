// A live view frame: its picture, its histogram and its level. Whatever the bytes are, what was found is inside them.

import PTPPanasonic

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let span = bytes.span
    guard let view = PanasonicLiveView(span.bytes) else { return 0 }
    precondition(view.picture.lowerBound >= 0 && view.picture.upperBound == count && view.picture.count > 4)
    precondition(bytes[view.picture.lowerBound] == 0xFF && bytes[view.picture.lowerBound + 1] == 0xD8)
    if let histogram = view.histogram { precondition(histogram.lowerBound >= 24 && histogram.upperBound <= count) }
    return 0
}
