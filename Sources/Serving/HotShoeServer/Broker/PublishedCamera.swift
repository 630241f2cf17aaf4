import CameraRecords
import HotShoe
import WebServer

/// The state of a camera for a broker, as JSON.
struct PublishedCamera: Encodable {
    let camera: CameraRecord
    let state: StateRecord
    /// The properties that have a value, by their names.
    let settings: [String: String]

    init(_ camera: Camera) {
        self.camera = CameraRecord(camera.connectedDescription)
        state = StateRecord(camera)
        let values = camera.connectionState == .connected ? camera.knownProperties : []
        settings = Dictionary(
            values.compactMap { identifier in camera.property(identifier).value.map { (identifier.description, $0.label) } }
        ) { first, _ in first }
    }
}

/// A new file of a camera for a broker, as JSON.
struct PublishedPicture: Encodable {
    let file: String
    /// Identifier of the file on its card; nil for a picture that the camera only offers.
    let id: String?
    let size: UInt64?
    /// When the picture was taken, by the camera's clock; nil if the camera does not say.
    let date: String?
    /// Path of the file at the host's server; nil for a picture that the camera only offers.
    let path: String?
    /// Number of the offer, for `POST …/transfers/{offer}`.
    let offer: UInt64?

    /// The file that an event reports; nil for other events.
    init?(_ event: CameraEvent, _ camera: Camera) {
        switch event {
        case .itemAdded(let item) where item.kind != .folder:
            let file = camera.item(item).file
            (self.file, size, offer) = (file.name, file.size, nil)
            (id, date) = (item.handle.description, item.created?.description)
            path = "/api/v1/cameras/\(WebTarget.encoded(camera.identifier.text))/files/\(item.handle.description)"
        case .transferOffered(let offered) where offered.item == nil:
            (file, size, offer) = (offered.fileName, nil, offered.identifier.number)
            (id, date, path) = (nil, nil, nil)
        default: return nil
        }
    }
}
