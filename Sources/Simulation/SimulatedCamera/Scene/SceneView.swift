internal import ImageFormats

/// A rectangle in fractions of a frame: 0…1 from the left and from the top.
struct SceneRect: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The whole frame.
    static let full = SceneRect(x: 0, y: 0, width: 1, height: 1)
}

/// All parameters of a picture of the scene: the same view at the same size produces the same bytes.
struct SceneView: Sendable, Hashable {
    /// Time of the scene in seconds.
    var time: Double
    /// Seed of the scene: positions of trees and clouds, phase of the movement, noise.
    var seed: UInt64
    /// Deviation from a correct exposure of the nominal light in stops; +1 is one stop brighter.
    var exposureStops: Double
    /// Colour temperature of the light that the camera assumes, in kelvin.
    var whiteBalanceKelvin: Double
    /// Aperture as an f-number.
    var fNumber: Double
    /// Exposure time in seconds, which blurs moving objects.
    var exposureSeconds: Double
    /// ISO speed, which determines the noise (brightness depends on `exposureStops` alone).
    var iso: Int
    /// Clockwise rotation of the camera in degrees, as seen from behind it.
    var rollDegrees: Double
    /// The part of the frame that fills the picture.
    var crop: SceneRect
    /// Focus distance, 0 (closest) … 1 (infinity), linear in the reciprocal of distance.
    var focus: Double
    /// Strength of the colours: 0 monochrome, 1 natural, above 1 vivid.
    var saturation: Double

    /// Creates a view with correct exposure, white balance and, unless `focus` is given, focus.
    init(
        time: Double,
        seed: UInt64 = 0,
        exposureStops: Double = 0,
        whiteBalanceKelvin: Double = SceneLight.kelvin,
        fNumber: Double = 8,
        exposureSeconds: Double = 1.0 / 250,
        iso: Int = 100,
        rollDegrees: Double = 0,
        crop: SceneRect = .full,
        focus: Double? = nil,
        saturation: Double = 1
    ) {
        self.time = time
        self.seed = seed
        self.exposureStops = exposureStops
        self.whiteBalanceKelvin = whiteBalanceKelvin
        self.fNumber = fNumber
        self.exposureSeconds = exposureSeconds
        self.iso = iso
        self.rollDegrees = rollDegrees
        self.crop = crop
        self.focus = focus ?? SceneSubject(time: time, seed: seed).focus
        self.saturation = saturation
    }
}

extension SceneView {
    /// Reading of a light meter: stops above a correct exposure in the present light.
    var meteredStops: Double { exposureStops + SceneLight.offsetStops(time: time, seed: seed) }

    /// Distance by which the lens must move to focus the subject; positive is towards infinity.
    var focusError: Double { SceneSubject(time: time, seed: seed).focus - focus }

    /// Returns the position of the subject in a picture of this aspect ratio, clipped at its edges; nil if it is outside.
    func subjectFrame(aspectRatio: Double = 1.5) -> SceneRect? {
        let view = sanitized
        let aspect = aspectRatio.isNaN ? 1.5 : min(max(aspectRatio, 0.01), 100)
        let size = ImageSize(width: Int((1000 * aspect).rounded()), height: 1000)
        return SceneGeometry(view, size: size).frame(of: SceneSubject(time: view.time, seed: view.seed))
    }

    /// Returns the position of the face on the subject, as `subjectFrame` does.
    func faceFrame(aspectRatio: Double = 1.5) -> SceneRect? {
        guard let frame = subjectFrame(aspectRatio: aspectRatio) else { return nil }
        return SceneRect(
            x: frame.x + frame.width * 0.2,
            y: frame.y + frame.height * 0.15,
            width: frame.width * 0.6,
            height: frame.height * 0.4
        )
    }

    /// Returns the diameter of the blur disc, in scene units, of an object at `distance` in focus units.
    func blur(atFocus distance: Double) -> Double {
        abs(distance - focus) * 0.09 / fNumber
    }

    /// The view with every number limited to its range, as it is drawn.
    var sanitized: SceneView {
        func clamp(_ value: Double, _ range: ClosedRange<Double>, _ fallback: Double) -> Double {
            value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
        }
        var view = self
        view.time = clamp(time, -1e9...1e9, 0)
        view.exposureStops = clamp(exposureStops, -20...20, 0)
        view.whiteBalanceKelvin = clamp(whiteBalanceKelvin, 2000...20_000, SceneLight.kelvin)
        view.fNumber = clamp(fNumber, 0.5...128, 8)
        view.exposureSeconds = clamp(exposureSeconds, 0...86_400, 0)
        view.iso = min(max(iso, 1), 10_000_000)
        view.rollDegrees = rollDegrees.isFinite ? rollDegrees.remainder(dividingBy: 360) : 0
        view.focus = clamp(focus, 0...1, 0.5)
        view.saturation = clamp(saturation, 0...3, 1)
        view.crop.width = clamp(crop.width, 0.01...1, 1)
        view.crop.height = clamp(crop.height, 0.01...1, 1)
        view.crop.x = clamp(crop.x, 0...(1 - view.crop.width), 0)
        view.crop.y = clamp(crop.y, 0...(1 - view.crop.height), 0)
        return view
    }
}
