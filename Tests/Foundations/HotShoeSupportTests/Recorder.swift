import Glibc
import HotShoeSupport

/// Records events in their order, and can wait for them. **Thread-safe.**
final class Recorder<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiters: [(count: Int, promise: Promise<Void, Never>)] = []
    }

    private let state = Guarded(State())

    var elements: [Element] { state.withLock { $0.elements } }

    var count: Int { elements.count }

    func record(_ element: Element) {
        let ready = state.withLock { state in
            state.elements.append(element)
            let ready = state.waiters.filter { $0.count <= state.elements.count }
            state.waiters.removeAll { $0.count <= state.elements.count }
            return ready
        }
        for waiter in ready { waiter.promise.fulfil(.success(())) }
    }

    /// Waits until there are at least `count` elements, and returns them.
    func elements(atLeast count: Int) async -> [Element] {
        let promise = Promise<Void, Never>()
        let isThere = state.withLock { state in
            if state.elements.count >= count { return true }
            state.waiters.append((count, promise))
            return false
        }
        if !isThere { _ = await promise.result() }
        return elements
    }
}

/// A queue that runs work only when the test requests it, so that the test determines the order.
final class HandQueue: CallbackQueue {
    private let pending = Guarded<[CallbackWork]>([])

    var count: Int { pending.withLock { $0.count } }

    func enqueue(_ work: CallbackWork) { pending.withLock { $0.append(work) } }

    /// Runs all queued work, including work that is added in the meantime, on this thread.
    func run() {
        while let work = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work.run() }
    }
}

/// Calls a closure when it is deallocated.
final class Witness: Sendable {
    private let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
}

/// Blocks threads until it is opened; only for the test's own threads. **Thread-safe.**
final class Latch: Sendable {
    private let monitor = Monitor(false)

    func open() {
        monitor.withLock { isOpen, condition in
            isOpen = true
            condition.broadcast()
        }
    }

    func wait() {
        monitor.wait { isOpen in isOpen ? () : nil }
    }
}

/// Runs `body` on `count` threads that start together, and returns when all have returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let (start, done) = (Latch(), Recorder<Int>())
    for index in 0..<count {
        startNamedThread("test-\(index)") {
            start.wait()
            body(index)
            done.record(index)
        }
    }
    start.open()
    _ = await done.elements(atLeast: count)
}

/// Runs `body` on a separate thread and returns its result.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    let promise = Promise<Value, Never>()
    startNamedThread("test") { promise.fulfil(.success(body())) }
    return await promise.result().get()
}

/// Returns every order of some elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}

/// Runs `body` in a task that is already cancelled.
func whenCancelled<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
    await Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return await body()
    }.value
}
