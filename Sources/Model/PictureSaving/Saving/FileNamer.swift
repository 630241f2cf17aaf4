/// Selects the names of copied files by a pattern, and counts pictures. Pure; **single-owner**.
///
/// Consecutive files that differ only in their extension are one picture, and share its number.
package struct FileNamer: Sendable {
    private let pattern: FileNamePattern
    /// Number of the last named picture.
    private var number = 0
    private var picture: (base: String, extensions: Set<String>)?
    private var current: [(file: FileNameValues, number: Int)] = []
    /// Whether the current files belong to a picture of which other files are already named.
    private var isContinuation = false

    package init(_ pattern: FileNamePattern) { self.pattern = pattern }

    /// Begins with the next files, which are named together.
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

    /// Returns the names for an attempt, counted from 0. A pattern with a number uses the numbers that follow; any other
    /// pattern appends a number to the name.
    package func names(attempt: Int) -> [String] {
        current.map { file, number in
            if pattern.hasNumber, !isContinuation { return pattern.path(for: file, number: number + attempt) }
            return NumberedName.of(pattern.path(for: file, number: number), attempt: attempt)
        }
    }

    /// Reports the attempt whose names were free; later pictures continue from its number.
    package mutating func used(attempt: Int) {
        if pattern.hasNumber, !isContinuation { number += attempt }
    }
}
