public import BindingModel

/// Generates the bindings of a library.
public struct Generator {
    /// A generated file.
    public struct File: Hashable, Sendable {
        /// The path relative to the output folder.
        public var path: String
        /// The contents of the file.
        public var text: String
        /// The functions that the file implements, in the order of their lines.
        var functions: [Implemented] = []

        /// The place of a function in a file.
        struct Implemented: Hashable, Sendable {
            /// The number of its first line, from 1.
            var line: Int
            var name: String
        }
    }

    /// The result of a generation.
    public struct Output: Sendable {
        /// The generated files.
        public var files: [File]
        /// All declarations that are left out, by the extraction or the generator.
        public var omissions: [Omission]
        /// The names of the C functions, for linking the library with a list of symbols.
        public var symbols: [String]
        /// The USRs of the declarations, by the names of the C functions that stand for them.
        public var declarations: [String: String]

        /// Finds the declaration whose thunk contains a line of a generated Swift file.
        ///
        /// - Parameters:
        ///   - line: The number of the line, from 1.
        ///   - path: The path of the file, as in ``files``.
        /// - Returns: the declaration's USR; nil if the line is in no thunk.
        public func declaration(at line: Int, of path: String) -> String? {
            let functions = files.first { $0.path == path }?.functions ?? []
            return functions.last { $0.line <= line }.flatMap { declarations[$0.name] }
        }
    }

    private let library: Library
    private let languages: [Language]

    /// Creates a generator for a library and a set of output languages.
    public init(_ library: Library, languages: [Language] = Language.all) {
        self.library = library
        self.languages = languages
    }

    /// The C interface of the library.
    package func lowered() -> LoweredLibrary {
        var lowering = LibraryLowering(library: library, prefix: library.name)
        var lowered = lowering.lower()
        lowered.topics = HeaderTopics(lowered)
        lowered.fingerprint = HeaderEmitter.fingerprint(lowered)
        return lowered
    }

    /// Generates the C header, the Swift code that implements it, and the files of the other languages.
    public func generate() -> Output {
        let lowered = lowered()
        let backEnds: [any BackEnd] = [CBackEnd()] + languages.compactMap(\.backEnd) + [SwiftThunksBackEnd()]
        return Output(
            files: backEnds.flatMap { $0.files(for: lowered) },
            omissions: lowered.omissions,
            symbols: lowered.symbols,
            declarations: lowered.declarations
        )
    }
}
