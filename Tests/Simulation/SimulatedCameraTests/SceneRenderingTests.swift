import ImageFormats
import Testing

@testable import SimulatedCamera

extension SceneTests {
    @Suite struct Rendering {
        @Test("The same view is the same picture, byte for byte, after any earlier drawing")
        func determinism() {
            let view = SceneView(time: 3.7, seed: 5, fNumber: 2.8, iso: 1600, rollDegrees: 3)
            let fresh = DrawnScene(view)
            var used = SceneRenderer()
            for other in [
                SceneView(time: 1), SceneView(time: 9, seed: 6, fNumber: 1.4), SceneView(time: 3.7, seed: 5, rollDegrees: 80),
            ] {
                _ = DrawnScene(other, width: 100, height: 30, with: &used)
                _ = DrawnScene(other, with: &used)
            }
            #expect(DrawnScene(view, with: &used).isIdentical(to: fresh))
            #expect(DrawnScene(view, with: &used).isIdentical(to: fresh))
        }

        @Test("Rows that are drawn piece by piece are those of the whole", arguments: [1, 7, 64])
        func pieces(height: Int) {
            let view = SceneView(time: 3.7, seed: 5, rollDegrees: 3), size = ImageSize(width: 120, height: 80)
            var renderer = SceneRenderer()
            var pixels: [UInt8] = []
            for first in stride(from: 0, to: 80, by: height) {
                var strip = [UInt8](repeating: 0, count: 120 * 3 * min(height, 80 - first))
                var target = strip.mutableSpan
                renderer.renderRows(of: view, size: size, first: first, into: &target)
                pixels += strip
            }
            let isWhole = pixels == DrawnScene(view, width: 120, height: 80).pixels
            #expect(isWhole)
        }

        @Test("Another seed is another scene")
        func seeds() {
            #expect(!DrawnScene(SceneView(time: 1, seed: 1)).isIdentical(to: DrawnScene(SceneView(time: 1, seed: 2))))
        }

        @Test("Every shape of picture can be drawn", arguments: [(1, 1), (1, 50), (50, 1), (33, 47), (1100, 3), (160, 90)])
        func shapes(width: Int, height: Int) {
            let picture = DrawnScene(SceneView(time: 2), width: width, height: height)
            #expect(picture.pixels.contains { $0 > 20 })
        }

        @Test("A size that is none draws nothing")
        func noSize() {
            var renderer = SceneRenderer()
            var pixels: [UInt8] = [1, 2, 3]
            for size in [ImageSize(width: 0, height: 5), ImageSize(width: -1, height: -1), ImageSize(width: .max, height: .max)] {
                var target = pixels.mutableSpan
                renderer.render(SceneView(time: 0), size: size, into: &target)
            }
            #expect(pixels == [1, 2, 3])
        }

        @Test(
            "Numbers without meaning draw every pixel all the same",
            arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1]
        )
        func hostileNumbers(_ value: Double) {
            var view = SceneView(
                time: value,
                exposureStops: value,
                whiteBalanceKelvin: value,
                fNumber: value,
                exposureSeconds: value,
                iso: .max
            )
            view.rollDegrees = value
            view.crop = SceneRect(x: value, y: value, width: value, height: value)
            view.focus = value
            view.saturation = value
            #expect(drawn(view, over: 0) == drawn(view, over: 255))
            view.iso = .min
            #expect(drawn(view, over: 0) == drawn(view, over: 255))
            #expect(view.meteredStops.isFinite == value.isFinite)
            let frame = view.subjectFrame(aspectRatio: value) ?? .full
            for edge in [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height] {
                #expect((-0.001...1.001).contains(edge))
            }
        }

        /// Draws into a buffer that is filled with `old`.
        private func drawn(_ view: SceneView, over old: UInt8) -> [UInt8] {
            var renderer = SceneRenderer()
            var pixels = [UInt8](repeating: old, count: 60 * 40 * 3)
            var target = pixels.mutableSpan
            renderer.render(view, size: ImageSize(width: 60, height: 40), into: &target)
            return pixels
        }
    }

    @Suite struct Histogram {
        @Test("Each pixel is counted once in each channel")
        func counts() {
            let size = ImageSize(width: 3, height: 2)
            let pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]
            var histogram = Histogram256()
            histogram.measure(pixels.span, size: size, step: 1)
            #expect(histogram.sampleCount == 6)
            #expect(histogram.red[0] == 3 && histogram.red[255] == 2 && histogram.red[10] == 1)
            #expect(histogram.green[20] == 1 && histogram.blue[30] == 1)
            #expect(histogram.luminance[0] == 1 && histogram.luminance[255] == 1)
            // Rec. 709: green is brighter than red, red than blue.
            #expect(histogram.luminance[53] == 1 && histogram.luminance[182] == 1 && histogram.luminance[18] == 2)
        }

        @Test("A step counts every nth pixel of every nth row, and resets earlier counts", arguments: [1, 2, 3, 4, 7])
        func steps(_ step: Int) {
            let picture = DrawnScene(SceneView(time: 2), width: 50, height: 33)
            var histogram = Histogram256()
            for _ in 0..<2 { histogram.measure(picture.pixels.span, size: picture.size, step: step) }
            let expected = ((50 + step - 1) / step) * ((33 + step - 1) / step)
            #expect(histogram.sampleCount == expected)
            #expect((0..<256).reduce(0) { $0 + Int(histogram.green[$1]) } == expected)
        }

        @Test("Too few pixels or no step count nothing")
        func nothing() {
            var histogram = Histogram256()
            let pixels: [UInt8] = [1, 2, 3]
            histogram.measure(pixels.span, size: ImageSize(width: 2, height: 1))
            #expect(histogram.sampleCount == 0)
            histogram.measure(pixels.span, size: ImageSize(width: 1, height: 1), step: 0)
            #expect(histogram.sampleCount == 0)
        }
    }
}
