import CameraRecords
import Wording

/// What a command has not done of its task: the reason for the exit code ``ExitCode/incomplete``.
struct MissingParts: Equatable {
    /// Maximum number of names in the message; the other ones are counted.
    private static let nameLimit = 10

    private var names: [String] = []
    private var nameCount = 0
    private var remarks: [String] = []

    /// Number of files.
    var count: Int { nameCount }

    var isEmpty: Bool { nameCount == 0 && remarks.isEmpty }

    /// Adds a file, by its name.
    mutating func add(file name: String) {
        nameCount += 1
        if names.count < Self.nameLimit { names.append(name) }
    }

    /// Adds a clause such as "2 pictures were missed", once.
    mutating func add(_ remark: String) { if !remarks.contains(remark) { remarks.append(remark) } }

    /// The failure; nil if nothing is missing.
    ///
    /// - Parameter fate: What happened to the files, as "not copied".
    /// - Returns: The failure.
    func failure(_ fate: String = "not copied") -> CommandFailure? {
        if isEmpty { return nil }
        var clauses = remarks
        if nameCount > 0 {
            let rest = nameCount > names.count ? ["\(nameCount - names.count) more"] : []
            let listed = (names.map(SafeText.of) + rest).listed(by: "and")
            clauses.insert("\(listed) \(nameCount == 1 ? "was" : "were") \(fate)", at: 0)
        }
        return CommandFailure(.incomplete, nil, "Not everything was done: \(clauses.joined(separator: "; ")).")
    }
}
