import HotShoeSupport
import Synchronization
import TestSupport
import Testing

@testable import BindingRuntime

/// Contexts and completions of foreign code.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ForeignTests {
    @Test func `a context is released once, with its last reference`() {
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { unsafe count.deallocate() }
        unsafe count.initialize(to: 0)
        func use() {
            let context = unsafe ForeignContext(count) { unsafe $0!.assumingMemoryBound(to: Int.self).pointee += 1 }
            let handler = { withExtendedLifetime(context) {} }
            handler()
            #expect(unsafe count.pointee == 0 && context.pointer == UnsafeMutableRawPointer(count))
        }
        use()
        #expect(unsafe count.pointee == 1)
        _ = unsafe ForeignContext(nil, release: nil)
    }

    @Test func `the first answer counts`() async throws {
        let answers = Recorder<Bool>()
        let value = try await ForeignCompletion<Int>.wait { completion in
            answers.record(completion.complete(with: .success(1)))
            answers.record(completion.complete(with: .success(2)))
        }
        #expect(value == 1 && answers.elements == [true, false])
    }

    @Test func `an answer may arrive on another thread, and may be an error`() async {
        await #expect(throws: Source.Refusal.self) {
            try await ForeignCompletion<Witness>.wait { completion in
                startNamedThread("answer") { completion.complete(with: .failure(Source.Refusal())) }
            }
        }
    }

    @Test func `a completion that is released without an answer fails`() async {
        await #expect(throws: ForeignError.self) { try await ForeignCompletion<Int>.wait { _ in } }
        do {
            _ = try await ForeignCompletion<Int>.wait { completion in
                startNamedThread("forgetful") { withExtendedLifetime(completion) {} }
            }
        } catch { #expect((error as? ForeignError)?.status == .notAvailable) }
    }

    @Test func `cancelling the task notifies the foreign function, and its answer counts`() async throws {
        let (started, seen) = (Promise<ForeignCompletion<Int>, Never>(), Recorder<String>())
        let task = Task {
            try await ForeignCompletion<Int>.wait { completion in
                completion.onCancel { seen.record("first") }
                started.fulfil(.success(completion))
            }
        }
        let completion = await started.result().get()
        #expect(!completion.isCancelled)
        task.cancel()
        #expect(completion.isCancelled && seen.elements(atLeast: 1) == ["first"])
        completion.onCancel { seen.record("late") }
        #expect(seen.elements == ["first", "late"])
        #expect(completion.complete(with: .success(5)))
        #expect(try await task.value == 5)
        completion.onCancel { seen.record("never") }
        #expect(seen.count == 2)
    }

    @Test func `a handler of cancelling may wait for the thread that answers`() async throws {
        let started = Promise<Void, Never>()
        let task = Task {
            try await ForeignCompletion<Int>.wait { completion in
                completion.onCancel { onThread { completion.complete(with: .success(5)) }.elements(atLeast: 1) }
                started.fulfil(.success(()))
            }
        }
        _ = await started.result()
        task.cancel()
        #expect(try await task.value == 5)
    }

    @Test func `cancellation handlers are released with the answer`() async throws {
        let released = Recorder<Int>()
        _ = try await ForeignCompletion<Int>.wait { completion in
            let witness = Witness { released.record(1) }
            completion.onCancel { withExtendedLifetime(witness) {} }
            completion.complete(with: .success(1))
        }
        #expect(released.count == 1)
    }
}
