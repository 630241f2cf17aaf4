public import HotShoeSupport
import Sockets

/// Finds devices of some types by SSDP, and reads their descriptions. **Thread-safe.**
///
/// The search starts with ``start()`` and continues until ``stop()`` or the last reference is released. The devices are not
/// authenticated, and can be forged; see docs/ssdp.md for the limits.
public final class SSDPBrowser: Sendable {
    private let plan: Guarded<SSDPPlan>
    private let network: SSDPNetwork
    private let time: any TimeSource
    private let read: @Sendable (DescriptionLocation) -> DeviceDescription?

    /// Guards the channel and the timer, from ``start()`` to ``stop()``.
    private let running = Guarded<Running?>(nil)

    private struct Running {
        let channel: MulticastChannel
        let timer: any TimeSourceTimer
    }

    /// Serialises the events: they are decided under the plan's lock and reported in that order.
    private let reports = Broadcast<SSDPEvent>()

    /// Threads on which descriptions are read.
    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.ssdp", threadLimit: 4)

    /// Creates a browser; the search does not start yet.
    ///
    /// - Parameters:
    ///   - types: the types of devices, as in ST and NT.
    ///   - network: the group and the interfaces.
    ///   - time: the clock for searches and expiry.
    ///   - further: returns the URL or path of a second document of the device, whose elements are added to the description.
    public convenience init(
        types: [String],
        network: SSDPNetwork = .standard,
        time: any TimeSource = SystemClock.shared,
        further: @escaping @Sendable (DeviceDescription) -> String? = { _ in nil }
    ) {
        self.init(types: types, network: network, time: time) { location in
            do throws(DescriptionRequest.Failure) { return try DescriptionRequest.read(location, further: further) } catch {
                Log.write(.info, "ssdp", "the device at \(location.address) is left out: \(error)")
                return nil
            }
        }
    }

    init(
        types: [String],
        network: SSDPNetwork,
        time: any TimeSource,
        read: @escaping @Sendable (DescriptionLocation) -> DeviceDescription?
    ) {
        plan = Guarded(SSDPPlan(types: types, now: time.now))
        (self.network, self.time, self.read) = (network, time, read)
    }

    deinit { stop() }

    /// The events, from this call on. At most 1024 are queued; beyond it the oldest are dropped.
    public var events: EventStream<SSDPEvent> { reports.stream { $0 } }

    /// Starts the search; has no effect after the first call.
    public func start() {
        let isFirst = running.withLock { running in
            guard running == nil else { return false }
            let channel = MulticastChannel(network) { [weak self] in self?.received($0, from: $1) }
            running = Running(channel: channel, timer: time.makeTimer { [weak self] in self?.timePassed() })
            return true
        }
        if isFirst { timePassed() }
    }

    /// Ends the search. Events that are being decided at this moment may still be reported.
    public func stop() {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        ended?.timer.disarm()
        ended?.channel.close()
        reports.finish()
    }

    private func received(_ bytes: [UInt8], from source: SocketAddress) {
        guard let message = SSDPMessage(bytes) else { return }
        let now = time.now
        process { $0.received(message, from: source, at: now) }
    }

    private func timePassed() {
        let now = time.now
        process { $0.timePassed(now) }
    }

    /// Passes an event to the plan, and performs its actions.
    private func process(_ event: (inout SSDPPlan) -> [SSDPPlan.Action]) {
        guard let running = running.withLock({ $0 }) else { return }
        let (actions, deadline) = plan.withLock { plan in
            let actions = event(&plan)
            reports.enqueue(actions.compactMap { if case .report(let event) = $0 { event } else { nil } })
            return (actions, plan.nextDeadline)
        }
        reports.flush()
        if actions.contains(where: { if case .search = $0 { true } else { false } }) { running.channel.refresh() }
        for action in actions {
            switch action {
            case .search(let type):
                running.channel.send(SSDPMessage.search(target: type).bytes(group: network.group.description))
            case .read(let name, let location): startReading(name, location)
            case .report: break
            }
        }
        running.timer.arm(at: deadline)
    }

    private func startReading(_ name: String, _ location: DescriptionLocation) {
        let read = read
        Self.threads.enqueue(
            CallbackWork { [weak self] in
                let description = read(location)
                guard let self else { return }
                let now = time.now
                process { $0.described(name, location, description, at: now) }
            }
        )
    }
}
