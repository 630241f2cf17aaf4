package import CameraModel

/// A file on a camera as JSON.
package struct FileRecord: Encodable {
    /// Identifier of the file on its card; nil where a path names the file.
    package let id: String?
    package let path: String
    package let name: String
    package let kind: String
    package let size: UInt64?
    package let created: String?
    package let rating: Int?
    package let pixels: String?
    package let protected: Bool
    /// The reason why the file cannot be read; nil if it can.
    package let error: String?

    package init(_ item: ItemInfo, path: String, id: ItemInfo.Handle? = nil, error: CameraError? = nil) {
        self.id = id?.description
        self.error = error?.message
        self.path = path
        name = item.name
        kind = item.kind.rawValue
        size = item.size
        created = item.created?.description
        rating = item.rating
        pixels = item.pixelSize?.description
        protected = item.isProtected
    }

    /// "★★★"; empty for no rating.
    package static func stars(_ rating: Int?) -> String { String(repeating: "★", count: min(max(rating ?? 0, 0), 5)) }
}
