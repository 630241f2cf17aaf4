package import CameraModel

/// The EXIF data of a picture as JSON.
package struct MetadataRecord: Encodable {
    private let path: String?
    private let manufacturer: String?
    private let model: String?
    private let created: String?
    /// In seconds.
    private let exposureTime: Double?
    private let fNumber: Double?
    private let iso: Int?
    /// In stops.
    private let exposureCompensation: Double?
    /// In millimetres.
    private let focalLength: Double?
    private let orientation: Int?
    private let pixels: String?
    private let entries: [Entry]

    private struct Entry: Encodable {
        let group: String
        let tag: UInt16
        let name: String
        let value: String
    }

    /// Creates a record; `path` is that of the picture on its card.
    package init(_ metadata: PictureMetadata, path: String? = nil) {
        self.path = path
        manufacturer = metadata.manufacturer
        model = metadata.model
        created = metadata.created?.description
        exposureTime = metadata.exposureTime
        fNumber = metadata.fNumber
        iso = metadata.isoSpeed
        exposureCompensation = metadata.exposureCompensation
        focalLength = metadata.focalLength
        orientation = metadata.orientation
        pixels = metadata.pixelSize?.description
        entries = metadata.entries.map { Entry(group: $0.group, tag: $0.tag, name: $0.name, value: $0.value) }
    }
}
