import HotShoeSupport
import Testing

@testable import CameraModel

/// Work of a connection that continues after its caller was cancelled or released.
@Suite(.timeLimit(.minutes(5))) struct ConnectionWorkTests {
    @Test func `work continues until it has ended, and is cancelled with the connection`() async {
        let connection = Connection(number: 1, authenticationHandler: nil)
        let (ended, cancelled) = (Promise<Void, Never>(), Promise<Void, Never>())
        connection.perform { ended.fulfil(.success(())) }
        _ = await ended.result()
        connection.perform {
            // Ends when the task is cancelled, and not before.
            _ = await Promise<Void, Never>().resultUnlessCancelled()
            cancelled.fulfil(.success(()))
        }
        #expect(cancelled.current == nil)
        await connection.endWork()
        #expect(cancelled.current != nil)
        await connection.endWork()
    }
}
