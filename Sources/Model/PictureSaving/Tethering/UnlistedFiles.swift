import CameraModel

/// Files that were reported in an earlier connection, to be recognised in a listing, which has other handles. Pure.
///
/// Finding a file takes constant time, because the camera determines the number of files on both sides.
struct UnlistedFiles: Sendable {
    private struct Name: Hashable {
        let storage: StorageInfo.Identifier
        let text: String
    }

    /// Number of files of one name for each date; those without a date have the key nil.
    private var dates: [Name: [CameraDate?: Int]] = [:]
    /// Number of files.
    private(set) var count = 0

    /// The names of the files, sorted.
    var names: [String] {
        dates.flatMap { name, numbers in Array(repeating: name.text, count: numbers.values.reduce(0, +)) }.sorted()
    }

    /// Adds a file.
    mutating func insert(_ item: ItemInfo) {
        dates[Name(storage: item.storage, text: item.name), default: [:]][item.created, default: 0] += 1
        count += 1
    }

    /// Removes one file of the storage, name and date of an item; if there is none, one of that storage and name without a date.
    ///
    /// - Returns: whether there was one.
    mutating func remove(_ item: ItemInfo) -> Bool {
        let name = Name(storage: item.storage, text: item.name)
        for date in [item.created, nil] {
            guard let number = dates[name]?[date] else { continue }
            dates[name]?[date] = number == 1 ? nil : number - 1
            count -= 1
            return true
        }
        return false
    }
}
