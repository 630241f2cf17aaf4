public import BindingModel

/// Generates the bindings of a library.
public struct Generator {
    /// A generated file.
    public struct File: Hashable, Sendable {
        /// The path relative to the output folder.
        public var path: String
        /// The contents of the file.
        public var text: String
        /// The language whose folder has the file.
        public internal(set) var language = Language.c
        /// The functions that the file implements, in the order of their lines.
        var functions: [Implemented] = []

        /// The conversions that the file implements, by the words of their types.
        var conversions: [Implemented] = []

        /// The classes for foreign implementations in the file, by the USRs of their protocols.
        var implementations: [Implemented] = []

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
        /// The declarations of the C functions on one line each, sorted by the names of the functions.
        public var signatures: [String]
        /// The declarations with the arguments of their generic types, by the names of the C functions that stand for them.
        public var members: [String: Member]
        /// The conformances for which C functions stand that no declaration has, by the names of those functions.
        public var conformances: [String: Conforming]
        /// What is left out if a function without a declaration or conformance does not compile, as ``Generator/init(_:languages:refusals:)``
        /// accepts it, by the name of the function: a conversion to a protocol alone, otherwise the type of the function.
        public var causes: [String: String]
        /// The declarations that are generated, with the names in C that stand for them: functions, types, constants, members.
        public var wrapped: [Wrapped]
        /// The names that the author chose for declarations, and other declarations have.
        public var clashes: [String]

        /// A declaration with the names in C that stand for it.
        public struct Wrapped: Hashable, Sendable {
            /// The declaration.
            public var declared: DeclaredSymbol
            /// Its names in C; none for an alias, which its target replaces.
            public var symbols: [String]
        }

        /// The conformances of a type for which a function stands.
        public struct Conforming: Hashable, Sendable {
            /// The type with its arguments.
            public var type: TypeIdentifier
            /// The conformances.
            public var conformances: Set<Conformance>
        }

        /// Finds the conformances whose thunk contains a line of a generated Swift file.
        ///
        /// - Parameters:
        ///   - line: The number of the line, from 1.
        ///   - path: The path of the file, as in ``files``.
        /// - Returns: the conformances with their type; nil if the line is in no such thunk.
        public func conformances(at line: Int, of path: String) -> Conforming? {
            function(at: line, of: path).flatMap { conformances[$0] }
        }

        /// Finds the declaration whose thunk contains a line of a generated Swift file.
        ///
        /// - Parameters:
        ///   - line: The number of the line, from 1.
        ///   - path: The path of the file, as in ``files``.
        /// - Returns: the declaration; nil if the line is in no thunk.
        public func member(at line: Int, of path: String) -> Member? {
            function(at: line, of: path).flatMap { members[$0] }
        }

        /// Finds what is left out if a line of a generated Swift file does not compile that is in the thunk of a function without a
        /// declaration or conformance.
        ///
        /// - Parameters:
        ///   - line: The number of the line, from 1.
        ///   - path: The path of the file, as in ``files``.
        /// - Returns: the name of the conversion or type for ``Generator/init(_:languages:refusals:)``; nil if the line is in no such
        ///   thunk.
        public func cause(at line: Int, of path: String) -> String? {
            function(at: line, of: path).flatMap { causes[$0] }
        }

        /// The C function whose thunk contains a line of a generated Swift file.
        private func function(at line: Int, of path: String) -> String? {
            let functions = files.first { $0.path == path }?.functions ?? []
            if implementation(at: line, of: path) != nil { return nil }
            return functions.last { $0.line <= line }?.name
        }

        /// Finds the protocol whose foreign implementation contains a line of a generated Swift file.
        ///
        /// - Parameters:
        ///   - line: The number of the line, from 1.
        ///   - path: The path of the file, as in ``files``.
        /// - Returns: the protocol's USR; nil if the line is in no implementation.
        public func implementation(at line: Int, of path: String) -> String? {
            let implementations = files.first { $0.path == path }?.implementations ?? []
            return implementations.last { $0.line <= line }?.name
        }

        /// Finds the type whose conversion contains a line of a generated Swift file.
        ///
        /// - Parameters:
        ///   - line: The number of the line, from 1.
        ///   - path: The path of the file, as in ``files``.
        /// - Returns: the name of the type for ``Generator/init(_:languages:refusals:)``; nil if the line is in no conversion.
        public func conversion(at line: Int, of path: String) -> String? {
            let conversions = files.first { $0.path == path }?.conversions ?? []
            return conversions.last { $0.line <= line }?.name
        }
    }

    private var library: Library
    private let languages: [Language]
    private let refusals: [String: String]

    /// Creates a generator for a library and a set of output languages.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - languages: The output languages.
    ///   - refusals: The types that are left out, with all declarations that use them, and the conversions to protocols that are left
    ///     out: the reasons by the names of the types or of the conversions in C, or by those of ``Output/conversion(at:of:)``.
    public init(_ library: Library, languages: [Language] = Language.standard, refusals: [String: String] = [:]) {
        self.library = library
        self.library.distinguishParts(by: Words.snake)
        self.languages = languages
        self.refusals = refusals
    }

    /// The C interface of the library.
    package func lowered() -> LoweredLibrary {
        var lowering = LibraryLowering(library: library, prefix: library.name, refusals: refusals)
        var lowered = lowering.lower()
        // Structures are found with the functions that use them, so that a function may have the name of one.
        var structures: Set<String> = []
        while case let names = lowered.structuresCalledAsFunctions, !names.isSubset(of: structures) {
            structures.formUnion(names)
            lowering = LibraryLowering(library: library, prefix: library.name, structures: structures, refusals: refusals)
            lowered = lowering.lower()
        }
        lowered.topics = HeaderTopics(lowered)
        lowered.fingerprint = HeaderEmitter.fingerprint(lowered)
        return lowered
    }

    /// Generates the C header, the Swift code that implements it, and the files of the other languages.
    public func generate() -> Output {
        let lowered = lowered()
        let languages = [.c] + languages.filter { !Language.library.contains($0) } + [.swift]
        let accounts = lowered.accounts
        return Output(
            files: languages.concurrentMap { $0.files(for: lowered) }.flatMap(\.self),
            omissions: lowered.omissions + accounts.missing + languages.flatMap { $0.omissions(in: lowered) },
            symbols: lowered.symbols,
            signatures: lowered.signatures,
            members: lowered.declarations,
            conformances: lowered.conformances,
            causes: lowered.causes,
            wrapped: accounts.wrapped,
            clashes: lowered.clashes
        )
    }
}
