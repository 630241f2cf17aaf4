internal import Glibc

/// The background of the scene: the sky, ranges of hills, and the meadow.
///
/// Single-owner, part of the renderer. The profiles of the hills depend on the seed, their smoothness on the blur.
struct SceneBackdrop {
    /// One range of hills: the area below its profile.
    private struct Range {
        let sharp: [Float]
        var smooth: [Float]
        var highest: Float = 0
        var lowest: Float = 0
        let top: SIMD3<Float>
        let bottom: SIMD3<Float>

        /// Returns the colour at height v: it changes within 0.3 below the base of the range.
        func colour(_ v: Float, base: Float) -> SIMD3<Float> {
            top + (bottom - top) * min(max((v - base) / 0.3, 0), 1)
        }
    }

    private var ranges: [Range]
    private var softness: Float = -1

    /// Profiles cover u from -1 to 2.5, which includes every rotated frame.
    private static let profileCount = 4096
    private static let profileStart: Float = -1
    private static let profileScale: Float = Float(profileCount - 1) / 3.5

    init(seed: UInt64) {
        var random = SceneRandom(seed: seed ^ 0x33)
        func phase() -> Double { random.next(in: 0..<2 * .pi) }
        let (a, b, c, d) = (phase(), phase(), phase(), phase())
        ranges = [
            Self.range(top: SIMD3(0.23, 0.30, 0.42), bottom: SIMD3(0.42, 0.47, 0.52)) { u in
                // Mountains: ridges instead of waves.
                0.47 - 0.09 * abs(sin(u * 2.6 + a)) - 0.035 * abs(sin(u * 7.1 + b)) - 0.012 * abs(sin(u * 19 + c)) - 0.004
                    * abs(sin(u * 47 + d))
            },
            Self.range(top: SIMD3(0.085, 0.16, 0.10), bottom: SIMD3(0.15, 0.24, 0.12)) { u in
                // Wooded hills: a rough edge of trees.
                0.545 + 0.03 * sin(u * 3.3 + b) + 0.012 * sin(u * 8.7 + c) - 0.006 * abs(sin(u * 61 + a)) - 0.004
                    * abs(sin(u * 143 + d))
            },
            Self.range(top: SIMD3(0.15, 0.245, 0.055), bottom: SIMD3(0.10, 0.18, 0.04)) { u in Double(Self.villageHeight(u)) },
            Self.range(top: SIMD3(0.21, 0.29, 0.07), bottom: SIMD3(0.09, 0.15, 0.03)) { u in 0.69 + 0.008 * sin(u * 2.1 + d) },
        ]
    }

    /// Returns the height of the hill with the village.
    static func villageHeight(_ u: Double) -> Double { 0.615 + 0.022 * sin(u * 2.4 + 0.6) + 0.004 * sin(u * 9.1) }

    private static func range(top: SIMD3<Float>, bottom: SIMD3<Float>, profile: (Double) -> Double) -> Range {
        let heights = (0..<profileCount).map { Float(profile(Double($0) / Double(profileScale) + Double(profileStart))) }
        return Range(sharp: heights, smooth: heights, top: top, bottom: bottom)
    }

    /// Smooths the profiles according to a blur of this diameter. Does nothing if it is the blur of the last frame.
    mutating func setSoftness(_ softness: Float) {
        guard softness != self.softness else { return }
        self.softness = softness
        let radius = min(Int(softness * Self.profileScale / 2), Self.profileCount / 8)
        for index in ranges.indices { Self.smooth(&ranges[index], radius: radius) }
    }

    /// Applies a running mean over 2 × radius + 1 heights.
    private static func smooth(_ range: inout Range, radius: Int) {
        let last = profileCount - 1
        var sum: Float = 0
        for index in -radius...radius { sum += range.sharp[max(index, 0)] }
        for index in 0...last {
            range.smooth[index] = sum / Float(2 * radius + 1)
            sum += range.sharp[min(index + radius + 1, last)] - range.sharp[max(index - radius, 0)]
        }
        range.highest = range.smooth.min() ?? 0
        range.lowest = range.smooth.max() ?? 0
    }

    /// Returns the colour of the sky, from deep blue above to haze at the horizon.
    private static func sky(_ v: Float) -> SIMD3<Float> {
        let t = min(max(v / 0.6 + 0.05, -0.2), 1)
        return SIMD3(0.075, 0.19, 0.47) + SIMD3(0.52, 0.43, 0.20) * (t * abs(t))
    }

    // MARK: Painting

    /// Number of pixels that are painted together.
    private static let blockWidth = 64

    /// Fills the row.
    func paint(_ path: RowPath, into row: borrowing SensorRow) {
        var first = 0
        while first < row.width {
            let last = min(first + Self.blockWidth, row.width)
            paintBlock(first..<last, path, into: row)
            first = last
        }
    }

    /// Paints a block of pixels. Most blocks lie within one range or the sky, which is then a linear gradient.
    private func paintBlock(_ block: Swift.Range<Int>, _ path: RowPath, into row: borrowing SensorRow) {
        let startV = path.v + path.stepV * Float(block.lowerBound), endV = path.v + path.stepV * Float(block.upperBound)
        let top = min(startV, endV) - softness, bottom = max(startV, endV) + softness
        let covering = ranges.lastIndex { top > $0.lowest }
        if let covering {
            let range = ranges[covering]
            fill(block, from: range.colour(startV, base: range.highest), to: range.colour(endV, base: range.highest), row)
        } else {
            fill(block, from: Self.sky(startV), to: Self.sky(endV), row)
        }
        for index in ((covering ?? -1) + 1)..<ranges.count where bottom > ranges[index].highest {
            paintEdge(of: ranges[index], block, path, into: row)
        }
    }

    private func fill(_ block: Swift.Range<Int>, from start: SIMD3<Float>, to end: SIMD3<Float>, _ row: borrowing SensorRow) {
        let step = (end - start) / Float(block.count)
        let count = Int32(truncatingIfNeeded: block.count)
        let red = unsafe row.red + block.lowerBound, green = unsafe row.green + block.lowerBound,
            blue = unsafe row.blue + block.lowerBound
        var index: Int32 = 0
        while index < count {
            let offset = Float(index)
            unsafe red[Int(index)] = start.x + step.x * offset
            unsafe green[Int(index)] = start.y + step.y * offset
            unsafe blue[Int(index)] = start.z + step.z * offset
            index &+= 1
        }
    }

    private func paintEdge(of range: Range, _ block: Swift.Range<Int>, _ path: RowPath, into row: borrowing SensorRow) {
        let sharpness = 1 / softness
        let limit = Float(Self.profileCount - 2)
        unsafe range.smooth.withUnsafeBufferPointer { profile in
            for index in block {
                let u = path.u + path.stepU * Float(index), v = path.v + path.stepV * Float(index)
                let place = min(max((u - Self.profileStart) * Self.profileScale, 0), limit)
                let cell = Int(place)
                let below = unsafe profile[cell], above = unsafe profile[cell + 1]
                let height = below + (above - below) * (place - Float(cell))
                let cover = min(max((v - height) * sharpness + 0.5, 0), 1)
                guard cover > 0 else { continue }
                let colour = range.colour(v, base: range.highest)
                unsafe row.red[index] += (colour.x - row.red[index]) * cover
                unsafe row.green[index] += (colour.y - row.green[index]) * cover
                unsafe row.blue[index] += (colour.z - row.blue[index]) * cover
            }
        }
    }
}
