/// The C++ headers, and the header with the definitions of its functions.
struct CPlusPlusBackEnd: BackEnd {
    let name = "cpp"
    let folder = "include"
    let marks = [FileMark(suffixes: [".hpp"], openings: ["// @: "])]

    func files(for library: LoweredLibrary) -> [Generator.File] {
        CPlusPlusEmitter.headers(library).map { Generator.File(path: "\(library.prefix)/\($0.name).hpp", text: $0.text) }
    }

    func build(_ place: BuildPlace) -> LanguageBuild? {
        guard let compiler = place.compiler else { return nil }
        let name = place.library
        var build = LanguageBuild(title: "C++")
        build.checks = [.syntax(compiler, "c++", "c++20", place.headers, "\(place.folder)/\(name)/\(name).hpp")]
        let definitions = "\(place.output)/lib/lib\(name)_cpp"
        // C++17, so that programs in each later dialect can be linked with it.
        build.compilation = LanguageBuild.Command(
            [
                compiler, "-x", "c++", "-std=c++17", place.isRelease ? "-Os" : "-O0", "-g0", "-fPIC", "-ffunction-sections",
                "-fdata-sections", "-I", place.headers, "-I", place.folder, "-include", "\(name)/\(name)_definitions.hpp", "-c",
                "/dev/null", "-o", "\(definitions).o",
            ],
            failure: "\(name)_definitions.hpp cannot be compiled:"
        )
        var archive = LanguageBuild.Command(["ar", "rcs", "\(definitions).a", "\(definitions).o"], failure: "\(definitions).a:")
        archive.alternatives = [["llvm-ar"] + archive.words.dropFirst()]
        build.completion = [.remove(path: "\(definitions).a"), .run(archive), .remove(path: "\(definitions).o")]
        return build
    }
}
