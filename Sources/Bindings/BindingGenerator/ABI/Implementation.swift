package import BindingModel

/// What a C function does, for the back end that implements it.
package indirect enum Implementation: Sendable {
    /// Calls the library, and returns when the call has ended.
    case call(LoweredCall)
    /// Starts an asynchronous call of the library.
    case start(LoweredCall)
    /// Returns the result of an asynchronous call.
    case result(Crossing)
    /// Calls `start` with the parameters before the time-out, and waits for the result, which `taking` returns.
    case wait(start: String, taking: String, result: Crossing)
    case retain(HandleType)
    case release(HandleType)
    case next(HandleType, Crossing)
    case tryNext(HandleType, Crossing)
    case descriptor(HandleType)
    case close(HandleType)
    case onReady(HandleType)
    case subscribe(HandleType, LoweredCallback)
    /// Makes a stream, of the second type, and its source.
    case makeStream(source: HandleType, stream: HandleType, element: Crossing)
    case yield(HandleType, Crossing)
    case finishStream(HandleType)
    case fromError(Crossing)
    case toError(Crossing)
    /// Converts an object to its superclass or protocol.
    case upcast(Crossing, to: Crossing)
    /// Converts an object to a subclass; null if it is none.
    case downcast(Crossing, to: Crossing)
    /// Completes an asynchronous function of the program.
    case complete(Crossing)
    /// Creates an object that the program implements.
    case implement(TypeDeclaration, table: String, required: [String], Crossing)
}

/// A callable member of the library: a function, a getter, a setter.
package struct Callee: Sendable {
    /// The receiver of the call.
    package enum Receiver {
        case none
        case handle(HandleType)
        /// A value that is passed as a whole: a record, an enum, a number.
        case value(Crossing)
    }

    /// The place of a property.
    package enum Place {
        case global(module: String?, name: String)
        case type(String, name: String)
        case member(String)
        /// A subscript of the receiver, or of a type.
        case indexed(type: String?)
        /// An element of the receiver, a collection, whose position is checked.
        case position
    }

    /// The operation that a call performs.
    package indirect enum Operation: Sendable {
        case initializer(String)
        /// The receiver itself, which is a function.
        case receiver
        case operator_(String)
        /// An operator that changes the receiver.
        case assignment(String)
        case global(module: String?, name: String)
        case type(String, name: String)
        case member(String)
        case get(Place)
        case set(Place)
        /// Two arguments with an operator between them.
        case compare(String)
        case hash
        case identityHash
        case describe
        case allCases(String)
        /// The elements of a collection: their number, one by its position, all.
        case count
        case elementAt
        case elements
        /// The receiver itself.
        case itself
        /// The argument itself.
        case argument
        /// A value of an enum's case.
        case enumCase(type: String, name: String)
        /// The number of a recursive enum's case.
        case caseNumber(HandleType)
        /// The payload of an enum's case, or nil.
        case payload(type: String, name: String, elements: [TupleElement], result: Crossing?)
        /// The value of the `Result` that the operation returns; throws its error.
        case unwrapping(Operation)
        /// The value of the task that an operation returns.
        case awaiting(Operation)
        /// The operation on the type of the receiver.
        case ofType(Operation)
        /// The mutating operation on a copy of the receiver, which it returns.
        case copying(Operation, Crossing)
    }

    package var receiver: Receiver
    package var isMutating: Bool
    /// Whether the call ends the receiver, a value that cannot be copied.
    package var isConsuming = false
    package var parameters: [Parameter]
    package var result: BindingType
    package var effects: Effects
    package var operation: Operation
    /// Whether the call must name the type of its result.
    package var namesResult = false

    /// Whether a parameter accepts any number of values.
    package var isVariadic: Bool { parameters.contains(where: \.isVariadic) }
}

/// A call of a callee from C.
package struct LoweredCall: Sendable {
    package var callee: Callee
    /// The name of the receiver's parameter; empty without a receiver.
    package var receiverName: String
    /// The name of the parameter for the changed receiver, if it is not changed in place.
    package var changedReceiver: String?
    package var arguments: [LoweredArgument]
    package var result: Crossing
    /// Whether the result is borrowed bytes of the receiver.
    package var isBorrowed: Bool
    package let prefix: String

    package var isThrowing: Bool { callee.effects.failure != .never }

    /// The receiver's type, if C code holds it by a handle.
    package var handle: HandleType? {
        if case .handle(let handle) = callee.receiver { handle } else { nil }
    }

    /// Whether the receiver keeps its memory until its handle is released, so that a result can be borrowed from it.
    var hasLastingOwner: Bool {
        guard let handle, !callee.effects.mustBeAwaited else { return false }
        return handle.holder != .mutableValue && handle.holder != .uniqueValue
    }
}

/// An argument of a call from C.
package struct LoweredArgument: Sendable {
    package indirect enum Form {
        /// `const T *`, null for nil.
        case nullable(Crossing, wrapped: Crossing)
        case value(Crossing, isPointer: Bool, DefaultHandling?)
        /// Plain values are changed in place.
        case changed(Crossing)
        /// Swift source that every call passes; without a C parameter.
        case fixed(String)
        case stream(Crossing, SequenceType)
        case closure(LoweredClosure)
        case outcome(LoweredOutcome)
        /// A value behind a handle with members that change it: the object is changed, for all that refer to it.
        case shared(HandleType)
        /// A value of which the function returns the changed copy through the parameter `out`.
        case replaced(LoweredArgument, Crossing, out: String)
        /// Numbers of the program, as many as the parameter `count` specifies.
        case memory(MemoryType, element: Crossing, count: String)
        /// A value that cannot be copied: lent, changed in place or consumed.
        case unique(HandleType)
    }

    package var parameter: Parameter
    /// The name of the C parameter.
    package var name: String
    package var form: Form
}

/// A closure argument: a function pointer with its context.
package struct LoweredClosure {
    package var callback: LoweredCallback
    /// The Swift closure that the function receives, if the callback has other parameters: a value and an error for a `Result`.
    package var original: OriginalClosure?
    /// The names of its further parameters.
    package var context: String
    package var release: String
    /// The name of the parameter with the queue on which it is called, if it has one of its own.
    package var queue: String?
    /// Whether nil is a value of the closure's type.
    package var isOptional: Bool
    /// The argument that replaces an invalid result, if the closure cannot fail and its result type has no value for that.
    package var fallback: LoweredArgument?
}

/// A `Result` argument: a value and an error, one of which is absent.
package struct LoweredOutcome {
    /// The optional value; nil for a `Result` without one.
    package var value: LoweredArgument?
    /// The optional error, and its conversion; nil for a `Result` that is always a success.
    package var failure: LoweredArgument?
    package var conversion: FailureConversion
    /// The type of the `Result`.
    package var swiftType: SwiftType
}

/// A Swift closure with a `Result` among its parameters or as its result.
package struct OriginalClosure {
    /// Its type.
    package var swiftType: SwiftType
    /// The `Result` parameters: their indices, and whether they have a value.
    package var results: [(index: Int, hasValue: Bool)]
    package var closure: ClosureType
}

/// How a call handles a parameter's default value.
package enum DefaultHandling: Equatable {
    /// The default is nil, which "none" already means.
    case none
    /// The implementation passes the default itself.
    case passed(DefaultValue)
    /// The call omits the argument, because the default can be evaluated only in Swift.
    case omitted

    package init(_ value: DefaultValue, type: BindingType, registry: Registry) {
        switch value.constant {
        case .null: self = .none
        case .boolean, .integer, .decimal, .text, .emptyArray, .emptyDictionary: self = .passed(value)
        case .member(let name):
            var cases: [String] = []
            if case .named(let identifier) = type {
                switch registry.declaration(identifier)?.kind {
                case .enumeration(let all): cases = all.map(\.name)
                case .variant(let all, _): cases = all.filter(\.payload.isEmpty).map(\.name)
                default: break
                }
            }
            self = cases.contains(name) ? .passed(value) : .omitted
        case .calculation, .call, .duration, .instance, nil: self = .omitted
        }
    }
}
