// A live view frame: its picture, and the frames that the body draws. Whatever the bytes are, what was found is inside them.

import CameraModel
import PTPSony

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let span = bytes.span
    guard let view = SonyLiveView(span.bytes) else { return 0 }
    precondition(view.picture.lowerBound >= 0 && view.picture.upperBound <= count)
    guard let block = view.block, let frames = SonyFocalFrames(span.bytes, block) else { return 0 }
    precondition(block.upperBound <= count && frames.count <= 3 * 1024)
    for index in 0..<frames.count {
        guard let area = frames.area(index, in: span.bytes), let space = frames.space else { continue }
        precondition(Rect(space).contains(area.rect))
    }
    return 0
}
