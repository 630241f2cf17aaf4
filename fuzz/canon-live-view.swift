// Live view of EOS bodies: for any bytes, the parts that are found are inside them.

import CameraModel
import PTP
import PTPCanon

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let blob = LiveViewBlob(bytes.span.bytes)
    for range in [blob.picture, blob.histogram, blob.oldHistogram, blob.frames] {
        if let range { precondition(range.lowerBound >= Block.headSize && range.upperBound <= count, "found beyond the bytes") }
    }
    precondition((blob.picture == nil) == (blob.noPicture != nil), "a picture that is there and not there")
    if let picture = blob.picture { precondition(bytes[picture].starts(with: [0xFF, 0xD8]), "a picture that is none") }
    precondition(blob.failure.map { (0..<max(1, count)).contains($0.offset) } ?? true, "an error beyond the bytes")
    if let space = blob.space { precondition(space.width > 0 && space.height > 0, "a space without a size") }
    if let area = blob.focusArea, let space = blob.space {
        precondition(area.rect.x + area.rect.width <= Double(space.width), "a focus area beyond the space")
    }
    // Written segments are found again unchanged.
    var (writer, reader) = (BlockWriter(), BlockReader(bytes.span.bytes))
    while let block = try? reader.next("LiveView.Length") { writer.append(block.type, bytes[block.body]) }
    let isSame = bytes.starts(with: writer.bytes) && writer.bytes.count == reader.offset
    precondition(isSame, "a segment is another when it is written")
    return 0
}
