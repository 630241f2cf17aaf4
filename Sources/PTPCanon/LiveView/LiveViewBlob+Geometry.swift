package import CameraModel

extension LiveViewBlob {
    /// Writes what is known of a frame's geometry into its description, and leaves alone what is not.
    ///
    /// That is the coordinate space and whether the view is enlarged; while it is not, the picture fills the space. How large the part is
    /// that an enlarged view shows, and where focus areas are, the observed layouts do not say.
    package func describe(in info: inout LiveViewFrameInfo) {
        if let factor = zoomFactor { info.isZoomed = factor > 1 }
        guard let space = coordinateSystem, space.first > 0, space.second > 0 else { return }
        info.space = PixelSize(width: Int(clamping: space.first), height: Int(clamping: space.second))
        if zoomFactor.map({ $0 <= 1 }) ?? false { info.imageRect = Rect(info.space) }
    }
}
