package import CameraModel

extension LiveViewBlob {
    /// Sets the known parts of a frame's geometry in `info`, and leaves the others unchanged.
    ///
    /// These are the coordinate space and whether the view is magnified; without magnification the picture fills the space.
    /// The observed layouts do not contain the size of the magnified part.
    package func describe(in info: inout LiveViewFrameInfo) {
        if let factor = zoomFactor { info.isZoomed = factor > 1 }
        guard let space = coordinateSystem, space.first > 0, space.second > 0 else { return }
        info.space = PixelSize(width: Int(clamping: space.first), height: Int(clamping: space.second))
        if zoomFactor.map({ $0 <= 1 }) ?? false { info.imageRect = Rect(info.space) }
    }

    /// Returns the focus area of a frame; nil if the data contains none or an invalid one.
    package func focusArea(in space: PixelSize) -> FocusArea? {
        guard let frame = focusFrame, coordinateSystem != nil else { return nil }
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
