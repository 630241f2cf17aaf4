import CameraModel
import HotShoeSupport

/// One call of ``Camera/tether(_:report:authenticate:)``: performs the actions of ``Tethering``. **Single-owner.**
struct TetherRun {
    /// Reports that arrive while tethering runs.
    enum Report: Sendable {
        case event(CameraEvent)
        case listedAtStart([(key: Tethering.Key, item: ItemInfo)])
        /// The files of cards that were inserted.
        case inserted([(key: Tethering.Key, item: ItemInfo)])
        /// A file is tried again.
        case retry
    }

    /// Maximum number of queued reports while a file is copied. If the camera sends more during one copy, the oldest are lost, and
    /// the cards are listed.
    private static let reportLimit = 100_000
    /// Time to complete the file that is being copied when the task is cancelled.
    private static let grace = Duration.seconds(3)
    private static let connectTimeout = Duration.seconds(30)
    /// Pause between two searches for files that the camera has not announced.
    private static let searchPause = Duration.seconds(5)

    private let camera: Camera
    private let options: TetherOptions
    private let authenticate: AuthenticationHandler?
    private let report: @Sendable (TetherEvent) -> Void
    private let categories: CommandCategories
    private let catalog: CardListing
    private var state: Tethering
    private var copies = RecentContents()
    private var namer: FileNamer
    private var summary = TetherSummary()
    /// Files that could not be read, by handle; each may become readable.
    private var unreadable: Set<ItemInfo.Handle> = []
    /// Cards in the camera.
    private var cards: [StorageInfo]
    /// Cards that were in the camera when the connection was lost, and that it has not reported since.
    private var awaitedCards: [StorageInfo] = []
    /// Lists cards that were inserted, one after the other.
    private var inserting: Task<Void, Never>?
    /// Number of lost reports that were made up for by a listing.
    private var droppedReports = 0
    /// Whether the next listing follows a reconnection.
    private var isReturning = false
    /// The failure of the last listing.
    private var listingError: CameraError?

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
        cards = camera.storages.map(\.info)
        catalog = CardListing(camera)
        state = Tethering(reconnects: options.reconnects)
        namer = FileNamer(options.pattern)
    }

    mutating func run() async throws(CameraError) -> TetherSummary {
        // Without a delivery by another thread: a file that the camera has reported when the call is cancelled is counted.
        let reports = camera.events(capacity: Self.reportLimit) { Self.select($0).map(Report.event) }
        // The camera may have no room for others before these are copied.
        for transfer in camera.pendingTransfers where transfer.offer.mustBeExecuted { state.offered(transfer.offer) }
        // Runs while files are copied: listing a full card can take a minute.
        let listing = options.reconnects ? Task { [catalog] in await Self.listAtStart(catalog, reports) } : nil
        let search = Task { [camera] in await Self.searchRepeatedly(camera) }
        let result = await copyAll(reports, listing)
        if !isComplete { await reportUndescribed() }
        reports.cancel()
        for task in [listing, search, inserting] {
            task?.cancel()
            await task?.value
        }
        _ = try result.get()
        return summary
    }

    private static func searchRepeatedly(_ camera: Camera) async {
        while !Task.isCancelled {
            try? await camera.findNewFiles()
            await camera.time.sleep(for: searchPause)
        }
    }

    private mutating func copyAll(
        _ reports: EventStream<Report>,
        _ listing: Task<Void, Never>?
    ) async -> Result<Void, CameraError> {
        if case .notConnected = camera.connectionState { state.connectionLost() }
        let retry = camera.time.makeTimer { reports.insert(.retry) }
        defer { retry.disarm() }
        do throws(CameraError) {
            while true {
                while let item = reports.popFirst() { apply(item, reports) }
                reportRemoved()
                if reports.droppedCount > droppedReports {
                    droppedReports = reports.droppedCount
                    await list()
                }
                if Task.isCancelled || isComplete { state.end() }
                switch state.next(at: camera.time.now) {
                case .end: return .success(try end())
                case .fetch(let source): try await fetch(source)
                case .wait(let moment):
                    if let moment { retry.arm(at: moment) }
                    if let item = await reports.next() { apply(item, reports) } else { state.end() }
                case .reconnect(let pause):
                    // A listing that was completed before the connection was lost may not have been applied yet; any other has
                    // failed by now.
                    await listing?.value
                    while let item = reports.popFirst() { apply(item, reports) }
                    try await reconnect(after: pause)
                case .list: await list()
                }
            }
        } catch { return .failure(error) }
    }

    private var isComplete: Bool { options.fileLimit.map { summary.savedFiles >= $0 } ?? false }

    private mutating func end() throws(CameraError) {
        if !isComplete, state.lacksListing || options.reconnects && state.isLost {
            summary.failedFiles += 1
            let reason = "The connection was lost: what the camera has made since is not copied."
            report(
                .failed(
                    name: "list of files",
                    error: listingError ?? CameraError(.connectionLost, reason, operation: .listFolder)
                )
            )
        }
        reportMissing(state.popUnlisted())
        summary.remainingFiles = state.queue.count
        if !isComplete { for source in state.queue { report(.remaining(source.name)) } }
        if !Task.isCancelled, !isComplete {
            throw CameraError(.connectionLost, "The connection to the camera was lost.", operation: .transfer)
        }
    }

    // MARK: Reports

    private static func select(_ event: CameraEvent) -> CameraEvent? {
        switch event {
        case .itemAdded, .itemRemoved, .itemUnreadable, .transferOffered, .transferWithdrawn, .connection, .storages: event
        default: nil
        }
    }

    private mutating func apply(_ report: Report, _ reports: EventStream<Report>) {
        switch report {
        case .listedAtStart(let items): state.listedAtStart(items)
        case .inserted(let items): state.inserted(items)
        case .event(.storages(let storages)): follow(storages, reports)
        case .event(.itemAdded(let item)):
            if item.kind == .folder { catalog.store(item) }
            state.added(item)
        case .event(.itemRemoved(let handle)): state.removed(handle)
        case .event(.itemUnreadable(let lost)): failed(lost)
        case .event(.transferOffered(let offer)): state.offered(offer)
        case .event(.transferWithdrawn(let offer)): state.withdrawn(offer)
        case .event(.connection(.notConnected(let reason))):
            // The report of a failed attempt may arrive after a later attempt has succeeded.
            if camera.connectionState != .connected { lost(reason ?? .connectionLost) }
        case .event, .retry: break
        }
    }

    /// Lists cards that the camera reports: what is on an inserted one was not made by this camera now. A card that was there before
    /// the connection was lost may have files that were made in between.
    private mutating func follow(_ storages: [StorageInfo], _ reports: EventStream<Report>) {
        guard options.reconnects, camera.connectionState == .connected else { return }
        let new = storages.filter { storage in !cards.contains { storage.isSameCard(as: $0) } }
        for card in cards where !storages.contains(where: { card.isSameCard(as: $0) }) { state.cardRemoved(card.identifier) }
        cards = storages
        let inserted = new.filter { storage in !awaitedCards.contains { storage.isSameCard(as: $0) } }
        awaitedCards.removeAll { storage in new.contains { storage.isSameCard(as: $0) } }
        if inserted.count < new.count { state.requestListing(at: camera.time.now) }
        guard !inserted.isEmpty else { return }
        let (catalog, earlier) = (catalog, inserting)
        let identifiers = Set(inserted.map(\.identifier))
        inserting = Task {
            await earlier?.value
            if let items = await catalog.complete(on: identifiers) { reports.insert(.inserted(items)) }
        }
    }

    /// Reports files that the camera removed before they were copied.
    private mutating func reportRemoved() {
        for source in state.popRemoved() {
            summary.failedFiles += 1
            let reason = "The camera no longer has the file: it was deleted, or its card was removed, before it was copied."
            report(.failed(name: source.name, error: CameraError(.notFound, reason, operation: .transfer)))
        }
    }

    private mutating func failed(_ lost: UnreadableItem) {
        guard unreadable.insert(lost.handle).inserted else { return }
        summary.failedFiles += 1
        report(.failed(name: lost.displayName, error: lost.error))
    }

    /// Reports files that were announced and have not been described when tethering ends.
    private mutating func reportUndescribed() async {
        for lost in await camera.undescribedFiles() { failed(lost) }
    }

    private mutating func lost() {
        if case .notConnected(let reason) = camera.connectionState {
            lost(reason ?? .connectionLost)
        } else {
            lost(.connectionLost)
        }
    }

    private mutating func lost(_ reason: DisconnectReason) {
        // Failed attempts to reconnect are not reported.
        if state.isLost { return }
        state.connectionLost()
        if options.reconnects { report(.connectionLost(reason)) }
    }

    // MARK: Copying

    private mutating func fetch(_ source: Tethering.Source) async throws(CameraError) {
        state.began(source)
        let copy = TetherCopy(camera: camera, options: options, source: source, namer: namer, earlier: copies)
        let (time, grace) = (camera.time, Self.grace)
        let copying = Task { await copy.run() }
        let limit = time.makeTimer { copying.cancel() }
        let result = await withTaskCancellationHandler {
            await copying.value
        } onCancel: {
            limit.arm(at: time.now + grace)
        }
        limit.disarm()
        switch result {
        case .success(.file(let copied)): await finish(source, copied)
        case .success(.repeated(let item)): await finish(item)
        case .success(.folder(let folder)):
            catalog.store(folder)
            state.foundFolder(at: time.now)
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
                    name: copied.item?.name ?? source.name,
                    path: copied.path,
                    byteCount: copied.byteCount,
                    position: summary.savedFiles,
                    created: copied.created
                )
            )
        )
        if let contents = copied.contents { copies.insert(contents, copied.path) }
        await finish(copied.item)
    }

    private mutating func finish(_ item: ItemInfo?) async {
        guard let item else { return state.finished() }
        if unreadable.remove(item.handle) != nil { summary.failedFiles -= 1 }
        state.finished(item, options.reconnects ? await catalog.key(of: item) : nil)
    }

    private mutating func fail(_ source: Tethering.Source, _ error: CameraError) throws(CameraError) {
        switch error.code {
        case .fileSystem: throw error
        case .cancelled where Task.isCancelled: state.end()
        // A file that ends early has the same code as one whose connection ends.
        case .connectionLost where camera.connectionState != .connected, .notConnected: lost()
        default:
            if state.failed(at: camera.time.now, isFinal: error.isFinalForFile) { return }
            summary.failedFiles += 1
            report(.failed(name: source.name, error: error))
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
        isReturning = true
        let storages = camera.storages.map(\.info)
        awaitedCards = (awaitedCards + cards).filter { card in !storages.contains { $0.isSameCard(as: card) } }
        cards = storages
        // What the camera makes after the listing is found by later searches.
        try? await camera.findNewFiles()
        summary.reconnections += 1
        if !state.distinguishesNewFiles { reportUnknown() }
        missed(state.reconnected())
    }

    /// Reports that files which the camera made while there was no connection cannot be distinguished from older ones.
    private mutating func reportUnknown() {
        summary.failedFiles += 1
        let reason = "The cards had not been listed before the connection was lost: what was made meanwhile is not copied."
        report(.failed(name: "list of files", error: CameraError(.connectionLost, reason, operation: .listFolder)))
    }

    /// Reports files that the camera reported in an earlier connection and no longer has.
    private mutating func reportMissing(_ names: [String]) {
        let reason = "The camera reported the file before the connection was lost, and does not list it now."
        for name in names {
            summary.failedFiles += 1
            report(.failed(name: name, error: CameraError(.notFound, reason, operation: .transfer)))
        }
    }

    private mutating func missed(_ count: Int) {
        guard count > 0 else { return }
        summary.missedFiles += count
        report(.missed(count))
    }

    private mutating func list() async {
        do throws(CameraError) {
            let (found, missing) = state.listed(try await catalog.all())
            reportReturn(found)
            reportMissing(missing)
        } catch {
            if [.connectionLost, .notConnected].contains(error.code), camera.connectionState != .connected { return lost() }
            listingError = error
            state.listingFailed(at: camera.time.now)
            reportReturn(0)
        }
    }

    private mutating func reportReturn(_ found: Int) {
        if isReturning { report(.reconnected(found)) }
        isReturning = false
    }

    private static func listAtStart(_ catalog: CardListing, _ reports: EventStream<Report>) async {
        if let items = await catalog.complete() { reports.insert(.listedAtStart(items)) }
    }
}

extension CameraError {
    /// Whether another attempt to copy the file is useless.
    fileprivate var isFinalForFile: Bool {
        switch code {
        case .notSupported, .invalidArgument, .tooLarge, .permissionDenied, .disallowedByTransport, .firmwareTooOld,
            .internalFailure:
            true
        default: false
        }
    }
}
