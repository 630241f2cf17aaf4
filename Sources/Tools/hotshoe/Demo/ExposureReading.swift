import CameraModel
import CameraRecords
import Exposure

/// The exposure of a picture, as displayed by the camera or as stored in the picture's file.
struct ExposureReading: CustomStringConvertible {
    let fNumber: Double?
    let seconds: Double?
    let isoSpeed: Int?

    /// Reads the exposure that the camera displays now.
    init(_ camera: Camera) {
        fNumber = camera.aperture.value?.fNumber
        seconds = camera.shutterSpeed.value?.seconds
        isoSpeed = camera.iso.value?.speed
    }

    init(_ metadata: PictureMetadata) {
        fNumber = metadata.fNumber
        seconds = metadata.exposureTime
        isoSpeed = metadata.isoSpeed
    }

    /// Whether this is the exposure that was set. Values chosen by automatic exposure may have changed with the light in the
    /// meantime.
    func agrees(with set: ExposureReading) -> Bool {
        isoSpeed == set.isoSpeed && Self.isNear(fNumber, set.fNumber, within: 1.01)
            && Self.isNear(seconds, set.seconds, within: 2.01)
    }

    private static func isNear(_ a: Double?, _ b: Double?, within factor: Double) -> Bool {
        guard let a, let b, a > 0, b > 0 else { return a == b }
        return max(a, b) / min(a, b) <= factor
    }

    /// "f/2.8 1/500 ISO 200"
    var description: String {
        [fNumber.map { "f/\(Self.short($0))" }, seconds.map(Self.time), isoSpeed.map { "ISO \($0)" }]
            .compactMap { $0 }.joined(separator: " ")
    }

    private static func time(_ seconds: Double) -> String {
        seconds > 0 && seconds < 0.3 ? "1/\(Amounts.decimal(1 / seconds, places: 0))" : "\(short(seconds)) s"
    }

    private static func short(_ number: Double) -> String {
        Amounts.decimal(number, places: number == number.rounded() ? 0 : 1)
    }
}
