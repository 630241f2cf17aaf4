internal import Glibc

/// The light in the scene.
enum SceneLight {
    /// Colour temperature of the light in kelvin.
    static let kelvin = 5200.0

    /// Returns by how many stops the light is brighter than nominal at a time: clouds change it slowly, within ±0.5 stop.
    static func offsetStops(time: Double, seed: UInt64) -> Double {
        var random = SceneRandom(seed: seed ^ 0x11)
        let slow = random.next(in: 0..<2 * .pi), slower = random.next(in: 0..<2 * .pi)
        return 0.2 * sin(time * 2 * .pi / 13 + slow) + 0.28 * sin(time * 2 * .pi / 41 + slower)
    }

    /// Returns the gains of the channels when the camera assumes light of `kelvin`; green is 1.
    ///
    /// A camera that assumes a lower temperature expects redder light and reduces red.
    static func gains(assuming kelvin: Double) -> SIMD3<Double> {
        let actual = colour(kelvin: Self.kelvin), assumed = colour(kelvin: kelvin)
        let gains = actual / assumed
        return gains / gains.y
    }

    /// Returns the linear sRGB colour of a black body, relative to green.
    ///
    /// The chromaticity follows the cubic approximation of the Planckian locus by Kim et al. (2002), 1667…25000 K.
    static func colour(kelvin: Double) -> SIMD3<Double> {
        let t = min(max(kelvin, 1667), 25_000)
        let (a, b, c) = (1e9 / (t * t * t), 1e6 / (t * t), 1e3 / t)
        let x =
            t < 4000
            ? -0.2661239 * a - 0.2343589 * b + 0.8776956 * c + 0.179910
            : -3.0258469 * a + 2.1070379 * b + 0.2226347 * c + 0.240390
        let y: Double
        if t < 2222 {
            y = ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
        } else if t < 4000 {
            y = ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
        } else {
            y = ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
        }
        let (bigX, bigZ) = (x / y, (1 - x - y) / y)
        let red = 3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ
        let green = -0.9692660 * bigX + 1.8760108 + 0.0415560 * bigZ
        let blue = 0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ
        return SIMD3(max(red, 0.02), max(green, 0.02), max(blue, 0.02)) / max(green, 0.02)
    }
}
