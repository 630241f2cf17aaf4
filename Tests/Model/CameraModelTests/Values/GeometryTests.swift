import Testing

@testable import CameraModel

/// Positions, and their transformation between coordinate spaces.
@Suite struct GeometryTests {
    private static let spaces = [
        Rect(x: 0, y: 0, width: 1000, height: 1000), Rect(x: 0, y: 0, width: 960, height: 640),
        Rect(x: 10, y: -20, width: 3, height: 7),
    ]

    @Test(arguments: spaces, spaces) func `corners map to corners, the centre to the centre, and back`(source: Rect, target: Rect)
    {
        let transform = CoordinateTransform(from: source, to: target)
        #expect(transform(Point(x: source.x, y: source.y)) == Point(x: target.x, y: target.y))
        #expect(transform(source).isClose(to: target))
        let (center, expected) = (transform(source.center), target.center)
        #expect(abs(center.x - expected.x) < 1e-9 && abs(center.y - expected.y) < 1e-9)
        let there = transform(Point(x: 123, y: 45))
        let back = transform.inverse(there)
        #expect(abs(back.x - 123) < 1e-9 && abs(back.y - 45) < 1e-9)
    }

    @Test func `a space need not have the shape of the picture`() {
        // 1000×1000 units for a picture of 3:2, as some vendors use.
        let transform = CoordinateTransform(
            from: Rect(PixelSize(width: 1000, height: 1000)),
            to: Rect(x: 0, y: 0, width: 960, height: 640)
        )
        #expect(transform(Rect(x: 500, y: 250, width: 100, height: 100)) == Rect(x: 480, y: 160, width: 96, height: 64))
    }

    @Test func `a source without extent maps to the target's origin`() {
        let transform = CoordinateTransform(
            from: Rect(x: 5, y: 5, width: 0, height: 0),
            to: Rect(x: 1, y: 2, width: 3, height: 4)
        )
        #expect(transform(Point(x: 100, y: 100)) == Point(x: 1, y: 2))
    }

    @Test func `points on the edge are inside`() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        for (x, y) in [(0, 0), (10, 10), (10, 0), (5, 5)] as [(Double, Double)] { #expect(rect.contains(Point(x: x, y: y))) }
        for (x, y) in [(-0.1, 0), (10.1, 10), (5, 11)] as [(Double, Double)] { #expect(!rect.contains(Point(x: x, y: y))) }
        #expect(rect.contains(rect))
        #expect(!rect.contains(Rect(x: 1, y: 1, width: 10, height: 1)))
    }

    @Test func `focus areas are carried from their own space`() {
        let area = FocusArea(rect: Rect(x: 50, y: 50, width: 10, height: 10), isActive: true, hasFocus: false)
        let info = FocusInfo(space: PixelSize(width: 100, height: 100), areas: [area])
        let view = info.transform(to: Rect(x: 0, y: 0, width: 600, height: 400))
        #expect(view(info.areas[0].rect) == Rect(x: 300, y: 200, width: 60, height: 40))
    }

    @Test func `a picture needs resizing where its shape is not the natural one`() {
        var info = LiveViewFrameInfo()
        info.size = PixelSize(width: 640, height: 240)
        info.naturalSize = info.size
        #expect(!info.needsResize)
        info.naturalSize = PixelSize(width: 640, height: 480)
        #expect(info.needsResize)
    }
}

extension Rect {
    fileprivate func isClose(to other: Rect) -> Bool {
        abs(x - other.x) + abs(y - other.y) + abs(width - other.width) + abs(height - other.height) < 1e-9
    }
}
