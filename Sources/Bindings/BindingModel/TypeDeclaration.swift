/// A type of the library, or a generic type with its parameters replaced.
public struct TypeDeclaration: Hashable, Sendable {
    public var identifier: TypeIdentifier
    /// The module that declares it.
    public var module: String
    /// Its name and the names of the types around it, outermost first: `["StorageInfo", "Identifier"]`. A generic type's
    /// arguments follow as words of the last name: `["Page", "OfString"]` is not made; `["PageOfString"]` is.
    public var path: [String]
    /// As it is spelt in Swift, with its module: `CameraModel.StorageInfo.Identifier`, `Library.Page<Swift.String>`.
    public var spelling: String
    public var kind: TypeKind
    public var conformances: Set<Conformance>
    /// The protocols of the library that it conforms to, in the order of their declaration; for a protocol, those it
    /// refines.
    public var interfaces: [TypeIdentifier]
    public var functions: [Function]
    public var properties: [Property]
    public var notes: DeclarationNotes

    public init(
        identifier: TypeIdentifier,
        module: String,
        path: [String],
        spelling: String,
        kind: TypeKind,
        conformances: Set<Conformance> = [],
        interfaces: [TypeIdentifier] = [],
        functions: [Function] = [],
        properties: [Property] = [],
        notes: DeclarationNotes = DeclarationNotes()
    ) {
        self.identifier = identifier
        self.module = module
        self.path = path
        self.spelling = spelling
        self.kind = kind
        self.conformances = conformances
        self.interfaces = interfaces
        self.functions = functions
        self.properties = properties
        self.notes = notes
    }
}

/// What kind of type it is, seen from outside.
public enum TypeKind: Hashable, Sendable {
    /// A class: shared by reference.
    case object(ObjectType)
    /// A struct that is nothing but its public fields, and can be made from them. Neither the fields nor the initialiser
    /// that takes them are members again; they stand in the order of that initialiser's parameters.
    case record([Field])
    /// Any other struct, and an enum whose payloads contain itself: used through its members only.
    case value
    /// An enum without payloads.
    case enumeration([EnumerationCase])
    /// An enum with payloads. One that contains itself is `isRecursive`.
    case variant([VariantCase], isRecursive: Bool)
    /// A protocol.
    case interface(InterfaceType)
}

/// A class or an actor.
public struct ObjectType: Hashable, Sendable {
    public var isActor: Bool
    /// Whether it can have no subclasses.
    public var isFinal: Bool
    public var superclass: TypeIdentifier?

    public init(isActor: Bool = false, isFinal: Bool = true, superclass: TypeIdentifier? = nil) {
        self.isActor = isActor
        self.isFinal = isFinal
        self.superclass = superclass
    }
}

/// A stored field of a record.
public struct Field: Hashable, Sendable {
    public var name: String
    public var type: BindingType
    /// The label in the initialiser that makes the record from its fields; nil for none (`_`).
    public var label: String?
    /// What that initialiser takes when the field is not given, as Swift source.
    public var defaultValue: String?
    /// Whether everybody may set it.
    public var isSettable: Bool
    public var notes: DeclarationNotes

    public init(
        name: String,
        type: BindingType,
        label: String?,
        defaultValue: String? = nil,
        isSettable: Bool = true,
        notes: DeclarationNotes = DeclarationNotes()
    ) {
        self.name = name
        self.type = type
        self.label = label
        self.defaultValue = defaultValue
        self.isSettable = isSettable
        self.notes = notes
    }
}

/// A case without payload.
public struct EnumerationCase: Hashable, Sendable {
    public var name: String
    public var notes: DeclarationNotes

    public init(name: String, notes: DeclarationNotes = DeclarationNotes()) {
        self.name = name
        self.notes = notes
    }
}

/// A case of an enum with payloads.
public struct VariantCase: Hashable, Sendable {
    public var name: String
    /// Empty for a case without payload.
    public var payload: [TupleElement]
    public var notes: DeclarationNotes

    public init(name: String, payload: [TupleElement], notes: DeclarationNotes = DeclarationNotes()) {
        self.name = name
        self.payload = payload
        self.notes = notes
    }
}

/// A protocol.
public struct InterfaceType: Hashable, Sendable {
    /// Why it cannot be implemented outside; nil if it can.
    public var unimplementable: String?
    /// Whether only classes may conform to it.
    public var isClassBound: Bool
    /// The requirements, those of refined protocols included: for ``TypeDeclaration/functions`` and
    /// ``TypeDeclaration/properties`` by USR, which of them have a default implementation.
    public var requirements: [Requirement]

    public init(unimplementable: String? = nil, isClassBound: Bool = false, requirements: [Requirement] = []) {
        self.unimplementable = unimplementable
        self.isClassBound = isClassBound
        self.requirements = requirements
    }
}

/// What a conforming type must have.
public struct Requirement: Hashable, Sendable {
    public enum Member: Hashable, Sendable {
        case function(Function)
        case property(Property)
    }

    public var member: Member
    /// Whether a protocol extension implements it for those who do not.
    public var hasDefault: Bool

    public init(_ member: Member, hasDefault: Bool) {
        self.member = member
        self.hasDefault = hasDefault
    }
}

/// The standard protocols that mean something in every language.
public enum Conformance: Hashable, Sendable {
    case equatable
    case hashable
    case comparable
    case customStringConvertible
    case caseIterable
    case error
    case sendable
    /// A set of flags over an integer.
    case optionSet(IntegerType)
    /// An enum or struct with a raw value.
    case rawRepresentable(BindingType)
    /// Its elements can be awaited one by one.
    case asyncSequence(element: BindingType, failure: Failure)
}
