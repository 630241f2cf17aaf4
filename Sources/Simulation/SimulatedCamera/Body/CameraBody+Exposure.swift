import CameraModel
import Exposure

// The light meter, automatic exposure, and the view of the scene.

extension CameraBody {
    /// Time of the scene in seconds.
    var sceneTime: Double { now.seconds }

    private var lightOffset: Double { SceneLight.offsetStops(time: sceneTime, seed: configuration.seed) }

    /// Calculates the exposure for the settings and the present light, at most ten times a second.
    mutating func refreshExposure() {
        let interval = now.components.seconds * 10 + now.components.attoseconds / 100_000_000_000_000_000
        guard exposureCache?.interval != interval || exposureCache?.settings != settings else { return }
        exposureCache = ExposureCache(
            settings: settings,
            interval: interval,
            exposure: BodyOptics.expose(settings, lightOffset: lightOffset)
        )
    }

    var exposure: BodyOptics.Exposure {
        if let cache = exposureCache, cache.settings == settings { return cache.exposure }
        return BodyOptics.expose(settings, lightOffset: lightOffset)
    }

    /// A cached exposure with its settings and interval; the light is measured ten times a second.
    struct ExposureCache: Sendable {
        var settings: BodySettings
        var interval: Int64
        var exposure: BodyOptics.Exposure
    }

    // MARK: Light meter

    var isMetering: Bool { isConnected && (liveView.isRunning || lens.isEngaged || now < meteringUntil) }

    var meterStatus: LightMeterStatus {
        guard isMetering else { return .notInUse }
        return abs(exposure.error) > BodyOptics.meterRange ? .beyondBounds : .valid
    }

    var meterReading: ExposureCompensation? {
        guard isMetering else { return nil }
        let error = min(max(exposure.error, -BodyOptics.meterRange), BodyOptics.meterRange)
        return ExposureCompensation(Stops(thirds: Int((error * 3).rounded())))
    }

    var autoExposure: AutoExposure? {
        guard isMetering, settings.exposureMode != .bulb else { return nil }
        let (mode, exposure) = (settings.exposureMode, exposure)
        let choosesISO = !settings.isoSpeed.isOrdinary || !mode.setsISOSpeed
        guard !(mode.setsAperture && mode.setsShutterSpeed) || choosesISO else { return nil }
        return AutoExposure(
            aperture: mode.setsAperture ? nil : exposure.aperture,
            shutterSpeed: mode.setsShutterSpeed ? nil : exposure.shutterSpeed,
            isoSpeed: choosesISO ? exposure.isoSpeed : nil,
            isClipped: abs(exposure.error) > 0.4
        )
    }

    /// Keeps the light meter on for four seconds, as a half-press does.
    mutating func wakeMeter() {
        meteringUntil = max(meteringUntil, now + .seconds(4))
        guard !isMeterTicking else { return }
        isMeterTicking = true
        arrange(.meterTick, after: .milliseconds(500))
    }

    mutating func meterTick() {
        isMeterTicking = isMetering
        if isMetering { arrange(.meterTick, after: .milliseconds(500)) }
    }

    // MARK: View of the scene

    /// Returns the view of the scene that the sensor would record now. Live view shows the scene with the exposure of the
    /// picture.
    func sceneView(_ exposure: BodyOptics.Exposure, crop: SceneRect = .full) -> SceneView {
        SceneView(
            time: sceneTime,
            seed: configuration.seed,
            exposureStops: exposure.stops,
            whiteBalanceKelvin: settings.kelvin(ofScene: SceneLight.kelvin),
            fNumber: exposure.aperture.fNumber ?? 5.6,
            exposureSeconds: min(exposure.seconds, 30),
            iso: exposure.isoSpeed.speed ?? 100,
            rollDegrees: lens.rollDegrees,
            crop: crop,
            focus: lens.focus,
            saturation: settings.saturation
        )
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
