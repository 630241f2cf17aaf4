import Glibc
import HotShoeSupport

@testable import BindingRuntime

/// Events in their order; a thread can wait for them. **Thread-safe.**
final class Recorder<Element>: @unchecked Sendable {
    // SAFETY: the elements are in the monitor.
    private let monitor = Monitor([Element]())

    var elements: [Element] { monitor.withLock { elements, _ in elements } }
    var count: Int { elements.count }

    func record(_ element: Element) {
        monitor.withLock { elements, condition in
            elements.append(element)
            condition.broadcast()
        }
    }

    /// Returns the elements when there are at least `count`. Blocks, as foreign code does.
    @discardableResult
    func elements(atLeast count: Int) -> [Element] {
        monitor.wait(.never) { $0.count >= count ? $0 : nil }!
    }
}

/// Blocks a thread until it is opened. **Thread-safe.**
final class Latch: Sendable {
    private let opened = Recorder<Void>()

    func open() { opened.record(()) }
    func wait() { opened.elements(atLeast: 1) }
}

/// A queue that runs its work only on demand.
final class HandQueue: CallbackQueue {
    private let pending = Guarded<[CallbackWork]>([])

    var count: Int { pending.withLock { $0.count } }

    func enqueue(_ work: CallbackWork) { pending.withLock { $0.append(work) } }

    /// Runs the queued work, and work that is added during the call, on this thread.
    func run() {
        while let work = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work.run() }
    }
}

/// A queue that keeps its work for ever.
final class HoardingQueue: CallbackQueue {
    private let work = Guarded<[CallbackWork]>([])

    var hoard: [CallbackWork] { work.withLock { $0 } }

    func enqueue(_ work: CallbackWork) { self.work.withLock { $0.append(work) } }
}

/// Calls a closure when it is released.
final class Witness: Sendable {
    private let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void = {}) { self.onRelease = onRelease }

    deinit { onRelease() }
}

/// Runs `body` on `count` threads that start together, and returns when all have returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let (start, done) = (Latch(), Recorder<Int>())
    for index in 0..<count {
        startNamedThread("test-\(index)") {
            start.wait()
            body(index)
            done.record(index)
        }
    }
    start.open()
    done.elements(atLeast: count)
}

/// Runs `body` on a new thread; its result is recorded.
func onThread<Value>(_ body: @escaping @Sendable () -> Value) -> Recorder<Value> {
    let result = Recorder<Value>()
    startNamedThread("test") { result.record(body()) }
    return result
}

/// Longest time to wait for a descriptor, in milliseconds: no delay of a busy machine reaches it.
let longestWait: Int32 = 300_000

/// Whether a descriptor is readable now, or within a time.
func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&file, 1, milliseconds) == 1 && file.revents & Int16(POLLIN) != 0
}

/// A sequence whose elements the test supplies, one for each demand; counts the demands. Its elements are not Sendable.
final class Source: AsyncSequence, @unchecked Sendable {
    // SAFETY: mutable state is guarded; unchecked only because the elements are not Sendable.
    final class Element {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    struct Refusal: Error, Equatable {}

    enum Reply {
        case element(Int)
        case end
        case failure
    }

    private struct State {
        var replies: [Reply] = []
        var waiting: CheckedContinuation<Reply, Never>?
    }

    private let state = Guarded(State())
    let demands = Recorder<Void>()
    let cancellations = Recorder<Void>()

    init(_ replies: [Reply] = []) { send(replies) }

    func send(_ replies: [Reply]) {
        let waiting = state.withLock { state in
            state.replies += replies
            guard !state.replies.isEmpty, let waiting = state.waiting else {
                return nil as (CheckedContinuation<Reply, Never>, Reply)?
            }
            state.waiting = nil
            return (waiting, state.replies.removeFirst())
        }
        if let (continuation, reply) = waiting { continuation.resume(returning: reply) }
    }

    fileprivate func reply() async -> Reply {
        demands.record(())
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let reply = state.withLock { state -> Reply? in
                    if !state.replies.isEmpty { return state.replies.removeFirst() }
                    state.waiting = continuation
                    return nil
                }
                if let reply { continuation.resume(returning: reply) } else if Task.isCancelled { send([.end]) }
            }
        } onCancel: {
            cancellations.record(())
            send([.end])
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
        let source: Source

        mutating func next() async throws -> Element? {
            switch await source.reply() {
            case .element(let number): return Element(number)
            case .end: return nil
            case .failure: throw Refusal()
            }
        }
    }
}

extension StreamItem where Element == Source.Element {
    /// The item as a word, for comparisons.
    var word: String { word { $0.number } }
}

extension StreamItem {
    /// The item as a word, for comparisons, with the number of an element.
    func word(_ number: (Element) -> Int) -> String {
        switch self {
        case .element(let element): "\(number(element))"
        case .pending: "pending"
        case .timedOut: "timedOut"
        case .end: "end"
        case .failed(let error): "failed: \(error)"
        case .shutDown: "shutDown"
        }
    }
}
