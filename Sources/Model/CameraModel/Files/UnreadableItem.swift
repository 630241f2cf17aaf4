/// A file that a camera has announced and that cannot be read: it may exist on the card, and no ``CameraEvent/itemAdded(_:)`` has
/// reported it.
public struct UnreadableItem: Sendable, Hashable {
    /// The camera's number for the item.
    public var handle: ItemInfo.Handle
    /// The file name; nil if the camera has not described the file.
    public var name: String?
    /// Kind of the last failure.
    public var code: CameraError.Code
    /// One sentence for display: the last failure.
    public var message: String

    /// Creates the description of a file that cannot be read. See the properties for the meaning of the parameters.
    public init(handle: ItemInfo.Handle, name: String?, code: CameraError.Code, message: String) {
        self.handle = handle
        self.name = name
        self.code = code
        self.message = message
    }

    /// The name for display: the file name, or the camera's number in hexadecimal as in "object 0x0000002A".
    public var displayName: String { name ?? Self.displayName(handle) }

    /// The failure as an error, with the name for display as its subject.
    public var error: CameraError { CameraError(code, message, operation: .loadMetadata, subject: displayName) }

    /// Name for display of an item without a file name.
    package static func displayName(_ handle: ItemInfo.Handle) -> String {
        let digits = String(handle.number, radix: 16, uppercase: true)
        return "object 0x\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits)"
    }
}

extension ItemInfo {
    /// Whether the camera lists the item and has not described it: its name is ``UnreadableItem/displayName(_:)``.
    package var isUndescribed: Bool { !hasMetadata && name == UnreadableItem.displayName(handle) }
}
