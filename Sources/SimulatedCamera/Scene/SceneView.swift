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

/// Everything that determines a picture of the scene: the same view at the same size is the same picture, byte for byte.
struct SceneView: Sendable, Hashable {
    /// The moment in seconds of the scene's own time.
    var time: Double
    /// Which of the possible scenes it is: positions of trees and clouds, phase of the movement, noise.
    var seed: UInt64
    /// The difference from a correct exposure of the nominal light; +1 is one stop brighter.
    var exposureStops: Double
    /// The colour temperature of the light that the camera assumes.
    var whiteBalanceKelvin: Double
    /// The aperture.
    var fNumber: Double
    /// The shutter speed, which smears what moves.
    var exposureSeconds: Double
    /// The sensitivity, which brings noise (brightness is `exposureStops` alone).
    var iso: Int
    /// How far the camera is turned clockwise, as seen from behind it.
    var rollDegrees: Double
    /// The part of the frame that fills the picture.
    var crop: SceneRect
    /// What the lens is focused at, 0 (closest) … 1 (infinity), linear in the reciprocal of distance.
    var focus: Double
    /// Strength of the colours: 0 monochrome, 1 natural, above 1 vivid.
    var saturation: Double

    /// A view that is exposed, balanced and, unless `focus` is given, focused correctly.
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
    /// What a light meter reads: stops above a correct exposure in the light of this moment.
    var meteredStops: Double { exposureStops + SceneLight.offsetStops(time: time, seed: seed) }

    /// How far the lens must move to focus the subject; positive is towards infinity.
    var focusError: Double { SceneSubject(time: time, seed: seed).focus - focus }

    /// Where the subject is in a picture of that aspect ratio, cut at its edges; nil if it is outside.
    func subjectFrame(aspectRatio: Double = 1.5) -> SceneRect? {
        let view = sanitized
        let aspect = aspectRatio.isNaN ? 1.5 : min(max(aspectRatio, 0.01), 100)
        let size = ImageSize(width: Int((1000 * aspect).rounded()), height: 1000)
        return SceneGeometry(view, size: size).frame(of: SceneSubject(time: view.time, seed: view.seed))
    }

    /// Where the face on the subject is, as for `subjectFrame`.
    func faceFrame(aspectRatio: Double = 1.5) -> SceneRect? {
        guard let frame = subjectFrame(aspectRatio: aspectRatio) else { return nil }
        return SceneRect(
            x: frame.x + frame.width * 0.2,
            y: frame.y + frame.height * 0.15,
            width: frame.width * 0.6,
            height: frame.height * 0.4
        )
    }

    /// The diameter of the blur disc, in scene units, of a thing at `distance` in focus units.
    func blur(atFocus distance: Double) -> Double {
        abs(distance - focus) * 0.09 / fNumber
    }

    /// The view with every number in the range where it means something: what is drawn, whatever is asked for.
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
