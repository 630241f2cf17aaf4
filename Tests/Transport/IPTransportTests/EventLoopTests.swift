import Glibc
import HotShoeSupport
import TestSupport
import Testing

@testable import Sockets

/// The loop, over system calls that fail.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct EventLoopTests {
    /// Operations of `epoll_ctl`.
    private static let (add, modify): (Int32, Int32) = (1, 3)

    private static func calls(_ change: (inout EventLoopCalls) -> Void) -> EventLoopCalls {
        var calls = EventLoopCalls.system
        change(&calls)
        return calls
    }

    private static func fail(_ code: Int32) -> Int32 {
        errno = code
        return -1
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM]) func `without a descriptor a watch is an error, and possible later`(code: Int32)
        async throws
    {
        let isFull = Guarded(true)
        let system = EventLoopCalls.system
        let loop = EventLoop(Self.calls { $0.create = { isFull.withLock { $0 } ? Self.fail(code) : system.create() } })
        let listener = try Socket.listening(on: .loopback(port: 0))
        #expect(throws: SocketError("wait for sockets", code: code)) { try loop.watch(listener) {} }
        isFull.withLock { $0 = false }
        let ready = Promise<Void, Never>()
        let watch = try loop.watch(listener) { ready.fulfil(.success(())) }
        watch.arm(.toReceive)
        let client = try Socket.connecting(to: try #require(listener.localAddress))
        _ = await ready.result()
        watch.cancel()
        withExtendedLifetime(client) {}
    }

    @Test(arguments: [ENOSPC, ENOMEM, EPERM]) func `a socket that cannot be watched is an error, and others are watched`(
        code: Int32
    ) throws {
        let system = EventLoopCalls.system
        let isFull = Guarded(true)
        let loop = EventLoop(
            Self.calls {
                $0.control = {
                    isFull.withLock { $0 } && $1 == Self.add ? Self.fail(code) : system.control($0, $1, $2, $3, $4)
                }
            }
        )
        let listener = try Socket.listening(on: .loopback(port: 0))
        #expect(throws: SocketError("wait for a socket", code: code)) { try loop.watch(listener) {} }
        isFull.withLock { $0 = false }
        try loop.watch(listener) {}.cancel()
    }

    @Test func `a watch that cannot be armed is armed again after a pause`() async throws {
        let (clock, system) = (VirtualClock(), EventLoopCalls.system)
        let failures = Guarded(2)
        let loop = EventLoop(
            Self.calls {
                $0.control = { epoll, operation, descriptor, events, number in
                    let fails = failures.withLock { left in
                        if operation == Self.modify, left > 0 { left -= 1; return true }
                        return false
                    }
                    return fails ? Self.fail(ENOMEM) : system.control(epoll, operation, descriptor, events, number)
                }
            },
            time: clock
        )
        let listener = try Socket.listening(on: .loopback(port: 0))
        let ready = Promise<Void, Never>()
        let watch = try loop.watch(listener) { ready.fulfil(.success(())) }
        let client = try Socket.connecting(to: try #require(listener.localAddress))
        watch.arm(.toReceive)
        for _ in 1...2 { clock.advance(by: EventLoop.pause) }
        _ = await ready.result()
        #expect(failures.withLock { $0 } == 0)
        watch.cancel()
        withExtendedLifetime(client) {}
    }

    @Test func `a wait that fails all the time leaves the processor to others`() async throws {
        let waits = Guarded(0)
        let (pausing, go) = (Promise<Void, Never>(), Monitor(false))
        let loop = EventLoop(
            Self.calls {
                unsafe $0.wait = { _, _, _ in
                    waits.withLock { $0 += 1 }
                    return Self.fail(EBADF)
                }
                $0.pause = {
                    pausing.fulfil(.success(()))
                    go.wait(for: { $0 ? () : nil })
                }
            }
        )
        let watch = try loop.watch(Socket.listening(on: .loopback(port: 0))) {}
        _ = await pausing.result()
        #expect(waits.withLock { $0 } == 1)
        go.withLock { isOpen, condition in
            isOpen = true
            condition.broadcast()
        }
        try await until("it has been repeated") { waits.withLock { $0 } >= 2 }
        watch.cancel()
    }
}
