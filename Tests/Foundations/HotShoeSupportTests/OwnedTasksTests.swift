import HotShoeSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OwnedTasksTests {
    /// Work that ends when its task is cancelled, and not before.
    private static func workUntilCancelled(_ cancelled: Promise<Void, Never>) -> @Sendable () async -> Void {
        {
            _ = await Promise<Void, Never>().resultUnlessCancelled()
            cancelled.fulfil(.success(()))
        }
    }

    @Test func `a task is released when its work has ended`() async {
        let tasks = OwnedTasks()
        let (mayEnd, ended) = (Promise<Void, Never>(), Promise<Void, Never>())
        tasks.start {
            _ = await mayEnd.result()
            ended.fulfil(.success(()))
        }
        #expect(tasks.count == 1)
        mayEnd.fulfil(.success(()))
        await tasks.wait()
        #expect(ended.current != nil && tasks.count == 0)
    }

    @Test func `the end cancels all tasks, and waits for them`() async {
        let tasks = OwnedTasks()
        let cancelled = [Promise<Void, Never>(), Promise<Void, Never>()]
        for promise in cancelled { tasks.start(Self.workUntilCancelled(promise)) }
        await tasks.end()
        #expect(cancelled.allSatisfy { $0.current != nil } && tasks.count == 0)
        tasks.start {}
        await tasks.wait()
        await tasks.end()
    }

    @Test func `releasing the owner cancels its tasks`() async {
        let cancelled = Promise<Void, Never>()
        var tasks: OwnedTasks? = OwnedTasks()
        tasks?.start(Self.workUntilCancelled(cancelled))
        tasks = nil
        _ = await cancelled.result()
    }
}
