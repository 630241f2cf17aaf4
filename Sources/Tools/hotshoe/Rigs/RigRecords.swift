import CameraModel
import CameraRecords
import CameraRigs

/// Whether a camera of a rig is ready, as JSON.
struct RigStatusRecord: Encodable {
    let role: String
    let camera: String
    let serialNumber: String?
    let ready: Bool
    let obstacles: [String]
    let battery: String?
    let shotsAvailable: Int?
    let exposureMode: String?
    /// Whether the clock of the computer with the camera is synchronized; nil for one that is attached to this computer.
    var clockSynchronized: Bool?
    /// The largest error of that clock in seconds; nil if it is not synchronized.
    var clockError: Double?

    init(_ readiness: RigMemberReadiness, _ camera: Camera, _ clock: ClockQuality?) {
        role = readiness.role
        self.camera = camera.displayName
        serialNumber = camera.description.serialNumber ?? camera.info?.serialNumber
        (ready, obstacles) = (readiness.isReady, readiness.obstacles.map(\.rawValue))
        battery = readiness.battery?.rawValue
        (shotsAvailable, exposureMode) = (readiness.shotsAvailable, readiness.exposureMode)
        clockSynchronized = clock?.isSynchronized
        clockError = clock.flatMap { $0.isSynchronized ? $0.maximumError / .seconds(1) : nil }
    }
}

/// A picture of a round, or what is missing, as JSON.
struct RigPictureRecord: Encodable {
    let round: Int
    let role: String
    /// Names of the files on the camera.
    let files: [String]
    /// Paths of the copies.
    let paths: [String]
    /// The date of the picture by the camera's clock; nil if it has none.
    let date: String?
    /// Milliseconds from the request of the release until the files were stored.
    let milliseconds: Double
    let error: String?

    init(_ round: RigRound, _ picture: RigPicture, _ copies: RigCopies?) {
        self.round = round.number
        role = picture.role
        files = picture.shot?.files.map(\.name) ?? []
        date = picture.shot?.files.first?.created?.description
        paths = copies?.copies.filter { $0.role == picture.role }.map(\.path) ?? []
        milliseconds = picture.answered.duration(since: picture.requested) / .milliseconds(1)
        error = picture.error?.message ?? (picture.isComplete ? nil : "The camera reported no file that can be read.")
    }
}

/// A setting of a camera of a rig, as JSON.
struct RigSettingRecord: Encodable {
    let role: String
    let property: String
    let value: String
}
