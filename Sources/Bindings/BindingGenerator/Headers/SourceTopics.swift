import BindingModel

/// The topic of each declaration of a library: the folder of its source file, or its module.
///
/// A module whose public declarations are all in subfolders has a topic for each of these folders; any other module is one topic.
struct SourceTopics {
    /// The folder of a module.
    private struct Root {
        /// The components of its path.
        var path: [String]
        /// Whether its subfolders are topics.
        var isDivided: Bool
    }

    private var roots: [String: Root] = [:]
    private let library: String
    private let reserved: Set<String>

    init(_ library: Library) {
        self.library = library.name
        // Names of other headers of the library, and that of a guard: `ZOO_DEFINITIONS_HPP`.
        reserved = [library.name, "\(library.name)_definitions", "definitions", HeaderTopics.common]
        var folders: [String: [[Substring]]] = [:]
        for (module, location) in Self.places(library) {
            folders[module, default: []].append(location.map { Array($0.file.split(separator: "/").dropLast()) } ?? [])
        }
        for (module, folders) in folders {
            guard let root = Self.root(of: module, folders) else { continue }
            roots[module] = Root(path: root.map(String.init), isDivided: !folders.contains(root))
        }
    }

    /// The modules and locations of all declarations.
    private static func places(_ library: Library) -> [(module: String, location: SourceLocation?)] {
        library.types.filter { !$0.module.isEmpty }.map { ($0.module, $0.notes.location) }
            + library.functions.compactMap { function in module(of: function.usr).map { ($0, function.notes.location) } }
            + library.properties.compactMap { property in module(of: property.usr).map { ($0, property.notes.location) } }
    }

    /// The module that declares a function outside a type: the first identifier of its mangled name, `s:5Other6numberSiyF`.
    private static func module(of usr: String) -> String? {
        guard usr.hasPrefix("s:") else { return nil }
        let digits = usr.dropFirst(2).prefix { $0.isNumber }
        guard let count = Int(digits), count > 0 else { return nil }
        let name = usr.dropFirst(2 + digits.count).prefix(count)
        return name.count == count ? String(name) : nil
    }

    /// The innermost folder that contains all files of a module, or the folder above it that is called as the module.
    private static func root(of module: String, _ folders: [[Substring]]) -> [Substring]? {
        guard var common = folders.first else { return nil }
        for folder in folders.dropFirst() {
            common = zip(common, folder).prefix { $0 == $1 }.map(\.0)
        }
        if let index = common.lastIndex(of: module[...]) { common = Array(common[...index]) }
        return common.isEmpty ? nil : common
    }

    /// The topic of a type.
    func topic(of type: TypeDeclaration) -> String { topic(type.module, type.notes.location) }

    /// The topic of a function without a type; nil if its module is not known.
    func topic(of function: LoweredFunction) -> String? {
        switch function.origin {
        case .function(let origin)?: Self.module(of: origin.usr).map { topic($0, origin.notes.location) }
        case .property(let origin)?: Self.module(of: origin.usr).map { topic($0, origin.notes.location) }
        case nil: nil
        }
    }

    private func topic(_ module: String, _ location: SourceLocation?) -> String {
        var name = module
        // `WeatherSupport` of `weather` is `support`.
        if module.lowercased().hasPrefix(library), module.count > library.count { name = String(module.dropFirst(library.count)) }
        if let root = roots[module], root.isDivided, let location {
            let path = location.file.split(separator: "/")
            if path.count > root.path.count + 1 { name = String(path[root.path.count]) }
        }
        let word = Words.snake(String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }))
        return reserved.contains(word) ? word + "_api" : word
    }
}
