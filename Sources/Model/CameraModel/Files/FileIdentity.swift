/// What distinguishes a file from another one with the same handle or path: its name, size and date. Pure.
///
/// A camera numbers files again after they were deleted or its card was replaced.
package struct FileIdentity: Sendable, Hashable {
    private let name: String
    private let size: UInt64?
    private let created: CameraDate?

    /// Creates the identity of a file.
    package init(_ item: ItemInfo) { (name, size, created) = (item.name, item.size, item.created) }

    /// Whether this may be the same file: a camera may report the size and the date of a new file late.
    package func matches(_ other: FileIdentity) -> Bool {
        name == other.name && (isUnknown(size) || isUnknown(other.size) || size == other.size)
            && (created == nil || other.created == nil || created == other.created)
    }

    private func isUnknown(_ size: UInt64?) -> Bool { size == nil || size == 0 }
}
