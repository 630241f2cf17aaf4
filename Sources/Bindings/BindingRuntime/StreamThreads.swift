import BindingSupport
import Synchronization

/// The threads that iterate sequences, so that blocking code does not occupy the cooperative pool.
enum StreamThreads {
    private static let threads = (0..<4).map { _ in ThreadExecutor(name: "binding.stream") }
    private static let turn = Atomic<Int>(0)

    static func next() -> ThreadExecutor {
        threads[turn.wrappingAdd(1, ordering: .relaxed).oldValue & 3]
    }
}
