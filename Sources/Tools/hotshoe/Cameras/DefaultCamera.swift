import ArgumentParsing
import CameraModel
import Wording

/// The camera that commands use without `--camera`: of the variable HOTSHOE_CAMERA, otherwise of the configuration file.
enum DefaultCamera {
    static let variable = "HOTSHOE_CAMERA"

    /// Returns the selector; nil if neither has one.
    ///
    /// - Throws: a usage failure for a selector that is not one, and for a line of the file without a meaning.
    static func selector(_ environment: CommandEnvironment) throws(CommandFailure) -> CameraSelector? {
        if let text = environment.variable(variable), !text.isEmpty { return try parse(text, variable) }
        guard let path = path(environment), let text = try LocalFolder.text(ofFile: path) else { return nil }
        return try selector(in: text, path)
    }

    /// The configuration file, `hotshoe/config` in the folder for configuration; nil without a home folder.
    static func path(_ environment: CommandEnvironment) -> String? {
        if let folder = environment.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/hotshoe/config" }
        return environment.variable("HOME").map { $0 + "/.config/hotshoe/config" }
    }

    /// Returns the value of `camera = …` in the text of a configuration file, whose other lines are empty or begin with `#`.
    static func selector(in text: String, _ path: String) throws(CommandFailure) -> CameraSelector? {
        var found: CameraSelector?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1).map(trimmed)
            guard parts.count == 2, parts[0] == "camera" else {
                throw CommandFailure(.usage, "\(path), line \(number + 1)", "is not understood. Write: camera = SELECTOR")
            }
            found = try parse(parts[1], "\(path), line \(number + 1)")
        }
        return found
    }

    private static func parse(_ text: String, _ place: String) throws(CommandFailure) -> CameraSelector {
        do throws(ValueProblem) { return try CameraSelector(text) } catch {
            throw CommandFailure(.usage, place, "\(Excerpt.quoted(text)) \(error.message).")
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
