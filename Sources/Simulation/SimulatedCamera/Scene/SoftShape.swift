/// A shape with soft edges: as wide as its blur, and along u also as wide as its movement.
struct SoftShape {
    enum Kind {
        /// Fills its extent.
        case box
        /// Touches the edges of its extent.
        case ellipse
        /// Points upwards.
        case triangle
        /// An ellipse that is densest in the centre and fades to nothing.
        case haze
        /// As haze, but adds its light to the background.
        case glow
        /// A box of `count` columns of squares in two colours.
        case checker
        /// A disc of `count` spokes in two colours.
        case star
    }

    var kind: Kind
    /// The centre.
    var u: Float
    var v: Float
    /// Half the width and half the height.
    var halfU: Float
    var halfV: Float
    var colour: SIMD3<Float>
    /// The second colour of a pattern.
    var other = SIMD3<Float>(repeating: 0)
    var opacity: Float = 1
    var count: Float = 1
    /// Width of the edges along u and along v; above 0.
    var softU: Float = 1e-4
    var softV: Float = 1e-4
    /// Rows of the picture that the shape can reach.
    var rows = 0..<0

    init(_ kind: Kind, at middle: SIMD2<Double>, half: SIMD2<Double>, _ colour: SIMD3<Float>) {
        self.kind = kind
        u = Float(middle.x)
        v = Float(middle.y)
        halfU = Float(half.x)
        halfV = Float(half.y)
        self.colour = colour
    }

    /// The box of the scene that the shape can reach.
    var reach: (u: ClosedRange<Double>, v: ClosedRange<Double>) {
        let reachU = Double(halfU + softU / 2), reachV = Double(halfV + softV / 2)
        return (Double(u) - reachU...Double(u) + reachU, Double(v) - reachV...Double(v) + reachV)
    }

    /// Paints the part of the shape that lies in the row.
    func paint(_ path: RowPath, into row: borrowing SensorRow) {
        let reachU = halfU + softU / 2, reachV = halfV + softV / 2
        let pixels = path.pixels(u: u - reachU...u + reachU, v: v - reachV...v + reachV, width: row.width)
        guard !pixels.isEmpty else { return }
        switch kind {
        case .box: paint(pixels, path, row) { du, dv in cover(du, halfU, softU) * cover(dv, halfV, softV) }
        case .ellipse: paint(pixels, path, row, cover: ellipseCover)
        case .triangle: paint(pixels, path, row, cover: triangleCover)
        case .haze: paint(pixels, path, row) { du, dv in min(1.8 * density(du, dv), 1) }
        case .glow: paintGlow(pixels, path, row)
        case .checker: paintPattern(pixels, path, row, cover: boxCover, pattern: checkerPattern)
        case .star: paintPattern(pixels, path, row, cover: ellipseCover, pattern: starPattern)
        }
    }

    // MARK: Coverage of a pixel, by its offset from the centre

    /// Returns the part of a window of width `soft` around `offset` that lies within ±`half`: the exact blur of a bar.
    @inline(__always)
    private func cover(_ offset: Float, _ half: Float, _ soft: Float) -> Float {
        let high = min(offset + soft / 2, half), low = max(offset - soft / 2, -half)
        return max((high - low) / soft, 0)
    }

    @inline(__always)
    private func boxCover(_ du: Float, _ dv: Float) -> Float { cover(du, halfU, softU) * cover(dv, halfV, softV) }

    @inline(__always)
    private func ellipseCover(_ du: Float, _ dv: Float) -> Float {
        let reach = halfV + softV / 2
        let height = dv / reach
        let width = halfU * max(1 - height * height, 0).squareRoot()
        return cover(du, width, softU) * min((reach - abs(dv)) / softV, 1)
    }

    @inline(__always)
    private func triangleCover(_ du: Float, _ dv: Float) -> Float {
        let width = halfU * min(max((dv + halfV) / (2 * halfV), 0), 1)
        return cover(du, width, softU) * cover(dv, halfV, softV)
    }

    /// Returns the density: 1 in the centre, 0 at the rim, without a visible edge.
    @inline(__always)
    private func density(_ du: Float, _ dv: Float) -> Float {
        let a = du / halfU, b = dv / halfV
        let inside = max(1 - a * a - b * b, 0)
        return inside * inside * inside
    }

    // MARK: Patterns: -1…1 between the two colours

    /// Returns a blurred square wave with the given half period, at position `place`.
    @inline(__always)
    private func squareWave(_ place: Float, halfPeriod: Float, soft: Float) -> Float {
        let phase = place / halfPeriod
        let cell = phase.rounded(.down)
        let fraction = phase - cell
        let fromEdge = min(fraction, 1 - fraction) * halfPeriod
        let sign: Float = cell * 0.5 - (cell * 0.5).rounded(.down) < 0.25 ? 1 : -1
        // A wave that is blurred over more than a period is grey.
        let contrast = min(max((2 * halfPeriod - soft) / soft, 0), 1)
        return sign * min(fromEdge / (soft / 2), 1) * contrast
    }

    @inline(__always)
    private func checkerPattern(_ du: Float, _ dv: Float) -> Float {
        let size = 2 * halfU / count
        return squareWave(du + halfU, halfPeriod: size, soft: softU) * squareWave(dv + halfV, halfPeriod: size, soft: softV)
    }

    @inline(__always)
    private func starPattern(_ du: Float, _ dv: Float) -> Float {
        let radius = max((du * du + dv * dv).squareRoot(), 1e-6)
        let arc = Float.pi * radius
        return squareWave((fastAngle(du, dv) + 1) * arc, halfPeriod: arc / count, soft: max(softU, softV))
    }

    // MARK: Painting

    @inline(__always)
    private func paint(_ pixels: Range<Int>, _ path: RowPath, _ row: borrowing SensorRow, cover: (Float, Float) -> Float) {
        let strength = opacity * min(2 * halfV / softV, 1)
        let startU = path.u - u, startV = path.v - v
        var index = Int32(truncatingIfNeeded: pixels.lowerBound)
        let end = Int32(truncatingIfNeeded: pixels.upperBound)
        while index < end {
            let amount = strength * cover(startU + path.stepU * Float(index), startV + path.stepV * Float(index))
            let at = Int(index)
            unsafe row.red[at] += (colour.x - row.red[at]) * amount
            unsafe row.green[at] += (colour.y - row.green[at]) * amount
            unsafe row.blue[at] += (colour.z - row.blue[at]) * amount
            index &+= 1
        }
    }

    private func paintGlow(_ pixels: Range<Int>, _ path: RowPath, _ row: borrowing SensorRow) {
        for index in pixels {
            let amount = opacity * density(path.u + path.stepU * Float(index) - u, path.v + path.stepV * Float(index) - v)
            unsafe row.red[index] += colour.x * amount
            unsafe row.green[index] += colour.y * amount
            unsafe row.blue[index] += colour.z * amount
        }
    }

    @inline(__always)
    private func paintPattern(
        _ pixels: Range<Int>,
        _ path: RowPath,
        _ row: borrowing SensorRow,
        cover: (Float, Float) -> Float,
        pattern: (Float, Float) -> Float
    ) {
        let middle = (colour + other) / 2, swing = (colour - other) / 2
        for index in pixels {
            let du = path.u + path.stepU * Float(index) - u, dv = path.v + path.stepV * Float(index) - v
            let amount = cover(du, dv)
            let target = middle + swing * pattern(du, dv)
            unsafe row.red[index] += (target.x - row.red[index]) * amount
            unsafe row.green[index] += (target.y - row.green[index]) * amount
            unsafe row.blue[index] += (target.z - row.blue[index]) * amount
        }
    }
}

/// Returns the approximate angle of a vector in units of π, -1…1, with an error of about a thousandth, for the spokes of a
/// star.
@inline(__always)
private func fastAngle(_ x: Float, _ y: Float) -> Float {
    let (a, b) = (abs(x), abs(y))
    let ratio = min(a, b) / max(max(a, b), 1e-9)
    let square = ratio * ratio
    // atan(ratio) / π on 0…1, a minimax polynomial.
    var angle = ratio * (0.31830987 + square * (-0.10570 + square * (0.05745 + square * -0.02006)))
    if b > a { angle = 0.5 - angle }
    if x < 0 { angle = 1 - angle }
    return y < 0 ? -angle : angle
}
