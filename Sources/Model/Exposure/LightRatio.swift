#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Conversions between stops and ratios of light: all that this module needs of the C library.
enum LightRatio {
    /// How many stops brighter `ratio` times the light is.
    static func stops(in ratio: Double) -> Double { log2(ratio) }

    /// How many times the light `stops` more are.
    static func of(stops: Double) -> Double { exp2(stops) }
}
