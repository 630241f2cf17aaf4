import BindingModel

/// The C interface of a library: everything that its header declares, and what the thunks do.
struct LoweredLibrary {
    var library: Library
    var prefix: String
    var aggregates: [Aggregate]
    var handles: [HandleType]
    var types: [LoweredType]
    /// Functions that belong to no type.
    var functions: [LoweredFunction]
    var interfaces: [LoweredInterface]
    var omissions: [Omission]
    /// How the elements of the header can be told from one another, and from those of another version.
    var registry: Registry
}

/// A type of the library with its functions.
struct LoweredType {
    var declaration: TypeDeclaration
    var c: String
    /// How it crosses; nil for a protocol that nothing hands out.
    var crossing: Crossing?
    var handle: HandleType?
    var functions: [LoweredFunction]
}

/// One C function.
struct LoweredFunction {
    /// What stands behind it, for the back ends of other languages.
    enum Purpose: Hashable {
        /// Calls a function of the library.
        case call
        /// Begins an asynchronous call.
        case start
        /// Takes the result of one.
        case result
        /// Begins one and waits for it.
        case wait
        case get
        case set
        case retain
        case release
        case next
        case tryNext
        case descriptor
        case close
        case subscribe
        /// Makes a stream and the source that feeds it.
        case makeStream
        case yield
        case finishStream
        case equal
        case less
        case hash
        case describe
        case allCases
        case fromError
        case toError
        case cast
        case complete
        case implement
        case caseKind
        /// Makes a value of the case with this index.
        case makeCase(Int)
        /// Gives what the case with this index holds.
        case casePayload(Int)
    }

    var name: String
    var purpose: Purpose
    /// The function of the library, where there is one.
    var origin: Origin?
    var parameters: [LoweredParameter]
    /// Types of function pointers that stand before it.
    var callbacks: [LoweredCallback] = []
    /// Lines of documentation before the parameters'.
    var summary: [String]
    var deprecation: Deprecation?
    /// The thunk's body in Swift.
    var body: String
    /// The C type whose member it is; nil for a function of none.
    var owner: String?
    /// What it is called beside its type where functions are told apart by their parameters alone: `set`.
    var baseStem = ""
    /// The same where their labels tell them apart too: `set`, `set_text_and_until`.
    var stem = ""
    /// The same where each name stands for one function: `cut_string`.
    var uniqueStem = ""

    enum Origin: Hashable {
        case function(Function)
        case property(Property)
    }
}

/// One parameter of a C function.
struct LoweredParameter: Hashable {
    indirect enum Role: Hashable {
        /// What the function is called on.
        case receiver(Crossing)
        /// What it is called on, changed in place.
        case changedReceiver(Crossing)
        /// By value; null where the type can say so and `isOptional`.
        case value(Crossing, isOptional: Bool)
        /// `const T *`; null leaves it out where `isOptional`.
        case pointer(Crossing, isOptional: Bool)
        /// `T *`, read and written.
        case changed(Crossing)
        case callback(isOptional: Bool)
        case context
        case release
        case queue
        case result(Crossing)
        case error
        case operation
        case timeout
    }

    var name: String
    /// `const hotshoe_point *`: what stands before the name in C.
    var c: String
    /// `UnsafePointer<hotshoe_point>?`
    var swift: String
    var role: Role
    var documentation: String = ""
    /// The parameter of the library's function that this is, where it is one.
    var origin: Parameter?

    /// Any error, or null for none.
    static func anyError(_ prefix: String, documentation: String) -> LoweredParameter {
        LoweredParameter(
            name: "error",
            c: "const \(prefix)_error *",
            swift: "OpaquePointer?",
            role: .value(.error(prefix), isOptional: true),
            documentation: documentation
        )
    }
}

extension Crossing {
    /// Any error.
    static func error(_ prefix: String) -> Crossing {
        Crossing(
            type: .error,
            shape: .error,
            c: "\(prefix)_error *",
            imported: "OpaquePointer?",
            word: "error",
            swift: "any Swift.Error",
            isPlain: false,
            isNullable: true
        )
    }
}

/// The type of a function pointer.
struct LoweredCallback: Hashable {
    var name: String
    /// What the pointed-to function returns: `void`, `hotshoe_status`, a plain type.
    var returns: String
    /// C parameters: type and name.
    var parameters: [(c: String, name: String)]
    var closure: ClosureType
    var summary: [String]
    /// How the closure's own parameters cross, and what it gives.
    var arguments: [Crossing] = []
    var result: Crossing?
    /// The C function that answers it, if it is asynchronous.
    var completer: String?
    /// For a member of a protocol, what it stands for.
    var origin: LoweredFunction.Origin?

    static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A protocol that C code can implement.
struct LoweredInterface {
    var declaration: TypeDeclaration
    var c: String
    /// `hotshoe_camera_driver_functions`
    var table: String
    var members: [LoweredCallback]
    /// Members that must be there.
    var required: Set<String>
    var functions: [LoweredFunction]
    /// The adapter class in Swift.
    var adapter: String
}
