package import BindingModel

/// The name of a type in C, and the word after the library's prefix, from which other languages form theirs.
package struct TypeName: Hashable, Sendable {
    /// `weather_station`
    package let c: String
    /// `station`
    package let word: String
}

/// A member of a type or of the library, with the C functions that stand for it.
///
/// The lowering decides what a member is, and which functions belong together; a back end decides how its language writes it.
package struct LoweredMember: Sendable {
    package enum Kind {
        /// Makes a value of the owner. The primary one has the name that needs no labels.
        case constructor(LoweredCallable, isFailable: Bool, isPrimary: Bool)
        /// Has a receiver.
        case method(LoweredCallable)
        /// Has no receiver: a static function of the owner, or a function of the library.
        case function(LoweredCallable)
        /// Calls the receiver as a function.
        case call(LoweredCallable)
        /// An operator that other languages have too, with its operands as arguments.
        case operation(LoweredCallable, sign: String)
        case property(LoweredProperty)
        /// A property with arguments.
        case indexed(LoweredProperty)
        /// What the owner can do because of a conformance.
        case trait(Trait, LoweredCallable)
        /// The case of a recursive enum, what makes one, and what reads one.
        case caseKind(LoweredCallable)
        case makeCase(Int, LoweredCallable)
        case casePayload(Int, name: String, LoweredCallable)
        case lifetime(retain: LoweredFunction, release: LoweredFunction)
        /// The functions of an asynchronous sequence.
        case sequence(LoweredSequence)
        /// The function that makes a sequence which the program feeds, with its source.
        case makeSequence(LoweredFunction)
        /// The functions that feed a sequence.
        case source(yield: LoweredFunction, finish: LoweredFunction)
        /// Returns the object as another type: as one that it always has, or as a subclass.
        case cast(LoweredFunction, to: Crossing, isUpcast: Bool)
        /// The conversions of an error of the owner's type from and to errors of any type.
        case errors(from: LoweredFunction, to: LoweredFunction)
        /// Completes an asynchronous function of the program.
        case completion(LoweredFunction)
        /// Makes an object that the program implements.
        case implementation(LoweredFunction)
    }

    /// What a type can do because of a conformance.
    package enum Trait {
        case equal
        case less
        case hash
        case describe
        case allCases
        case count
        case elementAt
        case elements
        case clone
    }

    package var kind: Kind
    /// The type of which it is a member in a language with classes; nil for the library.
    package var owner: TypeName?

    package init(_ kind: Kind) { self.kind = kind }
}

/// What a program calls: one C function, or those of an asynchronous call.
package struct LoweredCallable {
    package enum Form {
        case immediate(LoweredFunction)
        case awaited(AwaitedCall)
    }

    /// The members of the closures that it receives or returns, and the completions of its asynchronous callbacks; before it in C.
    package var companions: [LoweredMember]
    package var form: Form

    /// The function with the arguments: the only one, or the one that starts an asynchronous call.
    package var function: LoweredFunction {
        switch form {
        case .immediate(let function): function
        case .awaited(let call): call.start
        }
    }

    /// The function that returns the result of an asynchronous call; nil for a call that returns it itself.
    package var taking: LoweredFunction? { if case .awaited(let call) = form { call.result } else { nil } }
    package var isAwaited: Bool { taking != nil }
}

/// The functions of an asynchronous call. `PREFIX_operation_on_done` of the runtime notifies the program of its end.
package struct AwaitedCall {
    package var start: LoweredFunction
    package var result: LoweredFunction
    /// Starts the call, and waits for its result.
    package var wait: LoweredFunction
}

/// A property with its accessors.
package struct LoweredProperty {
    /// The name without the verb of an accessor: `temperature` of `get_temperature`.
    package var name: String
    package var getter: LoweredCallable
    package var setter: LoweredCallable?
    package var declaration: PropertyDeclaration
}

/// The functions of an asynchronous sequence.
package struct LoweredSequence {
    package var element: Crossing
    package var next: LoweredFunction
    package var tryNext: LoweredFunction
    package var descriptor: LoweredFunction
    package var close: LoweredFunction
    package var onReady: LoweredFunction
    package var subscribe: LoweredFunction
}
