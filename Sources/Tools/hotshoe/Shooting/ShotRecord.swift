import CameraModel

/// A file of a picture that was taken, as JSON.
struct ShotRecord: Encodable {
    /// Number of the picture in its series; nil for a file that was reported after its picture.
    let picture: Int?
    let file: String
    let size: UInt64?
    let pixels: String?
    let raw: Bool
    let storage: String?
    let path: String?
    let seconds: Double?
    /// Delay of the picture after its due time, in seconds.
    let late: Double?

    init(_ file: RemoteFile, _ copy: FileSaver.Saved?, picture: Int?, late: Double?) {
        self.picture = picture
        self.file = file.name
        size = copy?.size ?? file.size
        pixels = file.item?.info.pixelSize?.description
        raw = file.isRAW
        storage = file.item.flatMap { item in item.camera.storages.first { $0.info.identifier == item.info.storage }?.info.name }
        path = copy?.path
        seconds = copy.map { $0.duration / .seconds(1) }
        self.late = late
    }
}
