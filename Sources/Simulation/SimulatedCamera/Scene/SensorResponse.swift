internal import Glibc
internal import ImageFormats

/// Converts a row of light to developed pixels: gains, colour, noise, clipping, tone.
///
/// Single-owner, part of the renderer.
struct SensorResponse {
    /// Number of pixels of a row that are developed together, with the same offset into the noise table.
    static let pieceWidth = 512
    static let noiseCount = 4096
    /// From 12 bits in the domain of the square root to 8 bits in sRGB.
    private let tone: [UInt8]
    /// Gaussian, variance 1.
    let noise: [Float]

    /// Matrix from light to developed channels: exposure, white balance and saturation.
    private var matrix: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) = (.zero, .zero, .zero)
    /// Factors from light to raw channels: exposure and the colours of the filters, without white balance.
    private(set) var rawGain = SIMD3<Float>(repeating: 1)
    /// Standard deviation of the noise in the domain of the square root, relative to a saturated sensor.
    private(set) var deviation: Float = 0
    private var noiseSeed: UInt64 = 0
    /// A monochrome picture has the same noise in all channels.
    private var isMonochrome = false

    init() {
        tone = (0..<4096).map { index in
            let linear = (Double(index) / 4095) * (Double(index) / 4095)
            let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
            return UInt8(min(max((encoded * 255).rounded(), 0), 255))
        }
        var random = SceneRandom(seed: 0x5EED)
        noise = (0..<Self.noiseCount + Self.pieceWidth).map { _ in
            // The sum of twelve uniform numbers, less their mean, has variance 1.
            Float((0..<12).reduce(0.0) { sum, _ in sum + random.next(in: -0.5..<0.5) })
        }
    }

    /// Applies the settings of a view; `pixelCount` determines the noise of a pixel.
    mutating func set(_ view: SceneView, pixelCount: Int) {
        let exposure = Float(exp2(view.meteredStops))
        let balance = SIMD3<Float>(SceneLight.gains(assuming: view.whiteBalanceKelvin))
        let saturation = Float(view.saturation)
        let weights = SIMD3<Float>(0.2126, 0.7152, 0.0722) * (1 - saturation)
        func line(_ own: SIMD3<Float>) -> SIMD3<Float> { (weights + own * saturation) * balance * exposure }
        matrix = (line(SIMD3(1, 0, 0)), line(SIMD3(0, 1, 0)), line(SIMD3(0, 0, 1)))
        rawGain = SIMD3<Float>(RawSensor.response) * exposure
        // 16,000 electrons saturate a pixel at ISO 100. Smaller pictures average pixels, but not all of them: lines are
        // skipped.
        let share = Float(max(pixelCount, 1)) / 24_000_000
        let photons = 0.004 * (Float(view.iso) / 100).squareRoot() * min(share, 1).squareRoot().squareRoot()
        // A minimum of noise prevents visible steps in the sky.
        deviation = max(photons, 0.0012)
        isMonochrome = view.saturation == 0
        noiseSeed = view.seed &* 31 &+ view.time.bitPattern
    }

    /// Develops a row into RGB bytes, destroying its contents.
    func develop(_ row: borrowing SensorRow, number: Int, into pixels: inout MutableSpan<UInt8>, at offset: Int) {
        precondition(offset >= 0 && offset + 3 * row.width <= pixels.count, "the row does not fit into the buffer")
        var random = noisePlace(ofRow: number)
        unsafe pixels.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return }
            var first = 0
            while first < row.width {
                let count = min(Self.pieceWidth, row.width - first)
                let places = random.next()
                expose(row, first: first, count: count, noiseAt: places)
                unsafe encode(row, first: first, count: count, to: start + offset + 3 * first)
                first += count
            }
        }
    }

    /// Returns a generator of the offsets into the noise table for a row.
    func noisePlace(ofRow number: Int) -> SceneRandom {
        SceneRandom(seed: noiseSeed &+ UInt64(truncatingIfNeeded: number) &* 0x9E6D_62D0_6F6A_9A9B)
    }

    /// Converts linear light to the square root of the sensor's signal, with noise, 0…4095, as the low bits of a Float.
    private func expose(_ row: borrowing SensorRow, first: Int, count: Int, noiseAt places: UInt64) {
        let red = unsafe row.red + first, green = unsafe row.green + first, blue = unsafe row.blue + first
        let mask = UInt64(Self.noiseCount - 1)
        let a = Int(places & mask)
        let (b, c) = isMonochrome ? (a, a) : (Int(places >> 16 & mask), Int(places >> 32 & mask))
        let (toRed, toGreen, toBlue) = (matrix.red, matrix.green, matrix.blue)
        let scale: Float = 4095, strength = deviation * scale
        unsafe noise.withUnsafeBufferPointer { noise in
            for index in 0..<count {
                let (r, g, b0) = unsafe (red[index], green[index], blue[index])
                let outRed = toRed.x * r + toRed.y * g + toRed.z * b0
                let outGreen = toGreen.x * r + toGreen.y * g + toGreen.z * b0
                let outBlue = toBlue.x * r + toBlue.y * g + toBlue.z * b0
                unsafe red[index] = Self.level(outRed, scale, noise[a &+ index] * strength)
                unsafe green[index] = Self.level(outGreen, scale, noise[b &+ index] * strength)
                unsafe blue[index] = Self.level(outBlue, scale, noise[c &+ index] * strength)
            }
        }
    }

    @inline(__always)
    private static func level(_ light: Float, _ scale: Float, _ noise: Float) -> Float {
        let root = (light > 0 ? light : 0).squareRoot() * scale + noise
        let low = root > 0 ? root : 0
        let clipped = low < scale ? low : scale
        // Adding 2^23 shifts the integer part into the low bits of the significand, which is faster than a conversion.
        return clipped + 8_388_608
    }

    private func encode(_ row: borrowing SensorRow, first: Int, count: Int, to start: UnsafeMutablePointer<UInt8>) {
        let red = unsafe row.red + first, green = unsafe row.green + first, blue = unsafe row.blue + first
        unsafe tone.withUnsafeBufferPointer { tone in
            var target = unsafe start
            for index in 0..<count {
                unsafe target[0] = tone[Int(red[index].bitPattern & 4095)]
                unsafe target[1] = tone[Int(green[index].bitPattern & 4095)]
                unsafe target[2] = tone[Int(blue[index].bitPattern & 4095)]
                unsafe target += 3
            }
        }
    }
}
