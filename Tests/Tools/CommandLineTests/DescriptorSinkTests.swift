import Glibc
import Synchronization
import Testing

@testable import hotshoe

@Suite struct DescriptorSinkTests {
    /// System calls with scripted results, which record the written bytes and the waits.
    final class Script: Sendable {
        private struct State {
            var answers: [DescriptorSink.Attempt]
            var written: [UInt8] = []
            var waits = 0
        }

        private let state: Mutex<State>
        private let isWritable: Bool

        init(_ answers: [DescriptorSink.Attempt], isWritable: Bool = true) {
            state = Mutex(State(answers: answers))
            self.isWritable = isWritable
        }

        var written: String { String(decoding: state.withLock(\.written), as: UTF8.self) }
        var waits: Int { state.withLock(\.waits) }
        var left: Int { state.withLock(\.answers.count) }

        var sink: DescriptorSink {
            let system = DescriptorSink.System(
                write: { _, bytes in
                    let copy = bytes.indices.map { bytes[$0] }
                    return self.state.withLock { state in
                        let answer = state.answers.isEmpty ? .wrote(copy.count) : state.answers.removeFirst()
                        if case .wrote(let count) = answer { state.written += copy.prefix(count) }
                        return answer
                    }
                },
                isWritable: { _, timeout in
                    self.state.withLock { $0.waits += timeout < 0 ? 1 : 0 }
                    return self.isWritable
                }
            )
            return DescriptorSink(1, system: system)
        }
    }

    @Test func `short, interrupted and refused writes continue until everything is written`() throws {
        let script = Script([
            .wrote(2), .failed(errno: EINTR), .wrote(1), .failed(errno: EAGAIN), .wrote(0), .failed(errno: EAGAIN),
        ])
        try script.sink.write(Array("hot shoe".utf8).span)
        #expect(script.written == "hot shoe")
        #expect(script.waits == 2)
    }

    @Test func `nothing to write is not written`() throws {
        let script = Script([.failed(errno: EIO)])
        try script.sink.write([UInt8]().span)
        #expect(script.left == 1)
    }

    @Test(arguments: [
        (EPIPE, OutputError.closed), (ECONNRESET, .closed), (EIO, .closed), (ENOSPC, .full("No space left on device")),
        (EDQUOT, .full("Disk quota exceeded")), (EFBIG, .full("File too large")), (EBADF, .failed("Bad file descriptor")),
    ])
    func `an error of the system has its meaning`(code: Int32, error: OutputError) {
        let script = Script([.wrote(1), .failed(errno: code)])
        #expect(throws: error) { try script.sink.write(Array("abc".utf8).span) }
        #expect(script.written == "a")
    }

    @Test func `a non-blocking message is tried once, and only if it does not wait`() {
        let (ready, blocked) = (Script([.wrote(1)]), Script([], isWritable: false))
        ready.sink.writeIfReady(Array("abc".utf8).span)
        blocked.sink.writeIfReady(Array("abc".utf8).span)
        #expect(ready.written == "a")
        #expect(blocked.written == "")
        #expect(ready.waits + blocked.waits == 0)
    }

    @Test func `a full disk is reported by the real system`() {
        // SAFETY: the path is a terminated literal.
        let descriptor = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(throws: OutputError.full("No space left on device")) {
            try DescriptorSink(descriptor).write(Array("x".utf8).span)
        }
    }
}
