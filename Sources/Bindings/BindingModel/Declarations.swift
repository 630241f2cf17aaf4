/// What stands with a declaration in the source.
public struct DeclarationNotes: Hashable, Sendable {
    /// The doc comment, without comment signs; empty where there is none.
    public var documentation: String
    public var location: SourceLocation?
    /// Set when the declaration is deprecated.
    public var deprecation: Deprecation?

    public init(documentation: String = "", location: SourceLocation? = nil, deprecation: Deprecation? = nil) {
        self.documentation = documentation
        self.location = location
        self.deprecation = deprecation
    }
}

/// A place in a source file.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// Relative to the package where it is in one, otherwise absolute.
    public var file: String
    /// The first line is 1.
    public var line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    public var description: String { "\(file):\(line)" }
}

/// Why and for what a declaration was given up.
public struct Deprecation: Hashable, Sendable {
    public var message: String?
    public var renamed: String?

    public init(message: String? = nil, renamed: String? = nil) {
        self.message = message
        self.renamed = renamed
    }
}

/// A parameter of a function.
public struct Parameter: Hashable, Sendable {
    /// What the caller writes before the colon; nil for none (`_`).
    public var label: String?
    /// What the body calls it, and so the documentation.
    public var name: String
    public var type: BindingType
    /// The default value as Swift source, where there is one.
    public var defaultValue: String?
    public var isInout: Bool
    /// Whether any number of values may be given (`Int...`); ``type`` is then an array.
    public var isVariadic: Bool

    public init(
        label: String?,
        name: String,
        type: BindingType,
        defaultValue: String? = nil,
        isInout: Bool = false,
        isVariadic: Bool = false
    ) {
        self.label = label
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.isInout = isInout
        self.isVariadic = isVariadic
    }
}

/// What a member is called on.
public enum Receiver: Hashable, Sendable {
    /// Nothing: a global function, or a static member.
    case none
    /// A value or object that stays as it is.
    case borrowed
    /// A value that the call may change.
    case mutated
}

/// Where a function must run.
public enum Isolation: Hashable, Sendable {
    case none
    case mainActor
    /// On the actor whose member it is.
    case actor
}

/// What a function does besides returning.
public struct Effects: Hashable, Sendable {
    public var isAsync: Bool
    public var failure: Failure
    public var isolation: Isolation

    public init(isAsync: Bool = false, failure: Failure = .never, isolation: Isolation = .none) {
        self.isAsync = isAsync
        self.failure = failure
        self.isolation = isolation
    }

    /// Whether a caller outside must wait: for the function itself, or for its turn.
    public var mustBeAwaited: Bool { isAsync || isolation != .none }
}

/// A function, method, initialiser or operator.
public struct Function: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case function
        /// May give nil when it fails.
        case initializer(isFailable: Bool)
        /// `+`, `==`, …: static, or global.
        case operation
        /// `callAsFunction`, which Swift calls without a name.
        case call
    }

    public var usr: String
    public var kind: Kind
    /// The base name: `shoot`, `init`, `+`.
    public var name: String
    public var receiver: Receiver
    public var parameters: [Parameter]
    public var result: BindingType
    public var effects: Effects
    public var notes: DeclarationNotes

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

/// A property, global variable, constant or subscript: what is read, and perhaps written, under a name or an index.
public struct Property: Hashable, Sendable {
    public var usr: String
    /// `subscript` for a subscript.
    public var name: String
    /// The receiver of its getter.
    public var receiver: Receiver
    /// A subscript's indices; empty for a property.
    public var indices: [Parameter]
    public var type: BindingType
    /// The effects of its getter.
    public var effects: Effects
    /// Whether everybody may set it.
    public var isSettable: Bool
    /// Whether setting changes the receiver itself: true in a struct, but for `nonmutating set`.
    public var setterMutates: Bool
    public var notes: DeclarationNotes

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
