import Glibc
import HotShoeSupport
import TestSupport
import Testing

@testable import BindingSupport

/// Threads that are cancelled, or end themselves, inside the library.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ThreadEndTests {
    /// A thread of the program, and whether its function has returned.
    private final class Waiter: Sendable {
        let monitor = Monitor(false)
        let hasReturned = Guarded(false)
        let isWaiting = Guarded(false)

        func run() {
            isWaiting.withLock { $0 = true }
            _ = monitor.wait { $0 ? true : nil }
            hasReturned.withLock { $0 = true }
        }
    }

    @Test func `a thread that is cancelled while it waits keeps no lock, and ends after its wait`() async throws {
        let waiter = Waiter()
        var thread: pthread_t = 0
        // SAFETY: the waiter outlives the thread, which is joined below.
        let argument = unsafe Unmanaged.passUnretained(waiter).toOpaque()
        let failure = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                unsafe Unmanaged<Waiter>.fromOpaque(argument!).takeUnretainedValue().run()
                return nil
            },
            argument
        )
        #expect(failure == 0)
        try await until("the thread waits") { waiter.isWaiting.withLock { $0 } }
        pthread_cancel(thread)
        waiter.monitor.withLock { isOver, condition in
            isOver = true
            condition.broadcast()
        }
        pthread_join(thread, nil)
        #expect(waiter.hasReturned.withLock { $0 })
        withExtendedLifetime(waiter) {}
    }

    @Test func `a handler that ends its thread is over for those that cancel it, and the queue works on`() async throws {
        let queue = LibraryCallbackQueue(threadName: "test.exit", threadLimit: 1)
        let begun = Promise<Void, Never>()
        let delivery = CallbackDelivery<Int>(capacity: 4, queue: queue) { _ in
            begun.fulfil(.success(()))
            pthread_exit(nil)
        }
        delivery.send(1)
        _ = await begun.result()
        delivery.cancel(waits: true)
        let worked = Promise<Void, Never>()
        queue.enqueue(CallbackWork { worked.fulfil(.success(())) })
        _ = await worked.result()
        #expect(worked.current != nil)
    }
}
