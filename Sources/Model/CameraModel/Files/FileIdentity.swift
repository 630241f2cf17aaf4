/// What distinguishes a file from another one with the same handle or path: its name, size and date. Pure.
///
/// A camera numbers files again after they were deleted or its card was replaced.
package struct FileIdentity: Sendable, Hashable {
    /// Nil if the camera has not described the file.
    private let name: String?
    private let size: UInt64?
    private let created: CameraDate?

    /// Creates the identity of a file.
    package init(_ item: ItemInfo) {
        (name, size, created) = (item.isUndescribed ? nil : item.name, item.size, item.created)
    }

    /// Whether the camera has described the file.
    package var isDescribed: Bool { name != nil }

    /// Whether a later file of the same name and size is distinguished from it.
    package var hasDate: Bool { created != nil }

    /// Whether this may be the same file: a camera may report the name, the size and the date of a new file late.
    package func matches(_ other: FileIdentity) -> Bool {
        (name == nil || other.name == nil || name == other.name)
            && (isUnknown(size) || isUnknown(other.size) || size == other.size)
            && (created == nil || other.created == nil || created == other.created)
    }

    private func isUnknown(_ size: UInt64?) -> Bool { size == nil || size == 0 }
}
