import BindingModel
import BindingTexts

/// The Python package: a C extension over the C interface, and Python over that.
struct PythonBackEnd: BackEnd {
    let name = "python"
    let folder = "python"
    let marks = [
        FileMark(suffixes: [".py", ".pyi"], openings: ["\"\"\"", "# "], text: "\(FileMark.generator) for @;"),
        FileMark(suffixes: [".c"], openings: ["/* @: "]),
    ]

    func files(for library: LoweredLibrary) -> [Generator.File] {
        let names = PythonNames(library)
        let package = PythonPackage(library, names)
        let folder = PythonModules.package(library.prefix)
        let placeholders = Self.placeholders(library)
        func text(_ text: RuntimeText) -> String { text.filled(placeholders) }
        return [
            Generator.File(path: "setup.py", text: text(.pythonSetup) + "\n"),
            Generator.File(path: "\(folder)/__init__.py", text: package.initialisation),
            Generator.File(path: "\(folder)/_library.py", text: package.text()),
            Generator.File(path: "\(folder)/_loading.py", text: text(.pythonLoading) + "\n"),
            Generator.File(path: "\(folder)/_native.c", text: ExtensionEmitter.text(library, names)),
            Generator.File(path: "\(folder)/_native.pyi", text: text(.pythonStub) + "\n"),
            Generator.File(path: "\(folder)/_runtime.py", text: text(.pythonRuntime) + "\n"),
            Generator.File(path: "\(folder)/py.typed", text: ""),
        ]
    }

    /// The values of placeholders in the texts of Python and its extension.
    static func placeholders(_ library: LoweredLibrary) -> Placeholders {
        var placeholders = Placeholders(prefix: library.prefix)
        placeholders["the_package"] = PythonModules.package(library.prefix)
        placeholders["the_fingerprint"] = String(library.fingerprint, radix: 16)
        return placeholders
    }

    /// The extension is compiled at the same time as the library that it needs: it is linked to an empty library of that name first.
    ///
    /// `PYTHON` names another interpreter than `python3`.
    func build(_ place: BuildPlace) -> LanguageBuild? {
        let python = place.environment["PYTHON"] ?? "python3"
        let package = PythonModules.package(place.library)
        var build = LanguageBuild(title: "Python")
        build.requirement = LanguageBuild.Command(
            [python, "-c", "import setuptools"],
            failure: "\(python) has no setuptools: the Python package was not compiled."
        )
        let empty = (folder: "\(place.scratch)/python-library", file: "lib\(place.library).so")
        let source = "\(empty.folder)/empty.c"
        build.preparation = [
            .write(path: source, text: ""),
            .run(
                LanguageBuild.Command(
                    ["cc", "-shared", "-Wl,-soname,\(empty.file)", "-x", "c", source, "-o", "\(empty.folder)/\(empty.file)"],
                    failure: "\(empty.folder)/\(empty.file) cannot be linked:"
                )
            ),
        ]
        // A linker may leave an empty library out of what the extension loads.
        let flags = ((place.environment["LDFLAGS"].map { [$0] } ?? []) + ["-Wl,--no-as-needed"]).joined(separator: " ")
        let environment = ["env", "LDFLAGS=\(flags)", "\(place.library.uppercased())_LIBRARY=\(empty.folder)"]
        let setup = [python, "setup.py", "-q", "build_ext", "--inplace", "--build-temp", "build"]
        build.compilation = LanguageBuild.Command(
            ["sh", "-c", "cd \"$0\" && exec \"$@\"", place.folder] + environment + setup,
            failure: "the Python package cannot be compiled:"
        )
        // The library, and what it loads, beside the extension, where the loader finds it.
        build.completion = [.copy(folder: "\(place.output)/lib", to: "\(place.folder)/\(package)", except: [".a", ".o"])]
        let program = "import sys; sys.path.insert(0, sys.argv[1]); __import__(sys.argv[2])"
        var loading = LanguageBuild.Command(
            [python, "-c", program, place.folder, package],
            failure: "\(place.folder)/\(package) was built, but Python cannot import it:"
        )
        loading.limit = LanguageBuild.Command.loadingLimit
        build.loading = [.run(loading)]
        return build
    }
}
