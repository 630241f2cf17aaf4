/// Everything that is public in some modules and can be reached from other languages, and what cannot.
public struct Library: Hashable, Sendable {
    /// The name that the library goes by, in lower case: `hotshoe`. Every symbol begins with it.
    public var name: String
    /// The modules, in the order given.
    public var modules: [String]
    /// Modules that the thunks must import besides.
    public var imports: [String]
    /// Sorted by module, file and line, so that the output is the same each time.
    public var types: [TypeDeclaration]
    /// Global functions and operators.
    public var functions: [Function]
    /// Global variables and constants.
    public var properties: [Property]
    /// What the modules add to types that are not theirs.
    public var extensions: [ForeignExtension]
    /// What is public and is left out, each with its reason.
    public var omissions: [Omission]
    /// How many public declarations there are: generated and left out.
    public var declarationCount: Int

    public init(
        name: String,
        modules: [String],
        imports: [String] = [],
        types: [TypeDeclaration] = [],
        functions: [Function] = [],
        properties: [Property] = [],
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

/// A public declaration that is not generated.
public struct Omission: Hashable, Sendable {
    public var usr: String
    /// As the source has it, on one line: `func smooth<T: Numeric>(_: [T])`.
    public var declaration: String
    /// Where it belongs: `Grid.smooth(_:)`.
    public var path: String
    public var location: SourceLocation?
    /// Why, and what could be done about it.
    public var reason: String

    public init(usr: String, declaration: String, path: String, location: SourceLocation?, reason: String) {
        self.usr = usr
        self.declaration = declaration
        self.path = path
        self.location = location
        self.reason = reason
    }
}

/// Public members that a module adds to a type of another library: `extension String { public var shout: String }`.
public struct ForeignExtension: Hashable, Sendable {
    public var type: BindingType
    /// As it is spelt in Swift: `Swift.String`.
    public var spelling: String
    public var functions: [Function]
    public var properties: [Property]

    public init(type: BindingType, spelling: String, functions: [Function] = [], properties: [Property] = []) {
        self.type = type
        self.spelling = spelling
        self.functions = functions
        self.properties = properties
    }
}
