import BindingGenerator
import Foundation

/// Takes the steps with which a back end builds the files of its language.
struct LanguageBuilder {
    /// A step that failed, with the reason.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let language: Generator.Language
    let build: LanguageBuild

    /// Prepares the build of a language; nil if it has nothing to build, or the computer lacks what its build needs, which a message
    /// states.
    init?(_ language: Generator.Language, in place: BuildPlace, printMessage: (String) -> Void) throws {
        guard let build = language.build(place) else { return nil }
        if let requirement = build.requirement, try !ToolRun(requirement.words).run().isSuccess {
            printMessage(requirement.failure)
            return nil
        }
        (self.language, self.build) = (language, build)
    }

    /// Takes the steps before the compilation.
    func prepare() throws { try take(build.preparation) }

    /// Takes the steps after the compilation of the files and of the library.
    func complete() throws { try take(build.completion) }

    /// Loads the library as a program of the language does.
    ///
    /// - Returns: whether the language has such programs.
    func load() throws -> Bool {
        try take(build.loading)
        return !build.loading.isEmpty
    }

    private func take(_ steps: [LanguageBuild.Step]) throws {
        for step in steps { try Self.take(step) }
    }

    static func take(_ step: LanguageBuild.Step) throws {
        let files = FileManager.default
        switch step {
        case .run(let command): try run(command)
        case .write(let path, let text):
            try files.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true
            )
            try PackageOverlay.write(text, to: path)
        case .remove(let path): try? files.removeItem(atPath: path)
        case .copy(let folder, let target, let suffixes):
            for name in try files.contentsOfDirectory(atPath: folder) where !suffixes.contains(where: name.hasSuffix) {
                try? files.removeItem(atPath: "\(target)/\(name)")
                try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(target)/\(name)")
            }
        }
    }

    private static func run(_ command: LanguageBuild.Command) throws {
        var result = try ToolRun(command.words).run(limit: command.limit)
        for words in command.alternatives where !result.isSuccess { result = try ToolRun(words).run(limit: command.limit) }
        guard result.isSuccess else { throw Failure(description: "\(command.failure)\n\(result.reason)") }
    }
}
