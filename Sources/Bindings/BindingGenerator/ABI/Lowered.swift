import BindingModel

/// The C interface of a library: all declarations of its header, and the bodies of the thunks.
struct LoweredLibrary {
    var library: Library
    var prefix: String
    var aggregates: [Aggregate]
    var handles: [HandleType]
    var types: [LoweredType]
    /// Functions without an owner type.
    var functions: [LoweredFunction]
    var interfaces: [LoweredInterface]
    var omissions: [Omission]
    /// The registry of all types of the interface.
    var registry: Registry

    /// The USRs of the declarations, by the names of their C functions.
    var declarations: [String: String] {
        var usrs: [String: String] = [:]
        for function in functions + types.flatMap(\.functions) + interfaces.flatMap(\.functions) {
            switch function.origin {
            case .function(let origin)?: usrs[function.name] = origin.usr
            case .property(let origin)?: usrs[function.name] = origin.usr
            case nil: break
            }
        }
        return usrs
    }
}

/// A type of the library with its functions.
struct LoweredType {
    var declaration: TypeDeclaration
    var c: String
    /// The conversion of the type; nil for a protocol that no function returns.
    var crossing: Crossing?
    var handle: HandleType?
    var functions: [LoweredFunction]
}

/// One C function.
struct LoweredFunction {
    /// The purpose of the function, for the back ends of other languages.
    enum Purpose: Hashable {
        /// Calls a function of the library.
        case call
        /// Starts an asynchronous call.
        case start
        /// Returns the result of an asynchronous call.
        case result
        /// Starts an asynchronous call and waits for it.
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
        /// Makes a stream and its source.
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
        /// Returns the payload of the case with this index.
        case casePayload(Int)
    }

    var name: String
    var purpose: Purpose
    /// The function of the library, if there is one.
    var origin: Origin?
    var parameters: [LoweredParameter]
    /// Types of function pointers that are declared before it.
    var callbacks: [LoweredCallback] = []
    /// Lines of documentation before the parameters'.
    var summary: [String]
    var deprecation: Deprecation?
    /// The thunk's body in Swift.
    var body: String
    /// The C type of which it is a member; nil if there is none.
    var owner: String?
    /// The name without the type, if parameters alone distinguish functions: `set`.
    var baseStem = ""
    /// The name if labels distinguish functions too: `set`, `set_text_and_until`.
    var stem = ""
    /// The name if each name must be unique: `cut_string`.
    var uniqueStem = ""

    enum Origin: Hashable {
        case function(Function)
        case property(PropertyDeclaration)
    }
}

/// One parameter of a C function.
struct LoweredParameter: Hashable {
    indirect enum Role: Hashable {
        /// The receiver of the call.
        case receiver(Crossing)
        /// The receiver of the call, changed in place.
        case changedReceiver(Crossing)
        /// By value; with `isOptional`, null means none if the type permits that.
        case value(Crossing, isOptional: Bool)
        /// `const T *`; with `isOptional`, null omits it.
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
    /// The C declaration before the name: `const hotshoe_point *`.
    var c: String
    /// `UnsafePointer<hotshoe_point>?`
    var swift: String
    var role: Role
    var documentation: String = ""
    /// The parameter of the library's function, if it corresponds to one.
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
    /// The return type of the function: `void`, `hotshoe_status`, a plain type.
    var returns: String
    /// C parameters: type and name.
    var parameters: [(c: String, name: String)]
    var closure: ClosureType
    var summary: [String]
    /// The conversions of the closure's parameters and result.
    var arguments: [Crossing] = []
    var result: Crossing?
    /// The C function that completes it, if it is asynchronous.
    var completer: String?
    /// The member of a protocol that it implements, if any.
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
    /// Members that must not be null.
    var required: Set<String>
    var functions: [LoweredFunction]
    /// The adapter class in Swift.
    var adapter: String
}
