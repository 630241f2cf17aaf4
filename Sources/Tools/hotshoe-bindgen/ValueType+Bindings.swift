import ArgumentParsing
import BindingGenerator
import BindingModel
import Wording

extension ValueType where Value == [String] {
    /// Names, separated by commas.
    static var names: Self {
        ValueType(describe: { $0.joined(separator: ",") }) { text throws(ValueProblem) in
            let names = text.split(separator: ",").map(String.init)
            if names.isEmpty { throw ValueProblem(message: "contains no name") }
            return names
        }
    }
}

extension ValueType where Value == String {
    /// The name of a library.
    static var libraryName: Self {
        ValueType(describe: { $0 }) { text throws(ValueProblem) in
            let isName = text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
            guard isName, let first = text.first, !first.isNumber else {
                throw ValueProblem(message: "is no name: use small letters, digits and _, and no digit first")
            }
            return text
        }
    }

    /// The version of a library.
    static var version: Self {
        ValueType(describe: { $0 }) { text throws(ValueProblem) in
            guard !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber || ".-+".contains($0) }) else {
                throw ValueProblem(message: "is no version: use letters, digits, and . - +")
            }
            return text
        }
    }
}

extension ValueType where Value == [Generator.Language] {
    /// Languages that can be chosen, separated by commas, without repetitions.
    static var languages: Self {
        ValueType(describe: { $0.map(\.name).joined(separator: ",") }) { text throws(ValueProblem) in
            var languages: [Generator.Language] = []
            for name in try ValueType<[String]>.names.parse(text) {
                let language = try Generator.Language(named: name, among: Generator.Language.all)
                if !languages.contains(language) { languages.append(language) }
            }
            return languages
        }
    }
}

/// The folder of a language's files.
struct LanguageFolder: Equatable {
    var language: Generator.Language
    var path: String
}

extension ValueType where Value == LanguageFolder {
    /// A language and a folder: `python=DIR`.
    static var languageFolder: Self {
        ValueType(describe: { "\($0.language.name)=\($0.path)" }) { text throws(ValueProblem) in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ValueProblem(message: "is not LANGUAGE=DIR") }
            let known = Generator.Language.all + Generator.Language.library.filter { !Generator.Language.all.contains($0) }
            return LanguageFolder(language: try Generator.Language(named: parts[0], among: known), path: parts[1])
        }
    }
}

extension ValueType where Value == CallPair {
    /// A pair of methods: `opened=open,close`.
    static var pair: Self {
        ValueType(describe: { "\($0.name)=\($0.begin),\($0.end)" }) { text throws(ValueProblem) in
            guard let pair = CallPair(text) else { throw ValueProblem(message: "is not NAME=BEGIN,END") }
            return pair
        }
    }
}

extension Generator.Language {
    /// Finds a language by its name.
    ///
    /// - Throws: the nearest names, if there is none.
    fileprivate init(named name: String, among languages: [Self]) throws(ValueProblem) {
        guard let found = languages.first(where: { $0.name == name }) else {
            let names = languages.map(\.name)
            let advice = NearestName.of(name, among: names).map { "Did you mean \($0)?" } ?? "Use \(names.listed(by: "or"))."
            throw ValueProblem(message: "has no back end for \(Excerpt.plain(name)). \(advice)")
        }
        self = found
    }
}
