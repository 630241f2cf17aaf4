// A live view frame: its header, its picture, its geometry. Whatever the bytes are, what was found is inside them.

import CameraModel
import PTPNikon

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let span = bytes.span
    if let picture = LiveViewHeader.picture(in: span.bytes) {
        precondition(picture.lowerBound >= 0 && picture.upperBound <= count)
    }
    guard let header = LiveViewHeader(span.bytes) else { return 0 }
    precondition(header.magnification >= 1 && header.areaCount <= 96)
    if let roll = header.rollDegrees { precondition(roll >= 0 && roll < 360) }
    if let pitch = header.pitchDegrees { precondition(abs(pitch) <= 90) }
    if let code = header.timeCode { precondition(code.hours < 24 && code.minutes < 60 && code.seconds < 60 && code.frames < 256) }
    for index in 0..<header.areaCount {
        guard let area = header.focusArea(index, in: span.bytes) else { continue }
        precondition(Rect(header.space).contains(area.rect))
    }
    let again = header.encoded([], imageSize: count)
    precondition(again.count == header.layout.size)
    return 0
}
