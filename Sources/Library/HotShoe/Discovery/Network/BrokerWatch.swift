import BrokerMessages
import BrokerTransport
import CameraModel
import DriverRemote
import HotShoeSupport

/// Finds the hosts that report to a broker, and reports their cameras while they are present. **Thread-safe.**
final class BrokerWatch: Sendable {
    /// A host that is present, by the address of its server.
    private struct Host {
        let address: RemoteAddress
        let task: Task<Void, Never>
    }

    private struct State {
        var hosts: [String: Host] = [:]
        /// Hosts whose first search has not ended.
        var searching = 0
        /// Whether the broker has said which hosts there are, or has failed to.
        var hasListed = false
        var hasSearched = false
    }

    /// The most hosts of a broker: each has a thread for its connection.
    private static let limit = 256
    /// Time after the subscription in which the broker sends the retained statuses.
    private static let listTime = Duration.milliseconds(500)

    private let options: BrokerOptions
    private let topics: BrokerTopics
    private let token: String?
    private let sink: any DiscoverySink
    private let time: any TimeSource
    private let searched: @Sendable () -> Void
    private let ended = Promise<Void, Never>()
    /// Guards the hosts.
    private let state = Guarded(State())
    /// Guards the timer after which the broker has sent all statuses.
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)

    /// Creates a watch. `searched` is called when all hosts have answered, or failed to, for the first time.
    init(
        _ options: BrokerOptions,
        token: String?,
        _ sink: any DiscoverySink,
        _ time: any TimeSource,
        searched: @escaping @Sendable () -> Void
    ) {
        topics = BrokerTopics(prefix: options.address.prefix)
        var options = options
        options.subscriptions = [topics.everyStatus]
        (self.options, self.token, self.sink, self.time, self.searched) = (options, token, sink, time, searched)
    }

    /// Watches until the task is cancelled.
    func run() async {
        let handlers = BrokerConnection.Handlers(
            message: { [weak self] in self?.receive($0) },
            state: { [weak self] in self?.report($0) }
        )
        let connection: BrokerConnection
        do throws(BrokerError) { connection = try BrokerConnection(options, time, handlers) } catch {
            notice(error)
            listed()
            return await withTaskCancellationHandler {
                _ = await ended.result()
            } onCancel: {
                ended.fulfil(.success(()))
            }
        }
        connection.start()
        await withTaskCancellationHandler {
            _ = await ended.result()
        } onCancel: {
            ended.fulfil(.success(()))
        }
        timer.withLock { $0 }?.disarm()
        await connection.stop()
        let hosts = state.withLock { state in
            defer { state.hosts = [:] }
            return state.hosts.values.map(\.task)
        }
        for task in hosts { task.cancel() }
        for task in hosts { await task.value }
    }

    // MARK: The broker

    private func report(_ broker: BrokerConnection.State) {
        switch broker {
        case .connected:
            (sink as? any ReportingSink)?.noticed(nil)
            let timer = time.makeTimer { [weak self] in self?.listed() }
            timer.arm(at: time.now + Self.listTime)
            self.timer.withLock { $0 = timer }
        case .away(let error):
            // Hosts stay: their servers are reached without the broker.
            notice(error)
            listed()
        case .connecting, .ended: break
        }
    }

    private func notice(_ error: BrokerError) {
        Log.write(.info, "broker", error.description)
        let code: CameraError.Code =
            switch error.kind {
            case .libraryMissing: .notSupported
            case .invalidFile: .fileSystem
            case .unreachable: .connectionRefused
            case .untrusted, .refused: .authenticationFailed
            case .lost: .connectionLost
            }
        (sink as? any ReportingSink)?.noticed(CameraError(code, error.description, operation: .discover))
    }

    private func receive(_ message: BrokerConnection.Message) {
        guard let host = topics.host(of: message.topic, "status") else { return }
        guard let status = HostStatus(message.payload), status.isOnline, let url = status.url else { return remove(host) }
        guard let address = address(url, status.key, host) else { return remove(host) }
        let replaced = state.withLock { state -> Task<Void, Never>? in
            let known = state.hosts[host]
            guard known?.address != address, known != nil || state.hosts.count < Self.limit else { return nil }
            if !state.hasListed { state.searching += 1 }
            let isFirst = !state.hasListed
            let watch = RemoteServerWatch(address, sink, time) { [weak self] in if isFirst { self?.hasSearched() } }
            let earlier = known?.task
            // One after the other: both may report the same cameras.
            let task = Task {
                await earlier?.value
                await watch.run()
            }
            state.hosts[host] = Host(address: address, task: task)
            return earlier
        }
        replaced?.cancel()
    }

    /// The address of a host's server; nil if it is none, or if the token would be sent to it without encryption.
    private func address(_ url: String, _ key: String?, _ host: String) -> RemoteAddress? {
        do throws(RemoteAddress.Problem) {
            guard !url.contains("#") else { throw RemoteAddress.Problem(description: "The address has a part after #.") }
            let address = try RemoteAddress(url + (key.map { "#key=\(RemoteAddress.encoded($0))" } ?? ""), token: token)
            guard address.camera == nil else { throw RemoteAddress.Problem(description: "The address names a camera.") }
            return address
        } catch {
            Log.write(.warning, "broker", "\(host) has no address that can be used: \(error)")
            return nil
        }
    }

    /// Removes an absent host.
    private func remove(_ host: String) {
        let removed = state.withLock { $0.hosts.removeValue(forKey: host) }
        removed?.task.cancel()
    }

    // MARK: The first search

    private func listed() { finish { $0.hasListed = true } }

    private func hasSearched() { finish { $0.searching -= 1 } }

    private func finish(_ change: (inout State) -> Void) {
        let isOver = state.withLock { state in
            change(&state)
            guard state.hasListed, state.searching <= 0, !state.hasSearched else { return false }
            state.hasSearched = true
            return true
        }
        if isOver { searched() }
    }
}
