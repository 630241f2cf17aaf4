import ImageFormats
import Testing

@testable import SimulatedCamera

/// The scene must follow the physics of a camera; each suite below tests one part of it.
@Suite struct SceneTests {}

/// A drawn picture, with the measurements that the tests need.
struct DrawnScene {
    let size: ImageSize
    let pixels: [UInt8]

    init(_ view: SceneView, width: Int = 240, height: Int = 160) {
        var renderer = SceneRenderer()
        self.init(view, width: width, height: height, with: &renderer)
    }

    init(_ view: SceneView, width: Int = 240, height: Int = 160, with renderer: inout SceneRenderer) {
        let size = ImageSize(width: width, height: height)
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        var target = pixels.mutableSpan
        renderer.render(view, size: size, into: &target)
        self.size = size
        self.pixels = pixels
    }

    /// The channels of a pixel.
    subscript(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
        let index = (y * size.width + x) * 3
        return (Int(pixels[index]), Int(pixels[index + 1]), Int(pixels[index + 2]))
    }

    /// The columns and rows that a rectangle in fractions of the picture covers.
    func area(_ rect: SceneRect) -> (x: Range<Int>, y: Range<Int>) {
        func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
            let first = min(max(Int(start * Double(count)), 0), count)
            return first..<min(max(Int((start + length) * Double(count)), first), count)
        }
        return (range(rect.x, rect.width, size.width), range(rect.y, rect.height, size.height))
    }

    /// The mean of each channel.
    func mean(in rect: SceneRect = .full) -> SIMD3<Double> {
        let (columns, rows) = area(rect)
        var sum = SIMD3<Double>()
        for y in rows {
            for x in columns { sum += SIMD3(Double(self[x, y].red), Double(self[x, y].green), Double(self[x, y].blue)) }
        }
        return sum / Double(max(columns.count * rows.count, 1))
    }

    /// The mean squared difference of horizontal neighbours in green, as a measure of fine detail.
    func detail(in rect: SceneRect) -> Double {
        let (columns, rows) = area(rect)
        var sum = 0.0
        for y in rows {
            for x in columns.dropLast() {
                let difference = Double(self[x + 1, y].green - self[x, y].green)
                sum += difference * difference
            }
        }
        return sum / Double(max(columns.count * rows.count, 1))
    }

    /// The variance of green.
    func variance(in rect: SceneRect) -> Double {
        let (columns, rows) = area(rect)
        let mean = mean(in: rect).y
        var sum = 0.0
        for y in rows { for x in columns { sum += (Double(self[x, y].green) - mean) * (Double(self[x, y].green) - mean) } }
        return sum / Double(max(columns.count * rows.count, 1))
    }

    /// Returns whether all bytes are the same. (If a comparison within `#expect` fails, describing it takes minutes.)
    func isIdentical(to other: DrawnScene) -> Bool { pixels == other.pixels }

    func histogram() -> Histogram256 {
        var histogram = Histogram256()
        histogram.measure(pixels.span, size: size, step: 1)
        return histogram
    }

    // Parts of an upright picture.
    static let village = SceneRect(x: 0.43, y: 0.55, width: 0.3, height: 0.1)
    static let chart = SceneRect(x: 0.03, y: 0.73, width: 0.4, height: 0.22)
    static let sky = SceneRect(x: 0.3, y: 0.01, width: 0.25, height: 0.06)

    /// The mid-grey patch of the chart.
    static let greyPatch: SceneRect = {
        let patch = SceneProps.greyPatch
        return SceneRect(
            x: (patch.u - patch.half) / 1.5,
            y: patch.v - patch.half,
            width: patch.half * 2 / 1.5,
            height: patch.half * 2
        )
    }()
}
