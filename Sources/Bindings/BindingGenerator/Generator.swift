public import BindingModel

/// Generates the bindings of a library.
public struct Generator {
    /// A generated file.
    public struct File: Hashable, Sendable {
        /// The path relative to the output folder.
        public var path: String
        /// The contents of the file.
        public var text: String
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
            guard let text = files.first(where: { $0.path == path })?.text else { return nil }
            let head = "public func "
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(max(0, line))
            guard let function = lines.last(where: { $0.hasPrefix(head) }) else { return nil }
            return declarations[String(function.dropFirst(head.count).prefix { $0 != "(" })]
        }
    }

    /// An output language. All other languages build on C.
    public enum Language: String, Hashable, Sendable, CaseIterable {
        case c
        case cpp
        /// A C program that makes every kind of invalid call; for developers of the generator.
        case misuse = "c-misuse"
    }

    let library: Library
    let languages: Set<Language>
    let prefix: String

    /// Creates a generator for a library and a set of output languages.
    public init(_ library: Library, languages: Set<Language> = Set(Language.allCases)) {
        self.library = library
        self.languages = languages
        prefix = library.name
    }

    /// Generates the C header, the Swift code that implements it, and the files of the other languages.
    public func generate() -> Output {
        var lowering = LibraryLowering(library: library, prefix: prefix)
        let lowered = lowering.lower()
        let (header, fingerprint) = HeaderEmitter.emit(lowered)
        let headerModule = "C\(prefix.prefix(1).uppercased() + prefix.dropFirst())Header"
        var files = [
            File(path: "include/\(prefix)/\(prefix).h", text: header),
            File(
                path: "include/\(prefix)/module.modulemap",
                text: "module \(headerModule) {\n    header \"\(prefix).h\"\n    export *\n}\n"
            ),
        ]
        if languages.contains(.cpp) {
            let (header, definitions) = CPlusPlusEmitter.emit(lowered)
            files.append(File(path: "include/\(prefix)/\(prefix).hpp", text: header))
            files.append(File(path: "include/\(prefix)/\(prefix)_definitions.hpp", text: definitions))
        }
        for file in ThunkEmitter(library: lowered, fingerprint: fingerprint, headerModule: headerModule).emit() {
            files.append(File(path: "swift/\(file.name)", text: file.text))
        }
        return Output(
            files: files,
            omissions: lowered.omissions,
            symbols: symbols(header),
            declarations: lowered.declarations
        )
    }

    /// The names of all functions that the header declares.
    func symbols(_ header: String) -> [String] {
        var names: [String] = []
        let mark = "\(prefix.uppercased())_API "
        for line in header.split(separator: "\n") where line.hasPrefix(mark) {
            guard let parenthesis = line.firstIndex(of: "(") else { continue }
            let words = line[..<parenthesis].split { $0 == " " || $0 == "*" }
            if let name = words.last { names.append(String(name)) }
        }
        return names.sorted()
    }
}
