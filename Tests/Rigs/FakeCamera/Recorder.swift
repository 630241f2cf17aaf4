package import CameraModel
package import HotShoeSupport

/// Records events in their order, and can wait for them. **Thread-safe.**
package final class Recorder<Element: Sendable>: Sendable {
    private struct Waiter {
        let isReached: @Sendable ([Element]) -> Bool
        let promise: Promise<[Element], Never>
    }

    private let state = Guarded<(elements: [Element], waiters: [Waiter])>(([], []))

    /// Creates a recorder without elements.
    package init() {}

    package var elements: [Element] { state.withLock { $0.elements } }

    package var count: Int { elements.count }

    package var last: Element? { elements.last }

    package func record(_ element: Element) {
        let (elements, ready) = state.withLock { state -> ([Element], [Waiter]) in
            state.elements.append(element)
            let elements = state.elements
            let ready = state.waiters.filter { $0.isReached(elements) }
            state.waiters.removeAll { $0.isReached(elements) }
            return (elements, ready)
        }
        for waiter in ready { waiter.promise.fulfil(.success(elements)) }
    }

    /// Waits until the elements satisfy a condition, and returns them.
    @discardableResult
    package func until(_ isReached: @escaping @Sendable ([Element]) -> Bool) async -> [Element] {
        let promise = Promise<[Element], Never>()
        state.withLock { state in
            if isReached(state.elements) {
                promise.fulfil(.success(state.elements))
            } else {
                state.waiters.append(Waiter(isReached: isReached, promise: promise))
            }
        }
        return await promise.result().get()
    }

    @discardableResult
    package func atLeast(_ count: Int) async -> [Element] { await until { $0.count >= count } }
}

/// Holds work until it is opened.
package typealias Gate = Promise<Void, Never>

extension Promise where Value == Void, Failure == Never {
    package func open() { fulfil(.success(())) }
}

/// Converts the outcome of a call with a typed error to a result, for tables.
package func outcome<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(CameraError) -> Value
) async -> Result<Value, CameraError> {
    do throws(CameraError) { return .success(try await body()) } catch { return .failure(error) }
}

extension Result where Failure == CameraError {
    /// The code of the failure; nil if there was none.
    package var code: CameraError.Code? { if case .failure(let error) = self { error.code } else { nil } }

    package var error: CameraError? { if case .failure(let error) = self { error } else { nil } }
}

/// Returns the error code of a call; nil if it succeeds.
package func code<Value: Sendable>(_ body: @escaping @Sendable () async throws(CameraError) -> Value) async -> CameraError.Code? {
    await outcome(body).code
}

/// Starts a call in a task.
package func start<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(CameraError) -> Value
) -> Task<Result<Value, CameraError>, Never> {
    Task { await outcome(body) }
}

/// A queue that runs work only when the test requests it, so that the test determines the order.
package final class HandQueue: CallbackQueue {
    package init() {}

    private let pending = Guarded<[CallbackWork]>([])

    package func enqueue(_ work: CallbackWork) { pending.withLock { $0.append(work) } }

    /// Runs all queued work, including work that is added in the meantime, on this thread.
    package func run() {
        while let work = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work.run() }
    }
}
