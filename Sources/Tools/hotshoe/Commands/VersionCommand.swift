/// `hotshoe version`
enum VersionCommand {
    static let command = Command("version", summary: "Show the version") { context in
        let table = context.table
        try context.print(Version(name: table.program, version: table.version), as: "\(table.program) \(table.version)")
    }

    private struct Version: Encodable {
        let name: String
        let version: String
    }
}
