/// A type of the library, or a generic type with its parameters replaced.
public struct TypeDeclaration: Hashable, Sendable {
    /// The identity of the type.
    public var identifier: TypeIdentifier
    /// The name of the module that declares the type; empty for a type of another library.
    public var module: String
    /// The module of the system that declares a type of another library.
    public var systemModule: String?
    /// The name of the type after those of its enclosing types, outermost first: `["StorageInfo", "Identifier"]`. The arguments
    /// of a generic type are part of the last name: `["PageOfString"]`, not `["Page", "OfString"]`. A public alias of the type with
    /// these arguments replaces the name.
    public var path: [String]
    /// The type as Swift source, with its module: `Weather.Station.Identifier`, `Library.Page<Swift.String>`.
    public var spelling: String
    /// The kind of the type.
    public var kind: TypeKind
    /// The function of the thunks that makes a value of a record, if no initialiser refuses impossible ones.
    public var maker: String?
    /// Whether values of the type can be copied. One that cannot is a parameter or a result, and no part of another type.
    public var isCopyable = true
    /// The conformances to standard protocols.
    public var conformances: Set<Conformance>
    /// The protocols of the library that the type conforms to, in the order of their declaration; for a protocol, those that it
    /// refines.
    public var interfaces: [TypeIdentifier]
    /// The functions, initialisers and operators of the type.
    public var functions: [Function]
    /// The properties and subscripts of the type.
    public var properties: [PropertyDeclaration]
    /// The documentation, location and deprecation.
    public var notes: DeclarationNotes

    /// The USR of the type of values that stand for `Any`. The thunks declare it.
    public static let anyValue = "foreign:AnyValue"

    /// The USR of the types of iterators over the elements of sequences. The thunks declare them.
    public static let iterator = "foreign:Iterator"

    /// Creates a type declaration from its parts.
    public init(
        identifier: TypeIdentifier,
        module: String,
        systemModule: String? = nil,
        path: [String],
        spelling: String,
        kind: TypeKind,
        conformances: Set<Conformance> = [],
        interfaces: [TypeIdentifier] = [],
        functions: [Function] = [],
        properties: [PropertyDeclaration] = [],
        notes: DeclarationNotes = DeclarationNotes()
    ) {
        self.identifier = identifier
        self.module = module
        self.systemModule = systemModule
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

/// The kind of a type from a client's point of view.
public enum TypeKind: Hashable, Sendable {
    /// A class or actor: shared by reference.
    case object(ObjectType)
    /// A struct that consists only of its public fields and has an initialiser for them. The fields are in the order of that
    /// initialiser's parameters; the members of the type repeat neither the fields nor that initialiser.
    case record([Field])
    /// Any other struct, and an enum with a payload that cannot be represented: used through its members only.
    case value
    /// An enum without payloads.
    case enumeration([EnumerationCase])
    /// An enum with payloads; recursive if a payload contains the enum itself, or if a case is opaque: it is then used through
    /// functions for each case, and not as a whole.
    case variant([VariantCase], isRecursive: Bool)
    /// A protocol.
    case interface(InterfaceType)
}

/// A class or an actor.
public struct ObjectType: Hashable, Sendable {
    /// Whether the type is an actor.
    public var isActor: Bool
    /// Whether the type cannot have subclasses.
    public var isFinal: Bool
    /// The superclass, if it is a type of the library.
    public var superclass: TypeIdentifier?

    /// Creates an object type from its parts.
    public init(isActor: Bool = false, isFinal: Bool = true, superclass: TypeIdentifier? = nil) {
        self.isActor = isActor
        self.isFinal = isFinal
        self.superclass = superclass
    }
}

/// A stored field of a record.
public struct Field: Hashable, Sendable {
    /// The USR of the property.
    public var usr: String
    /// The name of the field.
    public var name: String
    /// The type of the field.
    public var type: BindingType
    /// The label in the memberwise initialiser; `nil` for none (`_`).
    public var label: String?
    /// The default value in the memberwise initialiser; `nil` if there is none.
    public var defaultValue: DefaultValue?
    /// Whether the setter is public.
    public var isSettable: Bool
    /// The name in other languages, if the author chose one.
    public var foreignName: String?
    /// Whether the field is set after the initialiser, whose parameter has another name.
    public var isAssigned = false
    /// The documentation, location and deprecation.
    public var notes: DeclarationNotes

    /// Creates a field from its parts.
    public init(
        usr: String = "",
        name: String,
        type: BindingType,
        label: String?,
        defaultValue: DefaultValue? = nil,
        isSettable: Bool = true,
        notes: DeclarationNotes = DeclarationNotes()
    ) {
        self.usr = usr
        self.name = name
        self.type = type
        self.label = label
        self.defaultValue = defaultValue
        self.isSettable = isSettable
        self.notes = notes
    }
}

/// A case without a payload.
public struct EnumerationCase: Hashable, Sendable {
    /// The USR of the case.
    public var usr: String
    /// The name of the case.
    public var name: String
    /// The name in other languages, if the author chose one.
    public var foreignName: String?
    /// The documentation, location and deprecation.
    public var notes: DeclarationNotes

    /// Creates a case from its name and notes.
    public init(usr: String = "", name: String, notes: DeclarationNotes = DeclarationNotes()) {
        self.usr = usr
        self.name = name
        self.notes = notes
    }
}

/// A case of an enum with payloads.
public struct VariantCase: Hashable, Sendable {
    /// The USR of the case.
    public var usr: String
    /// The name of the case.
    public var name: String
    /// The associated values; empty for a case without a payload.
    public var payload: [TupleElement]
    /// Whether the payload has no place in the model, so that values of the case can be recognised, but neither made nor read.
    public var isOpaque = false
    /// The name in other languages, if the author chose one.
    public var foreignName: String?
    /// The documentation, location and deprecation.
    public var notes: DeclarationNotes

    /// Creates a case from its parts.
    public init(usr: String = "", name: String, payload: [TupleElement], notes: DeclarationNotes = DeclarationNotes()) {
        self.usr = usr
        self.name = name
        self.payload = payload
        self.notes = notes
    }
}

/// A protocol.
public struct InterfaceType: Hashable, Sendable {
    /// The reason why foreign code cannot implement the protocol; `nil` if it can.
    public var unimplementable: String?
    /// Whether only classes may conform to it.
    public var isClassBound: Bool
    /// The requirements, including those of refined protocols. They specify which members in ``TypeDeclaration/functions`` and
    /// ``TypeDeclaration/properties``, matched by USR, have a default implementation.
    public var requirements: [Requirement]

    /// Creates an interface type from its parts.
    public init(unimplementable: String? = nil, isClassBound: Bool = false, requirements: [Requirement] = []) {
        self.unimplementable = unimplementable
        self.isClassBound = isClassBound
        self.requirements = requirements
    }
}

/// A requirement of a protocol.
public struct Requirement: Hashable, Sendable {
    /// The member that a conforming type must have.
    public var member: Member
    /// Whether a protocol extension has a default implementation.
    public var hasDefault: Bool

    /// Creates a requirement from a member.
    public init(_ member: Member, hasDefault: Bool) {
        self.member = member
        self.hasDefault = hasDefault
    }
}

/// The conformances to standard protocols that the bindings support in each language.
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
    /// A collection with its element type, and whether its positions are of type `Int`.
    case collection(element: BindingType, hasIntegerPositions: Bool = false)
    /// An asynchronous sequence with its element type and its errors.
    case asyncSequence(element: BindingType, failure: Failure)
}

/// A part of a type that has a name in other languages.
public protocol NamedPart {
    /// The USR of the declaration.
    var usr: String { get }
    /// The name in Swift.
    var name: String { get }
    /// The name in other languages, if the author chose one.
    var foreignName: String? { get set }
}

extension NamedPart {
    /// The name from which other languages form theirs.
    public var chosenName: String { foreignName ?? name }
}

extension Field: NamedPart {}
extension EnumerationCase: NamedPart {}
extension VariantCase: NamedPart {}
