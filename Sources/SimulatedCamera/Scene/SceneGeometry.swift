internal import Glibc
internal import ImageFormats

/// The affine map from the pixels of a picture to the scene, whose frame is 1.5 wide and 1 high, v growing downwards.
///
/// A picture of another shape shows the largest part of that shape around the frame's middle.
struct SceneGeometry {
    /// The scene coordinates of the middle of pixel (0, 0).
    let origin: SIMD2<Double>
    /// What one pixel to the right adds.
    let right: SIMD2<Double>
    /// What one pixel down adds.
    let down: SIMD2<Double>
    /// The size of a pixel in scene units.
    let pixel: Double

    private let view: SceneView
    private let frame: SIMD2<Double>
    private let rightAxis: SIMD2<Double>
    private let downAxis: SIMD2<Double>
    private static let centre = SIMD2(0.75, 0.5)

    /// `view` must be sanitized.
    init(_ view: SceneView, size: ImageSize) {
        let aspect = Double(max(size.width, 1)) / Double(max(size.height, 1))
        self.view = view
        frame = aspect > 1.5 ? SIMD2(1.5, 1.5 / aspect) : SIMD2(aspect, 1)
        let angle = view.rollDegrees * .pi / 180
        rightAxis = SIMD2(cos(angle), sin(angle))
        downAxis = SIMD2(-sin(angle), cos(angle))
        let step = SIMD2(view.crop.width / Double(max(size.width, 1)), view.crop.height / Double(max(size.height, 1))) * frame
        right = rightAxis * step.x
        down = downAxis * step.y
        pixel = (step.x * step.y).squareRoot()
        let corner = (SIMD2(view.crop.x, view.crop.y) - 0.5) * frame + step / 2
        origin = Self.centre + rightAxis * corner.x + downAxis * corner.y
    }

    /// The scene coordinates of the middle of the first pixel of a row.
    func start(ofRow row: Int) -> SIMD2<Double> { origin + down * Double(row) }

    /// Where a point of the scene is in the picture, in fractions of it.
    func position(of point: SIMD2<Double>) -> SIMD2<Double> {
        let offset = point - Self.centre
        let inFrame = SIMD2((offset * rightAxis).sum(), (offset * downAxis).sum()) / frame + 0.5
        return (inFrame - SIMD2(view.crop.x, view.crop.y)) / SIMD2(view.crop.width, view.crop.height)
    }

    /// The rows, of a picture `height` high, that a box of the scene can reach.
    func rows(aroundU u: ClosedRange<Double>, v: ClosedRange<Double>, height: Int) -> Range<Int> {
        let middle = position(of: SIMD2((u.lowerBound + u.upperBound) / 2, (v.lowerBound + v.upperBound) / 2)).y
        let reach = abs(downAxis.x) * (u.upperBound - u.lowerBound) / 2 + abs(downAxis.y) * (v.upperBound - v.lowerBound) / 2
        let share = reach / (frame.y * view.crop.height)
        let limit = Double(height)
        let first = min(max(((middle - share) * limit).rounded(.down) - 1, 0), limit)
        let last = min(max(((middle + share) * limit).rounded(.up) + 1, 0), limit)
        return Int(first)..<max(Int(first), Int(last))
    }

    /// The upright box around the subject, cut at the picture's edges; nil if nothing of it is inside.
    func frame(of subject: SceneSubject) -> SceneRect? {
        let low = SIMD2(subject.u - SceneSubject.halfWidth, subject.v - SceneSubject.halfHeight)
        let high = SIMD2(subject.u + SceneSubject.halfWidth, subject.v + SceneSubject.depth)
        let corners = [low, high, SIMD2(low.x, high.y), SIMD2(high.x, low.y)].map(position(of:))
        let left = max(corners.map(\.x).min() ?? 0, 0), right = min(corners.map(\.x).max() ?? 0, 1)
        let top = max(corners.map(\.y).min() ?? 0, 0), bottom = min(corners.map(\.y).max() ?? 0, 1)
        guard right > left, bottom > top else { return nil }
        return SceneRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
