/// What distinguishes a file from another one with the same handle or path: its name, size and date. Pure.
///
/// A camera numbers files again after they were deleted or its card was replaced.
package struct FileIdentity: Sendable, Hashable {
    /// Nil if the camera has not described the file.
    package let name: String?
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

    /// Difference in milliseconds of two dates of one file: a camera may report the time of the exposure first, and after a restart what its
    /// card has, in steps of two seconds (FAT).
    private static let dateTolerance: Int64 = 2000

    /// Whether this is the same file, also as a camera reports it after a restart: both have a name, which is the same, and dates close to one
    /// another, and no other size is known.
    package func isSameAfterRestart(as other: FileIdentity) -> Bool {
        guard let name, name == other.name, let date = created?.millisecondsSince1970,
            let otherDate = other.created?.millisecondsSince1970
        else { return false }
        return abs(date - otherDate) <= Self.dateTolerance && (isUnknown(size) || isUnknown(other.size) || size == other.size)
    }

    private func isUnknown(_ size: UInt64?) -> Bool { size == nil || size == 0 }
}
