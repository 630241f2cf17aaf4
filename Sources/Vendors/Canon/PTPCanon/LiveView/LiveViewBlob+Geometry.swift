package import CameraModel

extension LiveViewBlob {
    /// Size of the coordinate space; nil if the data contains none or an empty one.
    package var space: PixelSize? {
        guard let size = coordinateSystem, size.first > 0, size.second > 0 else { return nil }
        return PixelSize(width: Int(clamping: size.first), height: Int(clamping: size.second))
    }

    /// Position of the picture in the coordinate space: without magnification the picture fills the space. Nil with
    /// magnification, as the observed layouts do not contain the size of the magnified part.
    package var imageRect: Rect? {
        guard let factor = zoomFactor, factor <= 1 else { return nil }
        return space.map { Rect($0) }
    }

    /// The focus area of the frame in the coordinate space; nil if the data contains none or an invalid one.
    package var focusArea: FocusArea? {
        guard let frame = focusFrame, let space else { return nil }
        let (x, y) = (Int(clamping: frame.corner.first), Int(clamping: frame.corner.second))
        guard x < space.width, y < space.height, frame.size.first > 0, frame.size.second > 0 else { return nil }
        let width = min(Int(clamping: frame.size.first), space.width - x)
        let height = min(Int(clamping: frame.size.second), space.height - y)
        return FocusArea(
            rect: Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)),
            isActive: true,
            hasFocus: frame.status == FocusFrame.Status.found.rawValue
        )
    }
}
