import HotShoeSupport

/// One call of ``Camera/tether(_:report:authenticate:)``: performs the actions of ``Tethering``. **Single-owner.**
struct TetherRun {
    /// Reports that arrive while tethering runs.
    enum Report: Sendable {
        case event(CameraEvent)
        case listedAtStart([(key: Tethering.Key, item: ItemInfo)])
    }

    /// Maximum number of queued reports while a file is copied. If the camera sends more during one copy, the oldest are lost.
    private static let reportLimit = 100_000
    /// Time to complete the file that is being copied when the task is cancelled.
    private static let grace = Duration.seconds(3)
    private static let connectTimeout = Duration.seconds(30)
    /// Number of attempts to copy a file from a busy camera.
    private static let busyAttempts = 5

    private let camera: Camera
    private let options: TetherOptions
    private let authenticate: AuthenticationHandler?
    private let report: @Sendable (TetherEvent) -> Void
    private let categories: CommandCategories
    private let catalog: CardListing
    private var state: Tethering
    private var namer: FileNamer
    private var summary = TetherSummary()

    init(
        _ camera: Camera,
        _ options: TetherOptions,
        _ authenticate: AuthenticationHandler?,
        _ report: @escaping @Sendable (TetherEvent) -> Void
    ) {
        self.camera = camera
        self.options = options
        self.authenticate = authenticate
        self.report = report
        categories = camera.commandCategories
        catalog = CardListing(camera)
        state = Tethering(reconnects: options.reconnects)
        namer = FileNamer(options.pattern)
    }

    mutating func run() async throws(CameraError) -> TetherSummary {
        // Without a delivery by another thread: a file that the camera has reported when the call is cancelled is counted.
        let reports = camera.broadcast.stream(capacity: Self.reportLimit) { Self.select($0).map(Report.event) }
        // Runs while files are copied: listing a full card can take a minute.
        let listing = options.reconnects ? Task { [catalog] in await Self.listAtStart(catalog, reports) } : nil
        let result = await copyAll(reports, listing)
        reports.cancel()
        listing?.cancel()
        await listing?.value
        return try result.get()
    }

    private mutating func copyAll(
        _ reports: EventStream<Report>,
        _ listing: Task<Void, Never>?
    ) async -> Result<TetherSummary, CameraError> {
        if case .notConnected = camera.connectionState { state.connectionLost() }
        do throws(CameraError) {
            while true {
                while let item = reports.popFirst() { apply(item) }
                if Task.isCancelled || isComplete { state.end() }
                switch state.next {
                case .end: return .success(try ended())
                case .fetch(let source): try await fetch(source)
                case .wait: if let item = await reports.next() { apply(item) } else { state.end() }
                case .reconnect(let pause):
                    // A listing that was completed before the connection was lost may not have been applied yet; any other has
                    // failed by now.
                    await listing?.value
                    while let item = reports.popFirst() { apply(item) }
                    try await reconnect(after: pause)
                case .list: await list()
                }
            }
        } catch { return .failure(error) }
    }

    private var isComplete: Bool { options.fileLimit.map { summary.savedFiles >= $0 } ?? false }

    private mutating func ended() throws(CameraError) -> TetherSummary {
        summary.remainingFiles = state.queue.count
        if !Task.isCancelled, !isComplete {
            throw CameraError(.connectionLost, "The connection to the camera was lost.", operation: .transfer)
        }
        return summary
    }

    // MARK: Reports

    private static func select(_ event: CameraEvent) -> CameraEvent? {
        switch event {
        case .itemAdded, .itemRemoved, .transferOffered, .transferWithdrawn, .connection: event
        default: nil
        }
    }

    private mutating func apply(_ report: Report) {
        switch report {
        case .listedAtStart(let items): state.listedAtStart(items)
        case .event(.itemAdded(let item)):
            if item.kind == .folder { catalog.store(item) }
            state.added(item)
        case .event(.itemRemoved(let handle)): state.removed(handle)
        case .event(.transferOffered(let offer)): state.offered(offer)
        case .event(.transferWithdrawn(let offer)): state.withdrawn(offer)
        case .event(.connection(.notConnected(let reason))):
            // The report of a failed attempt may arrive after a later attempt has succeeded.
            if camera.connectionState != .connected { lost(reason ?? .connectionLost) }
        case .event: break
        }
    }

    private mutating func lost(_ reason: DisconnectReason) {
        // Failed attempts to reconnect are not reported.
        if case .reconnect = state.next { return }
        state.connectionLost()
        if options.reconnects { report(.connectionLost(reason)) }
    }

    // MARK: Copying

    private mutating func fetch(_ source: Tethering.Source) async throws(CameraError) {
        let copy = TetherCopy(camera: camera, options: options, source: source, namer: namer)
        let (time, grace, attempts) = (camera.time, Self.grace, Self.busyAttempts)
        let copying = Task { await copy.run(attempts: attempts) }
        let limit = time.makeTimer { copying.cancel() }
        let result = await withTaskCancellationHandler {
            await copying.value
        } onCancel: {
            limit.arm(at: time.now + grace)
        }
        limit.disarm()
        switch result {
        case .success(let copied): await finish(source, copied)
        case .failure(let error): try fail(source, error)
        }
    }

    private mutating func finish(_ source: Tethering.Source, _ copied: TetherCopy.Copied) async {
        namer = copied.namer
        summary.savedFiles += 1
        summary.savedBytes += copied.byteCount
        report(
            .saved(
                TetheredFile(
                    name: source.name,
                    path: copied.path,
                    byteCount: copied.byteCount,
                    position: summary.savedFiles,
                    created: copied.created
                )
            )
        )
        var key: Tethering.Key?
        if options.reconnects, case .item(let item) = source { key = await catalog.key(of: item) }
        state.finished(key)
    }

    private mutating func fail(_ source: Tethering.Source, _ error: CameraError) throws(CameraError) {
        switch error.code {
        case .fileSystem: throw error
        case .cancelled where Task.isCancelled: state.end()
        case .connectionLost, .notConnected:
            if case .notConnected(let reason) = camera.connectionState {
                lost(reason ?? .connectionLost)
            } else {
                lost(.connectionLost)
            }
        default:
            summary.failedFiles += 1
            report(.failed(source.name, error))
            state.finished(nil)
        }
    }

    // MARK: Connecting again

    private mutating func reconnect(after pause: Duration) async throws(CameraError) {
        await camera.time.sleep(for: pause)
        guard !Task.isCancelled else { return }
        do throws(CameraError) {
            try await camera.connect(ConnectOptions(timeout: Self.connectTimeout), authenticate: authenticate)
            if !categories.isEmpty, camera.supports(categories) { try await camera.setCommandCategories(categories) }
        } catch {
            switch error.code {
            case .authenticationFailed, .pairingRequired, .permissionDenied: throw error
            default: return state.reconnectFailed()
            }
        }
        catalog.reset()
        summary.reconnections += 1
        missed(state.reconnected())
    }

    private mutating func missed(_ count: Int) {
        guard count > 0 else { return }
        summary.missedFiles += count
        report(.missed(count))
    }

    private mutating func list() async {
        do throws(CameraError) {
            let (found, lost) = state.listed(try await catalog.all())
            report(.reconnected(found))
            missed(lost)
        } catch {
            if error.code == .connectionLost || error.code == .notConnected { return lost(.connectionLost) }
            let lost = state.listingFailed()
            report(.reconnected(0))
            missed(lost)
        }
    }

    private static func listAtStart(_ catalog: CardListing, _ reports: EventStream<Report>) async {
        // Without a listing, only files that the camera reports are found, not those made while there was no connection.
        guard let items = try? await catalog.all() else { return }
        reports.insert(.listedAtStart(items))
    }
}
