/// The content of an answer, made piece by piece. **Thread-safe.**
protocol StreamAnswer: AnyObject, Sendable {
    var connection: StreamConnection { get }

    /// Supplies the next bytes to libmicrohttpd, or suspends the connection until there are some. Called on the server's thread.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamOutcome

    /// The system has space for output, after that was awaited. Called on the server's thread.
    func canSend()

    /// Ends the use of the socket.
    func close()
}

extension StreamAnswer {
    func canSend() {}
    func close() {}

    /// Cancels the stream; the answer ends as a failure. Called on the server's thread.
    func abort() {
        close()
        connection.abort()
    }

    /// Cancels the stream of a client that has disconnected. The connection does not exist any more.
    func cancel() {
        close()
        connection.cancel()
    }
}

/// Result for libmicrohttpd.
enum StreamOutcome {
    /// Number of bytes; 0 while the connection is suspended.
    case count(Int)
    case end
    case failure
}

/// Keeps an answer for libmicrohttpd, which has a pointer to it.
final class KeptStreamAnswer {
    let answer: any StreamAnswer

    init(_ answer: any StreamAnswer) { self.answer = answer }
}
