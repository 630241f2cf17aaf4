import BindingTexts

/// The C headers, and their module map for Swift.
struct CBackEnd: BackEnd {
    let name = "c"
    let folder = "include"
    let marks = [FileMark(suffixes: [".h", ".c"], openings: ["/* @: ", "/*\n * @: "])]

    func files(for library: LoweredLibrary) -> [Generator.File] {
        let map = "module \(library.headerModule) {\n    header \"\(library.prefix).h\"\n    export *\n}\n"
        return HeaderEmitter.headers(library).map { Generator.File(path: "\(library.prefix)/\($0.name).h", text: $0.text) }
            + [Generator.File(path: "\(library.prefix)/module.modulemap", text: map)]
    }

    func build(_ place: BuildPlace) -> LanguageBuild? {
        guard let compiler = place.compiler else { return nil }
        var build = LanguageBuild(title: "C")
        build.checks = [
            .syntax(compiler, "c", "c99", place.headers, "\(place.folder)/\(place.library)/\(place.library).h")
        ]
        let source = "\(place.scratch)/load.c"
        var loading = LanguageBuild.Command(
            ["\(place.scratch)/load", place.sharedLibrary],
            failure: "\(place.sharedLibrary) was built, but C programs cannot load it:"
        )
        loading.limit = LanguageBuild.Command.loadingLimit
        build.loading = [
            .write(path: source, text: RuntimeText.cLoader.filled(Placeholders()) + "\n"),
            .run(
                LanguageBuild.Command(
                    [compiler, "-x", "c", source, "-o", "\(place.scratch)/load", "-ldl"],
                    failure: "\(source), which loads the library, does not compile:"
                )
            ),
            .run(loading),
        ]
        return build
    }
}

extension LanguageBuild.Command {
    /// Seconds for which loading may take: code of the package runs in it.
    static let loadingLimit = 60.0

    /// A check of a header as a program that includes it.
    static func syntax(_ compiler: String, _ language: String, _ dialect: String, _ headers: String, _ path: String) -> Self {
        // All errors in one round.
        let limit = compiler == "clang" ? ["-ferror-limit=0"] : []
        return LanguageBuild.Command(
            [compiler] + limit + [
                "-x", language, "-std=\(dialect)", "-Wall", "-Wextra", "-fsyntax-only", "-I", headers, path,
            ],
            failure: "\(path) cannot be compiled:"
        )
    }
}
