public import HotShoeSupport
public import Sockets

/// Finds devices that wait for an invitation. **Thread-safe.**
///
/// The search starts with ``start()`` and continues until ``stop()`` or the last reference is released. While it runs, a TCP port accepts
/// answers; if another program of this computer has it, no device is found until that ends. See docs/ssdp.md for the limits.
public final class InvitationBrowser: Sendable {
    private struct Running {
        var timer: any TimeSourceTimer
        var answers: ShortConnections?
    }

    /// Longest time of an answer, and pause after which an answer without an empty line is complete.
    private static let (timeout, silence) = (Duration.seconds(3), Duration.milliseconds(300))
    private static let acceptance = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)

    private let invitation: Invitation
    private let network: InvitationNetwork
    private let time: any TimeSource
    private let plan: Guarded<InvitationPlan>
    /// Guards what runs, from ``start()`` to ``stop()``.
    private let running = Guarded<Running?>(nil)
    private let reports = Broadcast<InvitationEvent>()
    /// Guards the connections that wait for an accepted answer of a device.
    private let waiting = Guarded<[SocketAddress: Promise<Void, Never>]>([:])

    /// Creates a browser; the search does not start yet.
    public init(_ invitation: Invitation, network: InvitationNetwork = .standard, time: any TimeSource = SystemClock.shared) {
        (self.invitation, self.network, self.time) = (invitation, network, time)
        plan = Guarded(InvitationPlan(now: time.now))
    }

    deinit { stop() }

    /// The events, from this call on. At most 1024 are queued; beyond it the oldest are dropped.
    public var events: EventStream<InvitationEvent> { reports.stream { $0 } }

    /// Starts the search; has no effect after the first call.
    public func start() {
        let isFirst = running.withLock { running in
            guard running == nil else { return false }
            running = Running(timer: time.makeTimer { [weak self] in self?.timePassed() }, answers: nil)
            return true
        }
        if isFirst { timePassed() }
    }

    /// Ends the search.
    public func stop() {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        ended?.timer.disarm()
        ended?.answers?.close()
        reports.finish()
    }

    /// Accepts the next answer of a device, before the program connects to it. Returns then, or after `limit`: a device that has been accepted
    /// before, or that needs no acceptance, may not answer again.
    public func accept(_ device: SocketAddress, within limit: Duration) async {
        let accepted = waiting.withLock { waiting in
            let promise = waiting[device] ?? Promise<Void, Never>()
            waiting[device] = promise
            return promise
        }
        let now = time.now
        plan.withLock { $0.want(device, at: now) }
        timePassed()
        let timer = time.makeTimer { accepted.fulfil(.success(())) }
        timer.arm(at: now + limit)
        _ = await accepted.resultUnlessCancelled()
        timer.disarm()
        waiting.withLock { $0[device] = nil }
        let end = time.now
        plan.withLock { $0.use(device, at: end) }
    }

    private func timePassed() {
        let now = time.now
        let (events, invites, deadline) = plan.withLock { plan in
            let (events, invites) = plan.timePassed(now)
            reports.enqueue(events)
            return (events, invites, plan.nextDeadline)
        }
        if !events.isEmpty { reports.flush() }
        if invites, listen() { invite() }
        running.withLock { $0?.timer.arm(at: deadline) }
    }

    /// Listens for answers, unless that is the case. Returns whether it does: without that, no invitation is sent.
    private func listen() -> Bool {
        running.withLock { running in
            guard running != nil else { return false }
            if running?.answers != nil { return true }
            do throws(SocketError) {
                running?.answers = try ShortConnections(at: network.answers.withPort(invitation.answerPort)) { [weak self] in
                    self?.receive(by: $0)
                }
                return true
            } catch {
                Log.write(.info, "ssdp", "answers to invitations are not received: \(error)")
                return false
            }
        }
    }

    private func invite() {
        for interface in network.interfaces() {
            guard let broadcast = interface.broadcast else { continue }
            do throws(SocketError) {
                let socket = try DatagramSocket(bound: interface.address)
                socket.allowBroadcast()
                try socket.send(invitation.datagram(from: interface.address.host), to: broadcast.withPort(invitation.port))
            } catch { Log.write(.info, "ssdp", "no device is invited by \(interface.name): \(error)") }
        }
    }

    /// Reads an answer. The device is accepted only if the program is about to connect to it: otherwise the connection ends without a word.
    private func receive(by socket: Socket) {
        let deadline = SystemClock.monotonicTime() + Self.timeout
        guard let source = socket.remoteAddress,
            let bytes = socket.receiveLines(limit: Invitation.byteLimit, until: deadline, silence: Self.silence),
            let device = InvitedDevice(bytes, from: source)
        else { return }
        let now = time.now
        let result = plan.withLock { plan -> (isAccepted: Bool, deadline: Duration)? in
            guard let (events, isAccepted) = plan.received(device, at: now) else { return nil }
            reports.enqueue(events)
            return (isAccepted, plan.nextDeadline)
        }
        guard let result else { return }
        reports.flush()
        running.withLock { $0?.timer.arm(at: result.deadline) }
        if result.isAccepted {
            socket.sendAll(Self.acceptance, until: deadline)
            socket.shutDown()
            waiting.withLock { $0[device.address] }?.fulfil(.success(()))
        }
    }
}
