/// A name for other languages that cannot be given.
public struct RenamingError: Error, Hashable, CustomStringConvertible {
    /// The cause, and a remedy.
    public var description: String
}

extension Library {
    /// Gives a type, function, property, field or case another name in other languages.
    ///
    /// - Parameters:
    ///   - declaration: The path of the declaration as in the report, `Station.report(for:)`, or its place, `Station.swift:12`.
    ///   - name: The name that replaces the last word of the path, `dailyReport` or `daily_report`.
    /// - Throws: an error with its reason if there is no such declaration, or if there are several.
    public mutating func rename(_ declaration: String, to name: String) throws(RenamingError) {
        guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else {
            throw RenamingError(description: "\(declaration)=\(name): a name has letters, digits and _ only, and a letter first")
        }
        let found = declared.filter { $0.path == declaration || $0.isAt(declaration) }
        guard let usr = found.first?.usr else { throw unknown(declaration) }
        guard found.count == 1 else {
            let places = found.compactMap(\.location).map { "\($0)" }.joined(separator: ", ")
            throw RenamingError(
                description: "\(declaration) is the name of \(found.count) declarations: write the place instead: \(places)"
            )
        }
        if let clash = clash(of: usr, named: name) {
            throw RenamingError(description: "\(declaration)=\(name): \(clash) of the same type has that name")
        }
        guard rename(usr: usr, to: name) else {
            throw RenamingError(description: "\(declaration) cannot be renamed: it has no name of its own in other languages")
        }
    }

    private func unknown(_ declaration: String) -> RenamingError {
        if let omission = omissions.first(where: { $0.path == declaration }) {
            return RenamingError(description: "\(declaration) is left out: \(omission.reason)")
        }
        let word = declaration.split(separator: ".").last?.prefix { $0 != "(" } ?? ""
        let similar = declared.map(\.path).filter { path in
            path.split(separator: ".").last.map { $0.prefix { $0 != "(" } == word } ?? false
        }
        let hint = similar.isEmpty ? "the report lists all names" : "there is \(similar.prefix(3).joined(separator: ", "))"
        return RenamingError(description: "\(declaration) is no public declaration of the modules; \(hint)")
    }

    private mutating func rename(usr: String, to name: String) -> Bool {
        var isFound = Self.rename(usr, to: name, &functions, &properties)
        for index in types.indices {
            var type = types[index]
            if Self.rename(usr, to: name, &type.functions, &type.properties) || type.kind.rename(usr, to: name) {
                types[index] = type
                isFound = true
            }
        }
        for index in extensions.indices {
            var each = extensions[index]
            if Self.rename(usr, to: name, &each.functions, &each.properties) {
                extensions[index] = each
                isFound = true
            }
        }
        return renameType(usr, to: name) || isFound
    }

    private static func rename(
        _ usr: String,
        to name: String,
        _ functions: inout [Function],
        _ properties: inout [PropertyDeclaration]
    ) -> Bool {
        var isFound = false
        for index in functions.indices where functions[index].usr == usr {
            functions[index].foreignName = name
            isFound = true
        }
        for index in properties.indices where properties[index].usr == usr {
            properties[index].foreignName = name
            isFound = true
        }
        return isFound
    }

    /// Replaces the last word of a type's path, also in the paths of the types that it encloses.
    private mutating func renameType(_ usr: String, to name: String) -> Bool {
        guard let path = types.first(where: { $0.identifier.usr == usr && $0.identifier.arguments.isEmpty })?.path else {
            return false
        }
        for index in types.indices where types[index].path.starts(with: path) {
            types[index].path[path.count - 1] = name
        }
        return true
    }
}

extension Library {
    /// The field or case that has a name already, among those beside the one with a USR.
    private func clash(of usr: String, named name: String) -> String? {
        func word(_ name: String) -> String { name.filter { $0 != "_" }.lowercased() }
        for type in types {
            let parts = type.kind.parts
            guard parts.contains(where: { $0.usr == usr }) else { continue }
            if let other = parts.first(where: { $0.usr != usr && word($0.chosenName) == word(name) }) { return "`\(other.name)`" }
        }
        return nil
    }
}

extension TypeKind {
    /// The fields or cases.
    fileprivate var parts: [any NamedPart] {
        switch self {
        case .record(let fields): fields
        case .enumeration(let cases): cases
        case .variant(let cases, _): cases
        case .object, .value, .interface: []
        }
    }

    /// Renames a field or a case. Returns whether there is one with the USR.
    fileprivate mutating func rename(_ usr: String, to name: String) -> Bool {
        func renamed<Part: NamedPart>(_ parts: [Part]) -> [Part] {
            parts.map { part in
                var part = part
                if part.usr == usr { part.foreignName = name }
                return part
            }
        }
        guard parts.contains(where: { $0.usr == usr }) else { return false }
        switch self {
        case .record(let fields): self = .record(renamed(fields))
        case .enumeration(let cases): self = .enumeration(renamed(cases))
        case .variant(let cases, let isRecursive): self = .variant(renamed(cases), isRecursive: isRecursive)
        case .object, .value, .interface: break
        }
        return true
    }
}

extension DeclaredSymbol {
    /// Whether a text is the place of the declaration, possibly without the folders of its file.
    fileprivate func isAt(_ place: String) -> Bool {
        guard let location else { return false }
        return "\(location)" == place || "\(location)".hasSuffix("/" + place)
    }
}
