/// All objects of the scene except the sky and the hills, in the order of painting.
///
/// Single-owner, part of the renderer. The list keeps its memory between frames.
struct SceneProps {
    private(set) var shapes: [SoftShape] = []
    private let layout: Layout

    /// The positions that depend on the seed only.
    private struct Layout {
        var clouds: [(u: Double, v: Double, size: Double, speed: Double)] = []
        var trees: [(u: Double, size: Double)] = []
        var houses: [(u: Double, size: Double, shade: Float)] = []
    }

    init(seed: UInt64) {
        var random = SceneRandom(seed: seed ^ 0x44)
        var layout = Layout()
        for index in 0..<4 {
            layout.clouds.append(
                (
                    u: Double(index) * 0.62 + random.next(in: -0.12..<0.12), v: random.next(in: 0.06..<0.2),
                    size: random.next(in: 0.7..<1.2), speed: random.next(in: 0.006..<0.012)
                )
            )
        }
        for index in 0..<34 {
            layout.trees.append(
                (u: -0.3 + Double(index) * 0.062 + random.next(in: -0.02..<0.02), size: random.next(in: 0.6..<1.1))
            )
        }
        for index in 0..<7 {
            layout.houses.append(
                (
                    u: (index < 3 ? 0.655 : 0.73) + Double(index) * 0.062 + random.next(in: -0.008..<0.008),
                    size: random.next(in: 0.85..<1.25),
                    shade: Float(random.next(in: 0.75..<1))
                )
            )
        }
        self.layout = layout
        shapes.reserveCapacity(512)
    }

    /// Blur and movement of the objects that are added next.
    private struct Depth {
        var soft: Double
        var smear = 0.0
    }

    /// Lists the objects that are visible in `view`, in a picture with `height` rows.
    mutating func arrange(for view: SceneView, _ geometry: SceneGeometry, height: Int) {
        let pixel = geometry.pixel
        shapes.removeAll(keepingCapacity: true)
        func depth(_ focus: Double, smear: Double = 0) -> Depth {
            let blur = view.blur(atFocus: focus)
            return Depth(soft: (blur * blur + pixel * pixel).squareRoot(), smear: smear)
        }
        let subject = SceneSubject(time: view.time, seed: view.seed)
        let way = subject.way(during: view.exposureSeconds)
        addSun(depth(1))
        addClouds(at: view.time, depth(1))
        addVillage(depth(1))
        addChart(depth(subject.focus))
        addClock(at: view.time, depth(subject.focus))
        addBalloon(at: SIMD2(way.middle, subject.v), depth(subject.focus, smear: way.length))
        for index in shapes.indices {
            let box = shapes[index].reach
            shapes[index].rows = geometry.rows(aroundU: box.u, v: box.v, height: height)
        }
    }

    private mutating func add(_ shape: SoftShape, _ depth: Depth) {
        var shape = shape
        shape.softU = Float(depth.soft + depth.smear)
        shape.softV = Float(depth.soft)
        shapes.append(shape)
    }

    private mutating func add(
        _ kind: SoftShape.Kind,
        _ u: Double,
        _ v: Double,
        _ halfU: Double,
        _ halfV: Double,
        _ colour: SIMD3<Float>,
        _ depth: Depth
    ) {
        add(SoftShape(kind, at: SIMD2(u, v), half: SIMD2(halfU, halfV), colour), depth)
    }

    // MARK: Background

    private mutating func addSun(_ depth: Depth) {
        add(.glow, 1.24, 0.15, 0.55, 0.55, SIMD3(0.42, 0.34, 0.20), depth)
        add(.glow, 1.24, 0.15, 0.15, 0.15, SIMD3(0.9, 0.8, 0.5), depth)
        add(.ellipse, 1.24, 0.15, 0.042, 0.042, SIMD3(12, 11.4, 9.8), depth)
    }

    /// Clouds drift to the right and reappear on the left.
    private mutating func addClouds(at time: Double, _ depth: Depth) {
        let white = SIMD3<Float>(0.86, 0.87, 0.90)
        for cloud in layout.clouds {
            let way = (cloud.u + 0.4 + time * cloud.speed).truncatingRemainder(dividingBy: 2.48)
            let u = (way < 0 ? way + 2.48 : way) - 0.4
            let s = cloud.size
            for (du, dv, halfU, halfV, opacity) in [
                (-0.07, 0.012, 0.075, 0.034, 0.8), (0.06, 0.014, 0.09, 0.032, 0.8), (-0.01, -0.008, 0.07, 0.042, 0.9),
                (0.0, 0.022, 0.14, 0.022, 0.7),
            ] {
                var puff = SoftShape(.haze, at: SIMD2(u + du * s, cloud.v + dv * s), half: SIMD2(halfU * s, halfV * s), white)
                puff.opacity = Float(opacity)
                add(puff, depth)
            }
        }
    }

    private mutating func addVillage(_ depth: Depth) {
        for tree in layout.trees where abs(tree.u - 0.89) > 0.29 {
            addTree(at: tree.u, size: tree.size, depth)
        }
        addChurch(at: 0.852, depth)
        for house in layout.houses { addHouse(at: house.u, size: house.size, shade: house.shade, depth) }
    }

    private mutating func addTree(at u: Double, size: Double, _ depth: Depth) {
        let foot = SceneBackdrop.villageHeight(u) + 0.004, height = 0.028 * size
        add(.triangle, u, foot - height, 0.013 * size, height, SIMD3(0.030, 0.075, 0.030), depth)
        add(.triangle, u + 0.003 * size, foot - height * 0.9, 0.008 * size, height * 0.8, SIMD3(0.055, 0.115, 0.040), depth)
    }

    private mutating func addHouse(at u: Double, size: Double, shade: Float, _ depth: Depth) {
        let foot = SceneBackdrop.villageHeight(u) + 0.006, halfU = 0.021 * size, halfV = 0.013 * size
        add(.box, u, foot - halfV, halfU, halfV, SIMD3(0.72, 0.64, 0.52) * shade, depth)
        add(.triangle, u, foot - 2 * halfV - 0.009 * size, halfU * 1.18, 0.009 * size, SIMD3(0.36, 0.085, 0.05) * shade, depth)
        for window in [-0.55, 0.0, 0.55] {
            add(.box, u + window * halfU, foot - halfV * 1.15, halfU * 0.15, halfV * 0.32, SIMD3(0.035, 0.045, 0.07), depth)
        }
    }

    private mutating func addChurch(at u: Double, _ depth: Depth) {
        let foot = SceneBackdrop.villageHeight(u)
        add(.box, u, foot - 0.035, 0.012, 0.035, SIMD3(0.78, 0.75, 0.68), depth)
        add(.triangle, u, foot - 0.098, 0.015, 0.030, SIMD3(0.09, 0.13, 0.15), depth)
        add(.ellipse, u, foot - 0.055, 0.006, 0.006, SIMD3(0.9, 0.86, 0.72), depth)
        add(.box, u, foot - 0.030, 0.003, 0.006, SIMD3(0.04, 0.05, 0.07), depth)
    }

    // MARK: The test chart

    /// Linear sRGB of the patches: twelve colours and a row of greys.
    private static let patches: [SIMD3<Float>] = [
        SIMD3(0.17, 0.08, 0.055), SIMD3(0.55, 0.30, 0.22), SIMD3(0.11, 0.19, 0.34), SIMD3(0.10, 0.15, 0.05),
        SIMD3(0.23, 0.22, 0.44),
        SIMD3(0.13, 0.51, 0.41),
        SIMD3(0.02, 0.045, 0.30), SIMD3(0.06, 0.30, 0.065), SIMD3(0.43, 0.03, 0.04), SIMD3(0.85, 0.57, 0.01),
        SIMD3(0.50, 0.09, 0.30),
        SIMD3(0.00, 0.24, 0.37),
        SIMD3(repeating: 0.90), SIMD3(repeating: 0.59), SIMD3(repeating: 0.36), SIMD3(repeating: 0.19), SIMD3(repeating: 0.09),
        SIMD3(repeating: 0.031),
    ]

    /// Position of the mid-grey patch of the chart, which serves as a grey card.
    static let greyPatch = (u: 0.2895 + 3 * 0.046, v: 0.845 + 0.064, half: 0.018)

    private mutating func addChart(_ depth: Depth) {
        for post in [0.1, 0.6] { add(.box, post, 0.94, 0.008, 0.1, SIMD3(0.16, 0.10, 0.05), depth) }
        add(.box, 0.355, 0.845, 0.315, 0.122, SIMD3(0.05, 0.05, 0.055), depth)
        add(.box, 0.355, 0.845, 0.308, 0.115, SIMD3(repeating: 0.62), depth)
        addPattern(.star, 0.155, 0.845, 0.098, 0.098, count: 36, depth)
        for (index, colour) in Self.patches.enumerated() {
            let u = 0.2895 + Double(index % 6) * 0.046, v = 0.781 + Double(index / 6) * 0.064
            add(.box, u, v, 0.0205, 0.0285, colour, depth)
        }
        addPattern(.checker, 0.598, 0.845, 0.048, 0.096, count: 8, depth)
    }

    private mutating func addPattern(
        _ kind: SoftShape.Kind,
        _ u: Double,
        _ v: Double,
        _ halfU: Double,
        _ halfV: Double,
        count: Float,
        _ depth: Depth
    ) {
        var shape = SoftShape(kind, at: SIMD2(u, v), half: SIMD2(halfU, halfV), SIMD3(repeating: 0.85))
        shape.other = SIMD3(repeating: 0.02)
        shape.count = count
        add(shape, depth)
    }

    // MARK: The clock

    /// The lit segments of each digit (top, the two at the right, bottom, the two at the left, middle).
    private static let segments: [UInt8] = [
        0b0111111, 0b0000110, 0b1011011, 0b1001111, 0b1100110, 0b1101101, 0b1111101, 0b0000111, 0b1111111, 0b1101111,
    ]

    /// Adds a clock with minutes, seconds and hundredths of the scene's time.
    private mutating func addClock(at time: Double, _ depth: Depth) {
        let hundredths = Int((abs(time) * 100).rounded(.down)) % 600_000
        add(.box, 1.16, 0.925, 0.006, 0.08, SIMD3(0.10, 0.10, 0.11), depth)
        add(.box, 1.16, 0.86, 0.222, 0.062, SIMD3(0.16, 0.16, 0.17), depth)
        add(.box, 1.16, 0.86, 0.214, 0.054, SIMD3(0.012, 0.012, 0.014), depth)
        var u = 0.985
        for (place, divisor) in [60_000, 6000, 1000, 100, 10, 1].enumerated() {
            addDigit(hundredths / divisor % (divisor == 1000 ? 6 : 10), at: u, 0.86, depth)
            u += 0.058
            guard place == 1 || place == 3 else { continue }
            for v in place == 1 ? [0.845, 0.877] : [0.894] { add(.box, u - 0.0245 + 0.005, v, 0.0045, 0.0045, Self.lamp, depth) }
            u += 0.018
        }
    }

    private static let lamp = SIMD3<Float>(1.1, 0.36, 0.05)

    private mutating func addDigit(_ digit: Int, at u: Double, _ v: Double, _ depth: Depth) {
        let lit = Self.segments[digit], w = 0.0165, h = 0.0335, t = 0.004
        let places: [(Double, Double, Double, Double)] = [
            (0, -h, w, t), (w, -h / 2, t, h / 2), (w, h / 2, t, h / 2), (0, h, w, t), (-w, h / 2, t, h / 2),
            (-w, -h / 2, t, h / 2), (0, 0, w, t),
        ]
        for (index, place) in places.enumerated() where lit >> index & 1 == 1 {
            add(.box, u + place.0, v + place.1, place.2, place.3, Self.lamp, depth)
        }
    }

    // MARK: The balloon

    private mutating func addBalloon(at middle: SIMD2<Double>, _ depth: Depth) {
        let (u, v) = (middle.x, middle.y)
        let (a, b) = (SceneSubject.halfWidth, SceneSubject.halfHeight)
        for side in [-1.0, 1.0] { add(.box, u + side * 0.017, v + 0.14, 0.0018, 0.035, SIMD3(0.06, 0.05, 0.04), depth) }
        add(.box, u, v + 0.185, 0.022, 0.018, SIMD3(0.22, 0.115, 0.045), depth)
        add(.box, u, v + 0.169, 0.0245, 0.004, SIMD3(0.10, 0.05, 0.02), depth)
        // The gores: ellipses, each narrower than the previous one.
        let red = SIMD3<Float>(0.60, 0.035, 0.03), white = SIMD3<Float>(0.86, 0.82, 0.74)
        for (index, width) in [1.0, 0.86, 0.64, 0.38, 0.13].enumerated() {
            let shade: Float = 0.78 + 0.055 * Float(index)
            add(.ellipse, u, v, a * width, b, (index % 2 == 0 ? red : white) * shade, depth)
        }
        add(.box, u, v + 0.105, 0.03, 0.011, SIMD3(0.30, 0.02, 0.02), depth)
        addFace(at: SIMD2(u, v), depth)
    }

    private mutating func addFace(at middle: SIMD2<Double>, _ depth: Depth) {
        let (u, v) = (middle.x, middle.y - 0.02)
        add(.ellipse, u, v, 0.056, 0.06, SIMD3(0.88, 0.58, 0.36), depth)
        for side in [-1.0, 1.0] {
            add(.ellipse, u + side * 0.022, v - 0.014, 0.0125, 0.016, SIMD3(repeating: 0.92), depth)
            add(.ellipse, u + side * 0.0205, v - 0.012, 0.0065, 0.0085, SIMD3(0.015, 0.02, 0.03), depth)
            add(.ellipse, u + side * 0.034, v + 0.014, 0.011, 0.008, SIMD3(0.85, 0.30, 0.22), depth)
        }
        // A mouth: a dark ellipse, its upper half covered with skin.
        add(.ellipse, u, v + 0.024, 0.024, 0.018, SIMD3(0.16, 0.012, 0.015), depth)
        add(.box, u, v + 0.013, 0.027, 0.011, SIMD3(0.88, 0.58, 0.36), depth)
    }
}
