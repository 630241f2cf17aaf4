private import Glibc

/// Names for new files that no other file has.
enum FreeName {
    /// Past this somebody is filling the folder on purpose.
    private static let limit = 10_000

    /// Paths in a folder for files that belong together: as they are called, or all with the same number before the extension
    /// (`IMG_0001-2.DNG`, `IMG_0001-2.JPG`) where one of these is taken.
    static func paths(for names: [String], in folder: String, isTaken: (String) -> Bool = exists) -> [String] {
        let base = folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        var paths = names.map { base + $0 }
        var number = 2
        while paths.contains(where: isTaken), number < limit {
            paths = names.map { base + numbered($0, number) }
            number += 1
        }
        return paths
    }

    static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)-\(number)" }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }

    /// Whether there is something of this name, were it a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: `lstat` fills in one structure; the path is a terminated string for the time of the call.
        return unsafe lstat(path, &status) == 0
    }
}
