import CameraModel
import Exposure
import Glibc

/// The limits of lens and sensor, and the calculation of automatic exposure. Pure.
struct BodyOptics: Sendable {
    /// Brightness of the scene in nominal light, as EV at ISO 100.
    static let sceneBrightness = 11.0
    /// Range of the light meter, in stops from a correct exposure.
    static let meterRange = 3.0

    static let apertures = Aperture.nominalSeries(.third).filter { (2.8...22).contains($0.fNumber ?? 0) }
    static let shutterSpeeds = ShutterSpeed.nominalSeries(.third).filter { (1 / 8100.0...30.5).contains($0.seconds ?? 0) }
        .sorted { ($0.seconds ?? 0) > ($1.seconds ?? 0) }
    static let isoSpeeds = ISOSpeed.nominalSeries(.third).filter { (100...25600).contains($0.speed ?? 0) }
    static let compensations = (-9...9).map { ExposureCompensation(Stops(thirds: $0)) }
    static let videoShutterSpeeds = shutterSpeeds.filter { ($0.seconds ?? 1) <= 1 / 29.0 }
    /// The values that automatic ISO chooses from.
    static let automaticISOSpeeds = isoSpeeds.filter { (100...6400).contains($0.speed ?? 0) }

    /// The exposure of a picture, and its deviation from the wanted one.
    struct Exposure: Sendable, Hashable {
        var aperture: Aperture
        var shutterSpeed: ShutterSpeed
        var isoSpeed: ISOSpeed
        /// Stops above a correct exposure of nominal light, without the effect of clouds.
        var stops: Double
        /// Stops above the exposure that the photographer set, in the present light.
        var error: Double

        var seconds: Double { shutterSpeed.seconds ?? 0 }
    }

    /// Returns the exposure for the settings in light that is `offset` stops brighter than nominal.
    static func expose(_ settings: BodySettings, lightOffset offset: Double) -> Exposure {
        let wanted = settings.exposureMode.hasCompensation ? settings.exposureCompensation.stops?.doubleValue ?? 0 : 0
        // The brightness to expose for: the larger it is, the less light must reach the sensor.
        let brightness = sceneBrightness + offset - wanted
        var exposure = choose(settings, brightness)
        let achieved = exposureValue(exposure)
        exposure.stops = sceneBrightness - achieved
        exposure.error = brightness - achieved
        return exposure
    }

    private static func choose(_ settings: BodySettings, _ brightness: Double) -> Exposure {
        var chosen = Exposure(
            aperture: settings.aperture,
            shutterSpeed: settings.shutterSpeed,
            isoSpeed: settings.isoSpeed,
            stops: 0,
            error: 0
        )
        let choosesISO = settings.exposureMode == .fullyAutomatic || !settings.isoSpeed.isOrdinary
        if choosesISO { chosen.isoSpeed = ISOSpeed(200)! }
        switch settings.exposureMode {
        case .fullyAutomatic, .program, .flexiblePriority:
            chosen.aperture = programAperture(brightness)
            chosen.shutterSpeed = nearestShutterSpeed(chosen, brightness)
            if choosesISO { shareWithISO(&chosen, brightness) }
        case .aperturePriority:
            chosen.shutterSpeed = nearestShutterSpeed(chosen, brightness)
            if choosesISO { shareWithISO(&chosen, brightness) }
        case .shutterPriority:
            chosen.aperture = nearestAperture(chosen, brightness)
            if choosesISO { chosen.isoSpeed = nearestISO(chosen, brightness) }
        case .manual, .bulb:
            if choosesISO { chosen.isoSpeed = nearestISO(chosen, brightness) }
        }
        return chosen
    }

    /// Raises the ISO speed where the shutter speed would be too slow for handheld shooting.
    private static func shareWithISO(_ chosen: inout Exposure, _ brightness: Double) {
        guard chosen.seconds > 1 / 60.0 else { return }
        chosen.shutterSpeed = ShutterSpeed(numerator: 1, denominator: 60)!
        chosen.isoSpeed = nearestISO(chosen, brightness)
        chosen.shutterSpeed = nearestShutterSpeed(chosen, brightness)
    }

    /// Aperture of the program line: wide open in the dark, f/11 in the sun.
    private static func programAperture(_ brightness: Double) -> Aperture {
        let stopsDown = min(max((brightness - 5) * 0.45, 0), 4)
        return nearest(apertures) { abs(fNumberStops($0) - (fNumberStops(.f2_8) + stopsDown)) }
    }

    private static func nearestShutterSpeed(_ chosen: Exposure, _ brightness: Double) -> ShutterSpeed {
        nearest(shutterSpeeds) { candidate in
            var exposure = chosen
            exposure.shutterSpeed = candidate
            return abs(exposureValue(exposure) - brightness)
        }
    }

    private static func nearestAperture(_ chosen: Exposure, _ brightness: Double) -> Aperture {
        nearest(apertures) { candidate in
            var exposure = chosen
            exposure.aperture = candidate
            return abs(exposureValue(exposure) - brightness)
        }
    }

    private static func nearestISO(_ chosen: Exposure, _ brightness: Double) -> ISOSpeed {
        nearest(automaticISOSpeeds) { candidate in
            var exposure = chosen
            exposure.isoSpeed = candidate
            return abs(exposureValue(exposure) - brightness)
        }
    }

    /// Returns the value at the smallest distance. The list must not be empty.
    private static func nearest<Value>(_ values: [Value], _ distance: (Value) -> Double) -> Value {
        var (best, least) = (values[0], distance(values[0]))
        for value in values.dropFirst() {
            let distance = distance(value)
            if distance < least { (best, least) = (value, distance) }
        }
        return best
    }

    /// Returns the EV at ISO 100 that the exposure is correct for. A bulb exposure counts as one second.
    static func exposureValue(_ exposure: Exposure) -> Double {
        fNumberStops(exposure.aperture) - log2(exposure.shutterSpeed.seconds ?? 1)
            - log2(Double(exposure.isoSpeed.speed ?? 100) / 100)
    }

    private static func fNumberStops(_ aperture: Aperture) -> Double { 2 * log2(aperture.fNumber ?? 5.6) }
}

extension ExposureMode {
    var setsAperture: Bool { self == .aperturePriority || self == .manual || self == .bulb }
    var setsShutterSpeed: Bool { self == .shutterPriority || self == .manual }
    var setsISOSpeed: Bool { self != .fullyAutomatic }
    var hasCompensation: Bool {
        self == .program || self == .aperturePriority || self == .shutterPriority || self == .flexiblePriority
    }
}
