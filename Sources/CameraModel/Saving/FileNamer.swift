/// Chooses the names of copied files by a pattern, and counts pictures. Pure; **single-owner**.
///
/// Files that follow one another and differ only in their extension are one picture, and share its number.
package struct FileNamer: Sendable {
    private let pattern: FileNamePattern
    /// Number of the last picture that was named.
    private var number = 0
    private var picture: (base: String, extensions: Set<String>)?
    private var current: [(file: FileNameValues, number: Int)] = []
    /// Whether the current files belong to a picture of which other files have their names already.
    private var isContinuation = false

    package init(_ pattern: FileNamePattern) { self.pattern = pattern }

    /// Begins with the next files, which get their names together.
    package mutating func begin(_ files: [FileNameValues]) {
        let before = number
        current = files.map { file in
            let fileExtension = file.text(of: .ext, number: 0, width: 0)
            if let known = picture, known.base == file.baseName, !known.extensions.contains(fileExtension) {
                picture?.extensions.insert(fileExtension)
            } else {
                number += 1
                picture = (file.baseName, [fileExtension])
            }
            return (file, max(number, 1))
        }
        isContinuation = current.first?.number == before
    }

    /// The names for an attempt, counted from 0. A pattern with a number tries the numbers after it; any other adds a number to the name.
    package func names(attempt: Int) -> [String] {
        current.map { file, number in
            if pattern.hasNumber, !isContinuation { return pattern.path(for: file, number: number + attempt) }
            return NumberedName.of(pattern.path(for: file, number: number), attempt: attempt)
        }
    }

    /// Reports the attempt whose names were free: later pictures follow it.
    package mutating func used(attempt: Int) {
        if pattern.hasNumber, !isContinuation { number += attempt }
    }
}
