/// Writes the files of one language from the C interface of a library.
///
/// A back end reads the interface as data (``LoweredLibrary``) and writes text with ``CodeWriter``; it changes neither, and knows no
/// other back end. docs/binding-generator.md describes what it can rely on.
package protocol BackEnd: Sendable {
    /// The files, with paths relative to the output folder.
    func files(for library: LoweredLibrary) -> [Generator.File]
}

extension Generator {
    /// An output language.
    public struct Language: Hashable, Sendable {
        /// The name in `--languages`.
        public let name: String
        /// Its back end; nil for C, which every generation includes.
        let backEnd: (any BackEnd)?

        /// Every language builds on C.
        public static let c = Language(name: "c", backEnd: nil)
        /// C++17 and later.
        public static let cpp = Language(name: "cpp", backEnd: CPlusPlusBackEnd())
        /// Python 3.9 and later.
        public static let python = Language(name: "python", backEnd: PythonBackEnd())
        /// The interface as data, for other generators.
        public static let json = Language(name: "json", backEnd: JSONBackEnd())
        /// All languages, in the order of the help.
        public static let all = [c, cpp, python, json]
        /// The languages of a generation that names none.
        public static let standard = [c, cpp]

        /// Finds a language by its name; nil if there is none.
        public init?(name: String) {
            guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
            self = found
        }

        private init(name: String, backEnd: (any BackEnd)?) { (self.name, self.backEnd) = (name, backEnd) }

        /// Whether the names are the same.
        public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

/// The C headers, and their module map for Swift.
struct CBackEnd: BackEnd {
    func files(for library: LoweredLibrary) -> [Generator.File] {
        let folder = "include/\(library.prefix)"
        let map = "module \(library.headerModule) {\n    header \"\(library.prefix).h\"\n    export *\n}\n"
        return HeaderEmitter.headers(library).map { Generator.File(path: "\(folder)/\($0.name).h", text: $0.text) }
            + [Generator.File(path: "\(folder)/module.modulemap", text: map)]
    }
}

/// The C++ headers, and the header with the definitions of its functions.
struct CPlusPlusBackEnd: BackEnd {
    func files(for library: LoweredLibrary) -> [Generator.File] {
        CPlusPlusEmitter.headers(library).map {
            Generator.File(path: "include/\(library.prefix)/\($0.name).hpp", text: $0.text)
        }
    }
}

/// The Swift code that implements the C header.
struct SwiftThunksBackEnd: BackEnd {
    func files(for library: LoweredLibrary) -> [Generator.File] {
        ThunkEmitter(library: library).files()
    }
}
