/// The public API of a set of modules: the declarations that other languages can use, and those that are left out.
public struct Library: Hashable, Sendable {
    /// The name of the library, in lower case: `weather`. It is the prefix of every symbol.
    public var name: String
    /// The modules, in the order of the request.
    public var modules: [String]
    /// Further modules that the thunks must import.
    public var imports: [String]
    /// The types, sorted by module, file and line, so that the output is reproducible.
    public var types: [TypeDeclaration]
    /// Global functions and operators.
    public var functions: [Function]
    /// Global variables and constants.
    public var properties: [PropertyDeclaration]
    /// The members that the modules add to types of other libraries.
    public var extensions: [ForeignExtension]
    /// The public declarations that are left out, each with its reason.
    public var omissions: [Omission]
    /// The number of public declarations, both generated and left out.
    public var declarationCount: Int
    /// The public declarations that are not left out by the extraction, in the order of their places.
    public var declared: [DeclaredSymbol] = []
    /// The pairs of methods for which languages with blocks have a function.
    public var callPairs: [CallPair] = []

    /// Creates a library from its parts.
    public init(
        name: String,
        modules: [String],
        imports: [String] = [],
        types: [TypeDeclaration] = [],
        functions: [Function] = [],
        properties: [PropertyDeclaration] = [],
        extensions: [ForeignExtension] = [],
        omissions: [Omission] = [],
        declarationCount: Int = 0
    ) {
        self.name = name
        self.modules = modules
        self.imports = imports
        self.types = types
        self.functions = functions
        self.properties = properties
        self.extensions = extensions
        self.omissions = omissions
        self.declarationCount = declarationCount
    }
}

/// A function or a property.
public enum Member: Hashable, Sendable {
    case function(Function)
    case property(PropertyDeclaration)

    /// The USR of the declaration.
    public var usr: String {
        switch self {
        case .function(let function): function.usr
        case .property(let property): property.usr
        }
    }
}

extension Library {
    /// Leaves a function or property out, for a reason that was found after the extraction.
    ///
    /// - Parameters:
    ///   - usr: The USR of the declaration.
    ///   - member: The declaration with the types of one generic type's arguments, to leave it out only with these; `nil` for all
    ///     types that have it.
    ///   - reason: The reason for the report.
    /// - Returns: Whether there was such a declaration.
    public mutating func leaveOut(_ usr: String, as member: Member? = nil, _ reason: String) -> Bool {
        var found: [Omission] = []
        var isElsewhere = false
        func remove(_ functions: inout [Function], _ properties: inout [PropertyDeclaration], _ owner: String) {
            func isLeftOut(_ each: Member) -> Bool { each.usr == usr && (member == nil || each == member) }
            let names =
                functions.filter { isLeftOut(.function($0)) }.map { ($0.name, $0.notes) }
                + properties.filter { isLeftOut(.property($0)) }.map { ($0.name, $0.notes) }
            functions.removeAll { isLeftOut(.function($0)) }
            properties.removeAll { isLeftOut(.property($0)) }
            for (name, notes) in names {
                let path = owner.isEmpty ? name : "\(owner).\(name)"
                found.append(Omission(usr: usr, declaration: name, path: path, location: notes.location, reason: reason))
            }
            isElsewhere = isElsewhere || functions.contains { $0.usr == usr } || properties.contains { $0.usr == usr }
        }
        remove(&functions, &properties, "")
        types = types.map { type in
            var type = type
            remove(&type.functions, &type.properties, type.path.joined(separator: "."))
            return type
        }
        extensions = extensions.map { each in
            var each = each
            remove(&each.functions, &each.properties, each.spelling)
            return each
        }
        // A member that several types inherit is one declaration.
        guard var omission = found.first else { return false }
        omission.isPartial = isElsewhere
        omissions.append(omission)
        return true
    }
}

extension Library {
    /// Leaves out the implementations of a protocol outside Swift, for a reason that was found after the extraction.
    ///
    /// - Parameters:
    ///   - usr: The USR of the protocol.
    ///   - reason: The reason for the report.
    /// - Returns: Whether it could be implemented before.
    public mutating func leaveOutImplementations(of usr: String, _ reason: String) -> Bool {
        guard let index = types.firstIndex(where: { $0.identifier.usr == usr }),
            case .interface(var interface) = types[index].kind,
            interface.unimplementable == nil
        else { return false }
        interface.unimplementable = reason
        types[index].kind = .interface(interface)
        let path = types[index].path.joined(separator: ".")
        omissions.append(
            Omission(
                usr: usr,
                declaration: "\(path) implemented outside",
                path: path,
                location: types[index].notes.location,
                reason: reason,
                isPartial: true
            )
        )
        return true
    }
}

extension Library {
    /// Leaves out conformances of a type, with the members that they represent, for a reason that was found after the extraction.
    ///
    /// - Parameters:
    ///   - identifier: The type with its arguments.
    ///   - isLeftOut: Whether a conformance is to be left out.
    ///   - reason: The reason for the report.
    /// - Returns: Whether the type had such a conformance.
    public mutating func leaveOutConformances(
        of identifier: TypeIdentifier,
        where isLeftOut: (Conformance) -> Bool,
        _ reason: String
    ) -> Bool {
        guard let index = types.firstIndex(where: { $0.identifier == identifier }) else { return false }
        let found = types[index].conformances.filter(isLeftOut)
        guard !found.isEmpty else { return false }
        types[index].conformances.subtract(found)
        // With other arguments the type may have the conformance.
        let kept = types.filter { $0.identifier.usr == identifier.usr }.reduce(into: Set()) { $0.formUnion($1.conformances) }
        func leftOut(_ symbol: DeclaredSymbol) -> Conformance? {
            guard case .conformance(let conformance, identifier.usr) = symbol.representation else { return nil }
            return found.contains(conformance) ? conformance : nil
        }
        for symbol in declared {
            guard let conformance = leftOut(symbol) else { continue }
            let omission = Omission(
                usr: symbol.usr,
                declaration: symbol.declaration,
                path: symbol.path,
                location: symbol.location,
                reason: reason,
                isPartial: kept.contains(conformance)
            )
            // Several specializations may lose it for one reason.
            if !omissions.contains(omission) { omissions.append(omission) }
        }
        declared.removeAll { symbol in leftOut(symbol).map { !kept.contains($0) } ?? false }
        return true
    }
}

/// A public declaration that has a place in the library.
public struct DeclaredSymbol: Hashable, Sendable {
    /// How the library represents the declaration.
    public enum Representation: Hashable, Sendable {
        /// By itself: a type, a member, a field, a case.
        case itself
        /// By another declaration: that of the overridden member, of the requirement, or of the type that has the member.
        case other(usr: String)
        /// By a conformance of the type with this USR.
        case conformance(Conformance, of: String)
        /// By the target of an alias.
        case target
    }

    /// The USR of the declaration.
    public var usr: String
    /// The declaration as Swift source, on one line.
    public var declaration: String
    /// The name with its enclosing types.
    public var path: String
    /// The place of the declaration; `nil` if it is unknown.
    public var location: SourceLocation?
    /// How the library represents the declaration.
    public var representation: Representation

    /// Creates a declared symbol from its parts.
    public init(usr: String, declaration: String, path: String, location: SourceLocation?, representation: Representation) {
        self.usr = usr
        self.declaration = declaration
        self.path = path
        self.location = location
        self.representation = representation
    }
}

/// A public declaration that is not generated.
public struct Omission: Hashable, Sendable {
    /// The USR of the declaration.
    public var usr: String
    /// The declaration as Swift source, on one line: `func smooth<T: Numeric>(_: [T])`.
    public var declaration: String
    /// The name with its enclosing types: `Grid.smooth(_:)`.
    public var path: String
    /// The place of the declaration; `nil` if it is unknown.
    public var location: SourceLocation?
    /// The reason for the omission, and a possible remedy.
    public var reason: String
    /// Whether the library has the other parts of the declaration, such as a member of other specializations of a generic type.
    public var isPartial: Bool

    /// Creates an omission from its parts.
    public init(
        usr: String,
        declaration: String,
        path: String,
        location: SourceLocation?,
        reason: String,
        isPartial: Bool = false
    ) {
        self.isPartial = isPartial
        self.usr = usr
        self.declaration = declaration
        self.path = path
        self.location = location
        self.reason = reason
    }
}

/// Public members that a module adds to a type of another library: `extension String { public var shout: String }`.
public struct ForeignExtension: Hashable, Sendable {
    /// The extended type.
    public var type: BindingType
    /// The extended type as Swift source: `Swift.String`.
    public var spelling: String
    /// The functions that the extension adds.
    public var functions: [Function]
    /// The properties that the extension adds.
    public var properties: [PropertyDeclaration]

    /// Creates an extension from its parts.
    public init(type: BindingType, spelling: String, functions: [Function] = [], properties: [PropertyDeclaration] = []) {
        self.type = type
        self.spelling = spelling
        self.functions = functions
        self.properties = properties
    }
}
