import CameraModel
import PictureSaving

/// The files of a folder of this computer that may be copies of files on a camera. Pure.
///
/// A copy has the size of its file, the date of its picture, and the name that the file would get, unless the name is a number. Each
/// file of the folder is the copy of one file at most.
struct ExistingFiles {
    /// A file of this computer.
    struct Copy: Equatable {
        let path: String
        let size: UInt64
        /// Modification time, in seconds since 1970.
        let modified: Int
    }

    enum Match: Equatable {
        case none
        case copy(String)
        /// Each of these may be the copy: only the contents can tell.
        case uncertain([String])
    }

    /// Difference of times that a file system may cause, in seconds.
    private static let coarseness = 2

    private var copies: [UInt64: [Copy]]
    private let namesAreNumbers: Bool
    /// Number of the camera's files that size and date, and the name unless it is a number, do not distinguish.
    private let counts: [Traits: Int]

    private struct Traits: Hashable {
        let size: UInt64?
        let created: CameraDate?
        let name: String?
    }

    /// Creates the set.
    ///
    /// - Parameters:
    ///   - copies: The files of the folder before the first copy.
    ///   - items: The camera's files.
    ///   - namesAreNumbers: Whether the name of a copy does not depend on that of its file.
    init(_ copies: [Copy], for items: [ItemInfo], namesAreNumbers: Bool) {
        self.copies = Dictionary(grouping: copies, by: \.size)
        self.namesAreNumbers = namesAreNumbers
        var counts: [Traits: Int] = [:]
        for item in items { counts[Self.traits(item, namesAreNumbers), default: 0] += 1 }
        self.counts = counts
    }

    private static func traits(_ item: ItemInfo, _ namesAreNumbers: Bool) -> Traits {
        Traits(size: item.size, created: item.created, name: namesAreNumbers ? nil : item.name)
    }

    /// Returns the copy of a camera's file, which then is the copy of no other file.
    ///
    /// - Parameters:
    ///   - item: The file.
    ///   - wanted: Path of a copy whose name is not in use.
    /// - Returns: The copy, or the files that may be it.
    mutating func match(_ item: ItemInfo, wanted: String) -> Match {
        guard let size = item.size, let candidates = copies[size] else { return .none }
        let date = item.created.flatMap { FileTimes.secondsSince1970($0) }
        let near = candidates.filter { copy in
            let hasDate = date.map { abs(copy.modified - $0) <= Self.coarseness } ?? false
            return Self.isName(copy.path, of: wanted) || (namesAreNumbers && (hasDate || date == nil))
        }
        if near.isEmpty { return .none }
        let isAlone = counts[Self.traits(item, namesAreNumbers)] == 1
        let sure = near.filter { $0.modified == date && (namesAreNumbers || Self.isName($0.path, of: wanted)) }
        guard isAlone, sure.count == 1 else { return .uncertain(near.map(\.path)) }
        use(sure[0].path, size)
        return .copy(sure[0].path)
    }

    /// Records that a file of the folder is the copy of a camera's file.
    mutating func use(_ path: String, _ size: UInt64) { copies[size]?.removeAll { $0.path == path } }

    /// Whether a path is the wanted one, or has a number added to its name.
    private static func isName(_ path: String, of wanted: String) -> Bool {
        if path == wanted { return true }
        let (stem, ending) = split(wanted)
        let (other, otherEnding) = split(path)
        guard ending == otherEnding, other.hasPrefix(stem + "-") else { return false }
        let number = other.dropFirst(stem.count + 1)
        return !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    private static func split(_ path: String) -> (stem: String, ending: String) {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: "."), dot != start else { return (path, "") }
        return (String(path[..<dot]), String(path[dot...]))
    }
}
