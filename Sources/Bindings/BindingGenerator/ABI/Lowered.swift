package import BindingModel

/// The C interface of a library: all declarations of its header, and the bodies of the thunks.
package struct LoweredLibrary {
    package var library: Library
    package var prefix: String
    package var aggregates: [Aggregate]
    package var handles: [HandleType]
    package var types: [LoweredType]
    /// Functions without an owner type.
    package var functions: [LoweredFunction]
    package var interfaces: [LoweredInterface]
    package var omissions: [Omission]
    /// The names that the author chose, and other declarations have.
    package var clashes: [String] = []
    /// The registry of all types of the interface.
    package var registry: Registry
    /// A number that changes with each change of the interface.
    package var fingerprint: UInt64 = 0
    /// The division into headers.
    package var topics = HeaderTopics()

    /// All functions, without those of the runtime.
    package var allFunctions: [LoweredFunction] {
        functions
            + types.flatMap { type in
                type.functions + interfaces.filter { $0.c == type.c }.flatMap(\.functions)
            }
    }

    /// The names of all functions that the header declares, sorted.
    package var symbols: [String] {
        let freeing = aggregates.filter { !$0.sharesStructure && !$0.crossing.isPlain }.map { "\($0.crossing.c)_free" }
        return (RuntimeHeader.functions(prefix) + freeing + allFunctions.map(\.name)).sorted()
    }

    /// The names of structures and function types that a function has too.
    var structuresCalledAsFunctions: Set<String> {
        var names = Set(aggregates.map(\.crossing.c) + handles.map(\.c) + interfaces.map(\.table))
        for aggregate in aggregates {
            if case .map(_, _, let entry) = aggregate.content { names.insert(entry) }
            if !aggregate.sharesStructure, !aggregate.crossing.isPlain { names.insert("\(aggregate.crossing.c)_free") }
        }
        for function in allFunctions { names.formUnion(function.callbacks.map(\.name)) }
        return names.intersection(allFunctions.map(\.name))
    }

    /// The name of the Swift module that imports the header.
    var headerModule: String { "C\(prefix.prefix(1).uppercased() + prefix.dropFirst())Header" }

    /// The USRs of the declarations, by the names of their C functions.
    package var declarations: [String: String] {
        var usrs: [String: String] = [:]
        for function in allFunctions {
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
package struct LoweredType {
    package var declaration: TypeDeclaration
    /// The C name: `hotshoe_camera`.
    package var c: String
    /// The conversion of the type; nil for a protocol that no function returns.
    package var crossing: Crossing?
    package var handle: HandleType?
    package var functions: [LoweredFunction]
}

/// One C function.
package struct LoweredFunction {
    /// The purpose of the function, for the back ends of other languages.
    package enum Purpose: Hashable {
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
        /// Calls a function of the program once when a stream has an item.
        case onReady
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

    package var name: String
    package var purpose: Purpose
    /// The function of the library, if there is one.
    package var origin: Origin?
    package var parameters: [LoweredParameter]
    /// Types of function pointers that are declared before it.
    package var callbacks: [LoweredCallback] = []
    /// Lines of documentation before the parameters'.
    package var summary: [String]
    /// The documentation of the errors with which it fails.
    package var errors: [String] = []
    package var deprecation: Deprecation?
    /// The operation of the function, for the back end that implements it.
    package var implementation: Implementation
    /// The C type of which it is a member; nil if there is none.
    package var owner: String?
    /// The name without the type, if parameters alone distinguish functions: `set`.
    package var baseStem = ""
    /// The name if labels distinguish functions too: `set`, `set_text_and_until`.
    package var stem = ""
    /// The name if each name must be unique: `cut_string`.
    package var uniqueStem = ""

    package enum Origin: Hashable {
        case function(Function)
        case property(PropertyDeclaration)
    }
}

/// One parameter of a C function.
package struct LoweredParameter: Hashable {
    package indirect enum Role: Hashable {
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
        /// The table of functions of a protocol that the program implements.
        case functions
    }

    package var name: String
    package var type: CType
    package var role: Role
    package var documentation: String = ""
    /// The parameter of the library's function, if it corresponds to one.
    package var origin: Parameter?

    /// The conversion of the value, if it is one of the library's.
    package var crossing: Crossing? {
        switch role {
        case .receiver(let crossing), .changedReceiver(let crossing), .changed(let crossing), .result(let crossing): crossing
        case .value(let crossing, _), .pointer(let crossing, _): crossing
        case .callback, .context, .release, .queue, .error, .operation, .timeout, .functions: nil
        }
    }
}

extension LoweredParameter {
    /// Any error, or null for none.
    package static func anyError(_ prefix: String, documentation: String) -> LoweredParameter {
        LoweredParameter(
            name: "error",
            type: .constant(.opaque("\(prefix)_error")),
            role: .value(.error(prefix), isOptional: true),
            documentation: documentation
        )
    }

    /// An argument of the C program, by value or by pointer.
    package static func argument(_ name: String, _ crossing: Crossing, documentation: String = "") -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: crossing.argument,
            role: crossing.isPassedByPointer
                ? .pointer(crossing, isOptional: false) : .value(crossing, isOptional: crossing.isOptional),
            documentation: documentation
        )
    }

    /// The receiver of a call, by value or by pointer.
    package static func receiver(_ name: String, _ crossing: Crossing) -> LoweredParameter {
        LoweredParameter(name: name, type: crossing.argument, role: .receiver(crossing))
    }

    /// The pointer to which the function writes its result.
    package static func result(_ name: String, _ crossing: Crossing, documentation: String = "") -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: .pointer(crossing.representation),
            role: .result(crossing),
            documentation: documentation
        )
    }

    /// The pointer to which the function writes an error.
    package static func error(_ prefix: String, name: String = "error", documentation: String) -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: .pointer(.pointer(.opaque("\(prefix)_error"))),
            role: .error,
            documentation: documentation
        )
    }

    /// The error of a call that can fail.
    package static func failure(_ prefix: String) -> LoweredParameter {
        .error(prefix, documentation: "receives the error if the function fails, freed by the caller; may be null")
    }

    /// A limit of a wait, in nanoseconds.
    package static func timeout(_ name: String, documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .number(.int64), role: .timeout, documentation: documentation)
    }

    /// The queue on which a function is called.
    package static func queue(_ prefix: String, name: String = "queue", documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .structure("\(prefix)_queue"), role: .queue, documentation: documentation)
    }

    /// A function of the program.
    package static func callback(_ name: String, type: String, isOptional: Bool, origin: Parameter? = nil) -> LoweredParameter {
        LoweredParameter(name: name, type: .function(type), role: .callback(isOptional: isOptional), origin: origin)
    }

    /// The pointer that each function of the program receives.
    package static func context(_ name: String = "context", documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .pointer(.void), role: .context, documentation: documentation)
    }

    /// The function that releases a context.
    package static func release(_ prefix: String, name: String = "release", documentation: String = "") -> LoweredParameter {
        LoweredParameter(name: name, type: .function("\(prefix)_release"), role: .release, documentation: documentation)
    }
}

/// The type of a function pointer, through which the library calls the program.
package struct LoweredCallback: Hashable {
    package var name: String
    /// The return type of the function: `void`, a status, a plain type.
    package var returns: CType
    /// C parameters: type and name.
    package var parameters: [(type: CType, name: String)]
    package var closure: ClosureType
    package var summary: [String] = []
    /// The conversions of the closure's parameters and result.
    package var arguments: [Crossing] = []
    package var result: Crossing = .void
    /// The value that replaces an invalid result; nil if none is needed.
    package var fallback: Fallback?
    /// How an error of the program becomes one of the closure's type; nil if the closure does not throw.
    package var failure: FailureConversion?
    /// Whether the context is the first parameter; otherwise it is the last.
    package var contextFirst = false
    /// The Swift type of the closure, without `@escaping`.
    package var swiftType = ""
    /// The C function that completes it, if it is asynchronous.
    package var completer: String?
    /// The member of a protocol that it implements, if any.
    package var origin: LoweredFunction.Origin?

    /// Whether the function returns its result, instead of writing it through a pointer.
    package var returnsResult: Bool { result.shape != .void && closure.failure == .never && returns != .void }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A protocol that C code can implement.
package struct LoweredInterface {
    package var declaration: TypeDeclaration
    package var c: String
    /// `hotshoe_camera_driver_functions`
    package var table: String
    package var requirements: [LoweredRequirement]
    package var functions: [LoweredFunction]

    package var members: [LoweredCallback] { requirements.map(\.callback) }

    /// Members that must not be null.
    package var required: Set<String> { Set(requirements.filter(\.isRequired).map(\.callback.name)) }
}

/// A requirement of a protocol that C code can implement.
package struct LoweredRequirement {
    package var member: Requirement.Member
    package var callback: LoweredCallback
    /// The name in C, before it is made distinct from others.
    package var stem: String
    package var hasDefault: Bool

    /// Whether the function must not be null: it has no default, and cannot fail.
    package var isRequired: Bool { !hasDefault && callback.closure.failure == .never }
}
