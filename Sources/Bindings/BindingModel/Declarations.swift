/// The documentation, location and deprecation of a declaration.
public struct DeclarationNotes: Hashable, Sendable {
    /// The documentation comment, without comment markers; empty if there is none.
    public var documentation: String
    /// The place of the declaration; `nil` if it is unknown.
    public var location: SourceLocation?
    /// The deprecation; `nil` unless the declaration is deprecated.
    public var deprecation: Deprecation?

    /// Creates notes from their parts.
    public init(documentation: String = "", location: SourceLocation? = nil, deprecation: Deprecation? = nil) {
        self.documentation = documentation
        self.location = location
        self.deprecation = deprecation
    }
}

/// A place in a source file.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path, relative to the package if the file is inside it, otherwise absolute.
    public var file: String
    /// The line number, counted from 1.
    public var line: Int

    /// Creates a location from a path and a line number, counted from 1.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The location as `file:line`.
    public var description: String { "\(file):\(line)" }
}

/// The attributes of a deprecated declaration.
public struct Deprecation: Hashable, Sendable {
    /// The message for users of the declaration.
    public var message: String?
    /// The name of the replacement.
    public var renamed: String?

    /// Creates a deprecation from a message and the name of a replacement.
    public init(message: String? = nil, renamed: String? = nil) {
        self.message = message
        self.renamed = renamed
    }
}

/// A parameter of a function.
public struct Parameter: Hashable, Sendable {
    /// The argument label; `nil` for none (`_`).
    public var label: String?
    /// The internal name, which the documentation uses.
    public var name: String
    /// The type of the parameter.
    public var type: BindingType
    /// The default value as Swift source; `nil` if there is none.
    public var defaultValue: DefaultValue?
    /// Whether the parameter is `inout`.
    public var isInout: Bool
    /// Whether the call ends the argument, a value that cannot be copied.
    public var isConsumed = false
    /// Whether the parameter accepts any number of values (`Int...`); ``type`` is then an array.
    public var isVariadic: Bool
    /// The value that every call passes, as Swift source; `nil` for a parameter of the caller.
    public var fixedValue: String?
    /// The word of the type that every call passes; `nil` for any other value.
    public var fixedType: String?

    /// Creates a parameter from its parts.
    public init(
        label: String?,
        name: String,
        type: BindingType,
        defaultValue: DefaultValue? = nil,
        isInout: Bool = false,
        isVariadic: Bool = false,
        fixedValue: String? = nil
    ) {
        self.label = label
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.isInout = isInout
        self.isVariadic = isVariadic
        self.fixedValue = fixedValue
    }
}

/// The receiver of a member.
public enum Receiver: Hashable, Sendable {
    /// No receiver: a global function, or a static member.
    case none
    /// A value or object that the call does not change.
    case borrowed
    /// A value that the call may change.
    case mutated
    /// A value that cannot be copied, and that the call ends.
    case consumed
}

/// The isolation of a function.
public enum Isolation: Hashable, Sendable {
    case none
    case mainActor
    /// The actor that declares the member.
    case actor
    /// A global actor of the library.
    case globalActor
}

/// The effects of a function: asynchronous execution, errors, isolation.
public struct Effects: Hashable, Sendable {
    /// Whether the function is `async`.
    public var isAsync: Bool
    /// The errors that the function may throw.
    public var failure: Failure
    /// The isolation of the function.
    public var isolation: Isolation

    /// Creates effects from their parts.
    public init(isAsync: Bool = false, failure: Failure = .never, isolation: Isolation = .none) {
        self.isAsync = isAsync
        self.failure = failure
        self.isolation = isolation
    }

    /// Whether a caller outside the isolation must use `await`: the function is `async` or isolated.
    public var mustBeAwaited: Bool { isAsync || isolation != .none }
}

/// A function, method, initialiser or operator.
public struct Function: Hashable, Sendable {
    /// The kind of a function.
    public enum Kind: Hashable, Sendable {
        case function
        /// An initialiser; a failable one may return `nil`.
        case initializer(isFailable: Bool)
        /// An operator (`+`, `==`, …): static, or global.
        case operation
        /// `callAsFunction`, whose Swift calls omit the name.
        case call
    }

    /// The USR of the declaration.
    public var usr: String
    /// The kind of the function.
    public var kind: Kind
    /// The base name: `shoot`, `init`, `+`.
    public var name: String
    /// The receiver on which the function is called.
    public var receiver: Receiver
    /// The parameters, in order.
    public var parameters: [Parameter]
    /// The type of the result.
    public var result: BindingType
    /// The effects of the function.
    public var effects: Effects
    /// The name in other languages, if the author chose one.
    public var foreignName: String?
    /// Whether the function returns a `Result`, whose value and errors ``result`` and ``effects`` describe.
    public var returnsResult = false
    /// Whether the function returns a `Task`, whose value and errors ``result`` and ``effects`` describe.
    public var returnsTask = false
    /// The words of the types that the author chose for its generic parameters, if there is the function with other types too.
    public var specialization: String?
    /// Whether a call must name the result's type, because only that determines a generic parameter, or which function is called.
    public var namesResult = false
    /// The name in Swift, if it is not ``name``: that of a function of the thunks.
    public var swiftName: String?
    /// Whether the function is a static one that is called on the type of the receiver.
    public var isOfType = false
    /// The type, as Swift source, on which a static function of a protocol is called that exists for this type only.
    public var ownerSpelling: String?
    /// The documentation, location and deprecation.
    public var notes: DeclarationNotes

    /// The function of the thunks that encodes a value as JSON.
    public static let toJSON = "textInJSON"
    /// The function of the thunks that decodes a value from JSON.
    public static let fromJSON = "valueOfJSON"
    /// The function of the thunks that makes an iterator of a sequence.
    public static let makeIterator = "makeElementIterator"
    /// The function of the thunks that returns the next element of a sequence.
    public static let nextElement = "nextElement"

    /// Whether the function encodes a value as JSON, or decodes one.
    public var isCoding: Bool { swiftName == Self.toJSON || swiftName == Self.fromJSON }

    /// Creates a function from its parts.
    public init(
        usr: String,
        kind: Kind = .function,
        name: String,
        receiver: Receiver = .none,
        parameters: [Parameter] = [],
        result: BindingType = .void,
        effects: Effects = Effects(),
        notes: DeclarationNotes = DeclarationNotes()
    ) {
        self.usr = usr
        self.kind = kind
        self.name = name
        self.receiver = receiver
        self.parameters = parameters
        self.result = result
        self.effects = effects
        self.notes = notes
    }
}

/// A property, global variable, constant or subscript.
public struct PropertyDeclaration: Hashable, Sendable {
    /// The USR of the declaration.
    public var usr: String
    /// The name; `subscript` for a subscript.
    public var name: String
    /// The receiver of its getter.
    public var receiver: Receiver
    /// A subscript's indices; empty for a property.
    public var indices: [Parameter]
    /// The type of the value.
    public var type: BindingType
    /// The effects of its getter.
    public var effects: Effects
    /// Whether the setter is public.
    public var isSettable: Bool
    /// The name in other languages, if the author chose one.
    public var foreignName: String?
    /// Whether the setter changes the receiver itself: true in a struct, except with `nonmutating set`.
    public var setterMutates: Bool
    /// Whether it is a stored property of a struct.
    public var isStored = false
    /// Whether the property is a static one of the type of the receiver.
    public var isOfType = false
    /// The type, as Swift source, of which it is a static property, if that is not the protocol that has it in other languages.
    public var ownerSpelling: String?
    /// The documentation, location and deprecation.
    public var notes: DeclarationNotes

    /// Creates a property from its parts.
    public init(
        usr: String,
        name: String,
        receiver: Receiver = .none,
        indices: [Parameter] = [],
        type: BindingType,
        effects: Effects = Effects(),
        isSettable: Bool = false,
        setterMutates: Bool = false,
        notes: DeclarationNotes = DeclarationNotes()
    ) {
        self.usr = usr
        self.name = name
        self.receiver = receiver
        self.indices = indices
        self.type = type
        self.effects = effects
        self.isSettable = isSettable
        self.setterMutates = setterMutates
        self.notes = notes
    }
}
