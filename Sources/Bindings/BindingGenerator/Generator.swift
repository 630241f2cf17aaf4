public import BindingModel

/// Writes the bindings of a library.
public struct Generator {
    /// A file to be written.
    public struct File: Hashable, Sendable {
        /// Where it goes, relative to the output folder.
        public var path: String
        public var text: String
    }

    /// What a run gives.
    public struct Output: Sendable {
        public var files: [File]
        /// Everything that is left out, by extraction or here.
        public var omissions: [Omission]
        /// The C functions, for whoever links the library with a list of symbols.
        public var symbols: [String]
    }

    /// Why nothing could be generated.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        /// One line for each problem, with its place in the source.
        public var problems: [String]

        public var description: String { problems.joined(separator: "\n") }
    }

    /// A language that bindings are made for. Every other stands on C.
    public enum Language: String, Hashable, Sendable, CaseIterable {
        case c
        case cpp
        /// A C program that calls everything in every wrong way; for whoever works on the generator.
        case misuse = "c-misuse"
    }

    let library: Library
    let languages: Set<Language>
    let prefix: String

    /// Takes a library, and the languages that are wanted.
    public init(_ library: Library, languages: Set<Language> = Set(Language.allCases)) {
        self.library = library
        self.languages = languages
        prefix = library.name
    }

    /// Generates the C header, the Swift that implements it, and what the other languages make of it.
    public func generate() throws(Failure) -> Output {
        var lowering = LibraryLowering(library: library, prefix: prefix)
        if !lowering.conflicts.isEmpty { throw Failure(problems: lowering.conflicts.map(\.description)) }
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
            files.append(File(path: "include/\(prefix)/\(prefix).hpp", text: CPlusPlusEmitter.emit(lowered)))
        }
        for file in ThunkEmitter(library: lowered, fingerprint: fingerprint, headerModule: headerModule).emit() {
            files.append(File(path: "swift/\(file.name)", text: file.text))
        }
        return Output(files: files, omissions: lowered.omissions, symbols: symbols(header))
    }

    /// Every function that the header declares.
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
