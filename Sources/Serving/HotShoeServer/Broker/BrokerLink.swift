import BrokerMessages
import BrokerTransport
import CameraRecords
import HotShoe
import JSONText

/// Reports the cameras of a server to a broker, and takes commands from it. **Thread-safe.**
final class BrokerLink: Sendable {
    private struct State {
        /// Cameras whose state has changed since it was published.
        var changed: Set<CameraIdentifier> = []
        /// Whether the status has changed.
        var hasNews = false
        var isArmed = false
        var lost = 0
        var allowance = LogAllowance()
    }

    /// Pause after a change, in which others may follow, before a state is published.
    private static let pause = Duration.milliseconds(200)
    /// Time after which the status is published again, with the state of the clock.
    private static let period = Duration.seconds(30)

    private let core: ServerCore
    private let options: HotShoeServer.Broker
    private let topics: BrokerTopics
    private let log: @Sendable (String) -> Void
    private let tasks = OwnedTasks()
    private let desk: CommandDesk?
    /// The topics from which commands are taken.
    private let commandTopics: Set<String>
    private let rivals: Rivals
    /// The identifier of this run.
    private let run: String
    /// Set once in `init`: the handlers need this object.
    private let connection = Guarded<BrokerConnection?>(nil)
    private let watch = Guarded<CameraWatch?>(nil)
    /// Guards the status of this host.
    private let own = Guarded(HostStatus.gone)
    /// Guards the reports that wait.
    private let state = Guarded(State())

    /// Creates a link, and begins to connect with ``start()``.
    ///
    /// - Throws: ``HotShoeServer/StartError`` if an option cannot be used.
    init(
        _ core: ServerCore,
        _ options: HotShoeServer.Broker,
        isReadOnly: Bool,
        log: @escaping @Sendable (String) -> Void
    ) throws(HotShoeServer.StartError) {
        (self.core, self.options, self.log) = (core, options, log)
        let address = try Self.address(options)
        let topics = BrokerTopics(prefix: address.prefix)
        self.topics = topics
        let outbox = Outbox()
        let run = String(UInt64.random(in: .min ... .max), radix: 36)
        let rivals = Rivals(HostRivals(run: run))
        (self.run, self.rivals) = (run, rivals)
        let obstacle: @Sendable () -> String? = {
            rivals.known.withLock { $0.isThere(at: .now()) } ? Self.rivalry(options.name) : nil
        }
        desk = try Self.desk(core, options, isReadOnly: isReadOnly, obstacle: obstacle) { answer in
            outbox.send(BrokerOptions.Post(topics.answers(of: answer.host), JSONLine.text(answer.json)))
        }
        var broker = BrokerOptions(address)
        (broker.password, broker.authorityFile) = (options.password, options.authorityFile)
        (broker.certificate, broker.permitsPlainPassword) = (options.certificateFiles, options.permitsPlainPassword)
        broker.will = BrokerOptions.Post(topics.status(of: options.name), JSONLine.text(HostStatus.gone.json))
        if options.takesCommands {
            broker.subscriptions = [topics.commands(to: options.name)] + options.groups.map { topics.commands(toGroup: $0) }
            broker.optionalSubscriptions = [topics.status(of: options.name)]
        }
        commandTopics = Set(broker.subscriptions)
        let handlers = BrokerConnection.Handlers(
            message: { [weak self] in self?.receive($0) },
            state: { [weak self] in self?.report($0) }
        )
        do throws(BrokerError) {
            let made = try BrokerConnection(broker, core.time, handlers)
            connection.withLock { $0 = made }
            outbox.connection.withLock { $0 = made }
        } catch { throw HotShoeServer.StartError(description: error.description) }
    }

    /// Where answers go: made before the connection.
    private final class Outbox: Sendable {
        let connection = Guarded<BrokerConnection?>(nil)

        func send(_ post: BrokerOptions.Post) { connection.withLock { $0 }?.publish(post) }
    }

    /// Guards the observations of other hosts with this name.
    private final class Rivals: Sendable {
        let known: Guarded<HostRivals>

        init(_ known: HostRivals) { self.known = Guarded(known) }
    }

    private static func address(_ options: HotShoeServer.Broker) throws(HotShoeServer.StartError) -> BrokerAddress {
        do throws(BrokerAddress.Problem) { return try BrokerAddress(options.address) } catch {
            throw HotShoeServer.StartError(description: error.description)
        }
    }

    private static func rivalry(_ name: String) -> String {
        "Another host at the broker is called \(name) as well: start one of them with another --broker-name."
    }

    private static func desk(
        _ core: ServerCore,
        _ options: HotShoeServer.Broker,
        isReadOnly: Bool,
        obstacle: @escaping @Sendable () -> String?,
        answer: @escaping @Sendable (CommandAnswer) -> Void
    ) throws(HotShoeServer.StartError) -> CommandDesk? {
        guard options.takesCommands else { return nil }
        guard let path = options.journal else {
            throw HotShoeServer.StartError(description: "Commands need a file in which those that were begun are kept.")
        }
        do throws(CommandJournal.Failure) {
            let (journal, earlier) = try CommandJournal.open(path, at: .now())
            return CommandDesk(
                host: options.name,
                isReadOnly: isReadOnly,
                obstacle: obstacle,
                journal,
                earlier,
                now: { .now() },
                work: { [weak core] command throws(WebProblem) in
                    guard let core else { throw WebProblem(503, "serverStops", "The server is being stopped.") }
                    return try await CommandWork.perform(command, core)
                },
                answer: answer
            )
        } catch { throw HotShoeServer.StartError(description: error.description) }
    }

    /// Begins to connect and to report.
    func start(as own: HostStatus) {
        self.own.withLock { $0 = own }
        let watch = CameraWatch(core.cameras) { [weak self] in self?.add($0, $1) }
        self.watch.withLock { $0 = watch }
        watch.start()
        connection.withLock { $0 }?.start()
        tasks.start { [weak self, time = core.time] in
            while !Task.isCancelled {
                await time.sleep(for: Self.period)
                self?.note { $0.hasNews = true }
            }
        }
    }

    /// Publishes the absence of the host, and ends the connection. Commands in progress are cancelled.
    func end() async {
        await tasks.end()
        watch.withLock { $0 }?.end()
        await desk?.end()
        let last = BrokerOptions.Post(topics.status(of: options.name), JSONLine.text(HostStatus.gone.json))
        await connection.withLock { $0 }?.stop(last: last)
    }

    // MARK: The broker

    private func report(_ state: BrokerConnection.State) {
        switch state {
        case .connected:
            log("Connected to the broker.")
            publishAll()
        case .away(let error): log("Broker: \(error)")
        case .connecting, .ended: break
        }
    }

    private func receive(_ message: BrokerConnection.Message) {
        if message.topic == topics.status(of: options.name) { return compare(message) }
        guard let desk, commandTopics.contains(message.topic) else { return }
        let line = desk.take(message.payload, isRetained: message.isRetained)
        let text: String? = line.isBegun ? line.text : state.withLock { $0.allowance.take(line.text, at: core.time.now) }
        if let text { log("Broker: \(text)") }
    }

    /// Looks for another host with this name in a message of this host's own status topic.
    private func compare(_ message: BrokerConnection.Message) {
        guard let status = HostStatus(message.payload) else { return }
        switch rivals.known.withLock({ $0.take(status, isRetained: message.isRetained, at: .now()) }) {
        case .discovered:
            log("Broker: \(Self.rivalry(options.name)) Commands are refused as long as both are there.")
            note { $0.hasNews = true }
        case .contradicted: note { $0.hasNews = true }
        case nil: break
        }
    }

    // MARK: Reports

    private func publish(_ topic: String, _ text: String, isRetained: Bool = false, isKept: Bool = true) {
        let isSent =
            connection.withLock { $0 }?.publish(BrokerOptions.Post(topic, text), isRetained: isRetained, isKept: isKept) ?? false
        guard !isSent, isKept else { return }
        let isFirst = state.withLock { state in
            state.lost += 1
            return state.lost == 1
        }
        if isFirst { log("Broker: too many messages wait for the connection. New ones are lost.") }
    }

    private func publish(_ topic: String, _ record: some Encodable, isRetained: Bool = false, isKept: Bool = true) {
        guard let line = try? JSONLine.of(record) else { return }
        publish(topic, String(line.dropLast()), isRetained: isRetained, isKept: isKept)
    }

    private func publishStatus() {
        var status = own.withLock { $0 }
        (status.time, status.clock) = (.now(), .current())
        status.cameras = core.cameras.all.map(\.identifier.text)
        status.run = run
        (status.takesCommands, status.groups) = (desk != nil, options.groups)
        publish(topics.status(of: options.name), JSONLine.text(status.json), isRetained: true)
    }

    private func publishState(of camera: Camera) {
        publish(topics.camera(camera.identifier.text, of: options.name, "state"), PublishedCamera(camera), isRetained: true)
    }

    private func publishAll() {
        publishStatus()
        for camera in core.cameras.all {
            publishState(of: camera)
            if options.announcesToHomeAssistant { announce(camera) }
        }
    }

    private func announce(_ camera: Camera) {
        let device = HomeAssistantDevice(camera, host: options.name, topics, takesCommands: desk != nil)
        for post in device.posts { publish(post.topic, post.text, isRetained: true) }
    }

    /// Notes a change, and publishes it after a pause.
    private func note(_ change: (inout State) -> Void) {
        let mustStart = state.withLock { state in
            change(&state)
            defer { state.isArmed = true }
            return !state.isArmed
        }
        guard mustStart else { return }
        tasks.start { [weak self, time = core.time] in
            await time.sleep(for: Self.pause)
            self?.publishChanges()
        }
    }

    private func publishChanges() {
        let (changed, hasNews) = state.withLock { state in
            defer { (state.changed, state.hasNews, state.isArmed) = ([], false, false) }
            return (state.changed, state.hasNews)
        }
        if hasNews { publishStatus() }
        for camera in core.cameras.all where changed.contains(camera.identifier) { publishState(of: camera) }
    }

    private func add(_ report: CameraWatch.Report, _ camera: Camera) {
        switch report {
        case .found:
            if options.announcesToHomeAssistant { announce(camera) }
            note {
                $0.hasNews = true
                $0.changed.insert(camera.identifier)
            }
        case .lost:
            publish(topics.camera(camera.identifier.text, of: options.name, "state"), "", isRetained: true)
            note { $0.hasNews = true }
        case .event(let event):
            publish(event, of: camera)
            note { $0.changed.insert(camera.identifier) }
        }
    }

    private func publish(_ event: CameraEvent, of camera: Camera) {
        let topic = topics.camera(camera.identifier.text, of: options.name, "events")
        for line in EventLine.lines(of: event, only: []) { publish(topic, line, isKept: false) }
        if let picture = PublishedPicture(event, camera) {
            publish(topics.camera(camera.identifier.text, of: options.name, "pictures"), picture)
        }
    }
}
