import BindingModel

/// What a function has to do with threads. Any thread may call any function.
package struct ThreadRule: Hashable, Sendable {
    /// The thread that does the work.
    package enum Place: String, Hashable, Sendable {
        /// The thread that calls the function.
        case caller
        /// A thread of the library; the function returns before the work is done.
        case library
        /// The thread that runs the main queue; the function returns before the work is done.
        case main
    }

    /// Where the functions of the program run that a function receives.
    package enum Callbacks: String, Hashable, Sendable {
        /// It receives none.
        case none
        /// On the calling thread, before the function returns.
        case duringCall
        /// On the queue that the function receives, or a thread of the library.
        case onQueue
        /// On a thread of the library, also after the function has returned.
        case onLibraryThread
    }

    package var place = Place.caller
    /// Whether the function waits until something happens: a result, an element, a time-out.
    package var mayWait = false
    package var callbacks = Callbacks.none
    /// Whether only one thread at a time may use the receiver, because its type is not safe for several.
    package var isReceiverExclusive = false

    /// The rule of a function that waits.
    package static let blocking = ThreadRule(mayWait: true)
}

extension LoweredFunction {
    /// The function's rule for threads.
    package var threads: ThreadRule {
        var rule = ThreadRule(mayWait: purpose == .wait || purpose == .next)
        switch implementation {
        case .start(let call):
            rule.place = call.callee.effects.isolation == .mainActor ? .main : .library
            rule.isReceiverExclusive = call.callee.isReceiverExclusive
        case .call(let call): rule.isReceiverExclusive = call.callee.isReceiverExclusive
        default: break
        }
        rule.callbacks = callbackPlace(rule.place)
        return rule
    }

    private func callbackPlace(_ place: ThreadRule.Place) -> ThreadRule.Callbacks {
        let hasCallback = parameters.contains { parameter in if case .callback = parameter.role { true } else { false } }
        if !hasCallback { return purpose == .implement ? .onLibraryThread : .none }
        if parameters.contains(where: { $0.role == .queue }) { return .onQueue }
        let isEscaping = callbacks.contains { $0.closure.isEscaping || $0.closure.isAsync }
        return isEscaping || place != .caller || purpose == .wait ? .onLibraryThread : .duringCall
    }
}

extension Callee {
    /// Whether the receiver is an object that several threads may not use at once.
    fileprivate var isReceiverExclusive: Bool {
        guard case .handle(let handle) = receiver, let declaration = handle.declaration else { return false }
        guard case .object(let object) = declaration.kind else { return false }
        return !object.isActor && !declaration.conformances.contains(.sendable)
    }
}
