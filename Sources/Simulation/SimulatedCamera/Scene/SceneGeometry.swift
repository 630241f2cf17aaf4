internal import Glibc
internal import ImageFormats

/// The affine map from the pixels of a picture to the scene, whose frame is 1.5 wide and 1 high, v increasing downwards.
///
/// A picture with another aspect ratio shows the largest part with that ratio around the frame's centre.
struct SceneGeometry {
    /// Scene coordinates of the centre of pixel (0, 0).
    let origin: SIMD2<Double>
    /// Difference for one pixel to the right.
    let right: SIMD2<Double>
    /// Difference for one pixel down.
    let down: SIMD2<Double>
    /// Size of a pixel in scene units.
    let pixel: Double

    private let view: SceneView
    private let frame: SIMD2<Double>
    private let rightAxis: SIMD2<Double>
    private let downAxis: SIMD2<Double>
    private static let centre = SIMD2(0.75, 0.5)

    /// Creates the map. `view` must be sanitized.
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

    /// Returns the scene coordinates of the centre of the first pixel of a row.
    func start(ofRow row: Int) -> SIMD2<Double> { origin + down * Double(row) }

    /// Returns the position of a point of the scene in the picture, in fractions of it.
    func position(of point: SIMD2<Double>) -> SIMD2<Double> {
        let offset = point - Self.centre
        let inFrame = SIMD2((offset * rightAxis).sum(), (offset * downAxis).sum()) / frame + 0.5
        return (inFrame - SIMD2(view.crop.x, view.crop.y)) / SIMD2(view.crop.width, view.crop.height)
    }

    /// Returns the rows of a picture with `height` rows that can contain a box of the scene.
    func rows(aroundU u: ClosedRange<Double>, v: ClosedRange<Double>, height: Int) -> Range<Int> {
        let middle = position(of: SIMD2((u.lowerBound + u.upperBound) / 2, (v.lowerBound + v.upperBound) / 2)).y
        let reach = abs(downAxis.x) * (u.upperBound - u.lowerBound) / 2 + abs(downAxis.y) * (v.upperBound - v.lowerBound) / 2
        let share = reach / (frame.y * view.crop.height)
        let limit = Double(height)
        let first = min(max(((middle - share) * limit).rounded(.down) - 1, 0), limit)
        let last = min(max(((middle + share) * limit).rounded(.up) + 1, 0), limit)
        return Int(first)..<max(Int(first), Int(last))
    }

    /// Returns the upright box around the subject, clipped to the picture; nil if it is entirely outside.
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
