package import CameraModel

// Conversion between focus points and areas of the camera model.
//
// Canon's maker notes in picture files have the same fields in the same order (AFInfo2, tag 0x0026). There a position is that
// of a point's centre, measured from the centre of the picture, to the right and upwards (observed behaviour of these notes).

extension FocusInfoEx {
    /// Returns the points in use as areas, in the coordinate space of the picture; nil if the picture has no size.
    ///
    /// `hasFocus` is whether the body is in focus, which then applies to the selected points.
    package func areas(hasFocus: Bool) -> FocusInfo? {
        guard imageWidth > 0, imageHeight > 0 else { return nil }
        let (middleX, middleY) = (Double(imageWidth) / 2, Double(imageHeight) / 2)
        return FocusInfo(
            space: PixelSize(width: Int(imageWidth), height: Int(imageHeight)),
            areas: points.prefix(Int(pointsInUse)).map { point in
                let (width, height) = (Double(point.width), Double(point.height))
                return FocusArea(
                    rect: Rect(
                        x: middleX + Double(point.x) - width / 2,
                        y: middleY - Double(point.y) - height / 2,
                        width: width,
                        height: height
                    ),
                    isActive: point.isSelected,
                    hasFocus: point.isSelected && hasFocus
                )
            }
        )
    }

    /// Converts the camera's areas into at most 256 points.
    package init(_ info: FocusInfo) {
        self.init()
        let (width, height) = (UInt16(clamping: info.space.width), UInt16(clamping: info.space.height))
        version = 1
        (sensorWidth, sensorHeight, imageWidth, imageHeight) = (width, height, width, height)
        points = info.areas.prefix(256).map { area in
            Point(
                x: Int16(clamping: Self.whole(area.rect.x + area.rect.width / 2 - Double(info.space.width) / 2)),
                y: Int16(clamping: Self.whole(Double(info.space.height) / 2 - area.rect.y - area.rect.height / 2)),
                width: UInt16(clamping: Self.whole(area.rect.width)),
                height: UInt16(clamping: Self.whole(area.rect.height)),
                isSelected: area.isActive
            )
        }
        pointsInUse = UInt16(points.count)
    }

    /// Returns the nearest integer, limited to ±65,536; 0 if the number is not finite.
    private static func whole(_ number: Double) -> Int { number.isFinite ? Int(min(max(number.rounded(), -65_536), 65_536)) : 0 }
}
