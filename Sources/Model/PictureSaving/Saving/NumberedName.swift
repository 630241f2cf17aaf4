/// Alternative names for a file whose wanted name is taken. Pure.
package enum NumberedName {
    /// Maximum number of names to try for one file. More taken names indicate a program that creates them on purpose.
    package static let attemptLimit = 10_000

    /// Returns the name for an attempt, counted from 0: "IMG_0001.JPG", "IMG_0001-2.JPG", "IMG_0001-3.JPG" … The number
    /// precedes the extension. In a path only the last component changes.
    package static func of(_ name: String, attempt: Int) -> String {
        guard attempt > 0 else { return name }
        let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        guard let dot = name[start...].lastIndex(of: "."), dot != start else { return "\(name)-\(attempt + 1)" }
        return "\(name[..<dot])-\(attempt + 1)\(name[dot...])"
    }
}
