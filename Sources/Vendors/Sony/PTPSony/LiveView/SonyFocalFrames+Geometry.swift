package import CameraModel
import PTP

// The frames in the geometry of the camera model, and their encoding.

extension SonyFocalFrames {
    /// Coordinate space of the frames: that of the focus frames. Nil if the block has none.
    package var space: PixelSize? {
        guard focus.width > 0, focus.height > 0 else { return nil }
        return PixelSize(width: Int(focus.width), height: Int(focus.height))
    }

    /// Returns a frame as a focus area in ``space``, clipped to it; nil for another index, and for one that is empty.
    package func area(_ index: Int, in bytes: RawSpan) -> FocusArea? {
        guard let space, let (frame, section) = frame(index, in: bytes), section.width > 0, section.height > 0 else { return nil }
        let (scaleX, scaleY) = (Double(space.width) / Double(section.width), Double(space.height) / Double(section.height))
        let (middleX, middleY) = (Double(frame.x) * scaleX, Double(frame.y) * scaleY)
        let (halfX, halfY) = (Double(frame.width) * scaleX / 2, Double(frame.height) * scaleY / 2)
        let (left, top) = (max(0, middleX - halfX), max(0, middleY - halfY))
        let (right, bottom) = (min(middleX + halfX, Double(space.width)), min(middleY + halfY, Double(space.height)))
        guard right > left, bottom > top else { return nil }
        return FocusArea(
            rect: Rect(x: left, y: top, width: right - left, height: bottom - top),
            isActive: isActive(frame),
            hasFocus: frame.state == 2
        )
    }

    /// Whether the body focuses there: where it has found focus, on its only frame, or on a face or subject that is its target.
    private func isActive(_ frame: Frame) -> Bool {
        switch frame.kind {
        case .focus: frame.state == 2 || frame.state == 3 || focus.count == 1
        case .face: frame.rank == 2 || [2, 5, 6, 7].contains(frame.type)
        case .tracking: frame.type == 2
        }
    }

    /// Encodes frames; the coordinate space is that of all sections. Version 1.00 has focus frames only.
    package static func encoded(version: UInt16, _ space: PixelSize, _ frames: [Frame]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(version)
        writer.raw([UInt8](repeating: 0, count: 46))
        // No frames of the first kind.
        writer.raw([UInt8](repeating: 0, count: 8))
        for kind in version >= 101 ? Kind.allCases : [.focus] {
            let those = frames.filter { $0.kind == kind }.prefix(Int(UInt16.max))
            writer.integer(UInt32(clamping: space.width))
            writer.integer(UInt32(clamping: space.height))
            writer.integer(UInt16(those.count))
            writer.raw([UInt8](repeating: 0, count: 6))
            for frame in those { write(frame, &writer) }
        }
        return writer.bytes
    }

    private static func write(_ frame: Frame, _ writer: inout DatasetWriter) {
        writer.integer(frame.type)
        writer.integer(frame.state)
        writer.integer(frame.rank)
        writer.raw([0, 0, 0])
        for number in [frame.x, frame.y, frame.height, frame.width] { writer.integer(number) }
    }
}
