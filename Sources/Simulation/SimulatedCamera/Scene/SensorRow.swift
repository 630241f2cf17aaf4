/// One row of light on the sensor: three planes of linear values, 1 being the saturation of a correctly exposed sensor.
///
/// The planes are raw memory, because the compiler vectorises the row kernels only without bounds checks; each kernel clips its
/// range to `width` once instead.
// SAFETY: the memory is allocated in init, released in deinit and owned by this value alone, which is noncopyable; the pointers
// are used only by the kernels in this folder, while they borrow the row, at indices below `width`.
@safe
struct SensorRow: ~Copyable, @unchecked Sendable {
    let width: Int
    let red: UnsafeMutablePointer<Float>
    let green: UnsafeMutablePointer<Float>
    let blue: UnsafeMutablePointer<Float>

    init(width: Int) {
        self.width = width
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: width * 3)
        unsafe memory.initialize(repeating: 0, count: width * 3)
        unsafe red = memory
        unsafe green = memory + width
        unsafe blue = memory + 2 * width
    }

    deinit {
        unsafe red.deallocate()
    }
}

/// The scene coordinates along a row of pixels.
struct RowPath {
    /// Coordinates of the centre of pixel 0.
    let u: Float
    let v: Float
    /// Difference for one pixel to the right.
    let stepU: Float
    let stepV: Float

    init(_ geometry: SceneGeometry, row: Int) {
        let start = geometry.start(ofRow: row)
        u = Float(start.x)
        v = Float(start.y)
        stepU = Float(geometry.right.x)
        stepV = Float(geometry.right.y)
    }

    /// Returns the pixels of `0..<width` whose u and v are within the ranges.
    func pixels(u uRange: ClosedRange<Float>, v vRange: ClosedRange<Float>, width: Int) -> Range<Int> {
        let alongU = Self.interval(from: u, step: stepU, within: uRange, width: width)
        let alongV = Self.interval(from: v, step: stepV, within: vRange, width: width)
        let lower = max(alongU.lowerBound, alongV.lowerBound)
        return lower..<max(lower, min(alongU.upperBound, alongV.upperBound))
    }

    private static func interval(from start: Float, step: Float, within range: ClosedRange<Float>, width: Int) -> Range<Int> {
        guard abs(step) > 1e-9 else { return range.contains(start) ? 0..<width : 0..<0 }
        let a = (range.lowerBound - start) / step, b = (range.upperBound - start) / step
        let limit = Float(width)
        let first = min(max(min(a, b).rounded(.down), 0), limit)
        let last = min(max(max(a, b).rounded(.up) + 1, 0), limit)
        return Int(first)..<max(Int(first), Int(last))
    }
}
