import HotShoeSupport

/// Decides the next action of tethering from the camera's reports. Pure; **single-owner**.
///
/// Files are queued in the order in which the camera reports them, each once, whether it is reported as a new file on the card,
/// as an offer, or in a listing after reconnecting. A file that cannot be copied yet is tried again for a minute, after the others.
struct Tethering: Sendable {
    /// A file to copy.
    enum Source: Sendable, Hashable {
        case item(ItemInfo)
        case offer(TransferOffer)

        var name: String {
            switch self {
            case .item(let item): item.name
            case .offer(let offer): offer.fileName
            }
        }

        fileprivate var identifier: Identifier {
            switch self {
            case .item(let item): .item(item.handle)
            case .offer(let offer): .offer(offer.identifier)
            }
        }
    }

    fileprivate enum Identifier: Sendable, Hashable {
        case item(ItemInfo.Handle)
        case offer(TransferOffer.Identifier)
    }

    enum Action: Sendable, Equatable {
        case fetch(Source)
        /// Wait for a report from the camera, or until a time at which a file is tried again.
        case wait(until: Duration?)
        /// Reconnect after a pause.
        case reconnect(after: Duration)
        /// List the cards, to find files that were made while there was no connection.
        case list
        case end
    }

    /// Identifies a file across connections, which assign it different handles.
    struct Key: Sendable, Hashable {
        let storage: String
        let path: String
    }

    /// Time for which a file that cannot be copied is tried again.
    static let patience: Duration = .seconds(60)

    private var waiting: [Source] = []
    /// Files that could not be copied yet.
    private var postponed: [Identifier: Source] = [:]
    private var retries = RetryQueue<Identifier>(limit: patience, pause: .milliseconds(250))
    /// The file that is being copied, and whether the camera has removed it since.
    private var current: (source: Source, isRemoved: Bool)?
    /// Files that the camera removed before they were copied.
    private var removedFiles: [Source] = []
    /// Files that are queued or done, in this connection.
    private var seen: [ItemInfo.Handle: FileIdentity] = [:]
    private var offers: Set<TransferOffer.Identifier> = []
    /// Files that need no copy: those on the cards at the start, and those copied since. Nil until the cards were listed.
    private var known: [Key: FileIdentity]?
    /// Keys of the listed files, by their handles in this connection.
    private var listedKeys: [ItemInfo.Handle: Key] = [:]
    /// Files that were reported and not copied before a connection was lost in which the cards were not listed.
    private var unlisted = UnlistedFiles()
    private var connection = Connection.connected
    private var isEnding = false
    private let reconnects: Bool

    private enum Connection: Sendable, Equatable {
        case connected
        /// Connected again; the cards are not listed yet.
        case returned
        case lost(attempts: Int)
    }

    init(reconnects: Bool) { self.reconnects = reconnects }

    /// The files that were reported and neither copied nor given up, beginning with the one that is being copied.
    var queue: [Source] { (current.map { [$0.source] } ?? []) + waiting + retries.keys.compactMap { postponed[$0] } }

    /// Returns the next action.
    mutating func next(at now: Duration) -> Action {
        if isEnding { return .end }
        switch connection {
        case .lost(let attempts): return reconnects ? .reconnect(after: Self.pause(attempts)) : .end
        case .returned: return .list
        case .connected: return fetchOrWait(at: now)
        }
    }

    /// Whether the connection is lost and not re-established.
    var isLost: Bool { if case .lost = connection { true } else { false } }

    private mutating func fetchOrWait(at now: Duration) -> Action {
        if let current { return .fetch(current.source) }
        if let first = waiting.first { return .fetch(first) }
        if let due = retries.due(at: now), let source = postponed[due] { return .fetch(source) }
        return .wait(until: retries.nextDue())
    }

    /// Returns the pause before an attempt to reconnect, from one to five seconds: a camera that was switched on needs a few
    /// seconds, and every attempt uses its battery.
    static func pause(_ attempts: Int) -> Duration { .seconds(min(attempts + 1, 5)) }

    // MARK: Reports

    /// The files that were on the cards at the start. Those that were reported as new while the cards were listed are still copied.
    mutating func listedAtStart(_ items: [(key: Key, item: ItemInfo)]) {
        let queued = Set(queue.map(\.identifier))
        remember(items) { !queued.contains(.item($0.handle)) }
    }

    private mutating func remember(_ items: [(key: Key, item: ItemInfo)], where needsNoCopy: (ItemInfo) -> Bool) {
        listedKeys = Dictionary(items.map { ($0.item.handle, $0.key) }) { first, _ in first }
        var keys = known ?? [:]
        for (key, item) in items where needsNoCopy(item) { keys[key] = FileIdentity(item) }
        known = keys
    }

    /// Queues a file on a card, once. Ignores folders. A handle that is reported again for another file is that file.
    mutating func added(_ item: ItemInfo) {
        retries.hurry()
        let identity = FileIdentity(item)
        guard item.kind != .folder, seen[item.handle]?.matches(identity) != true else { return }
        seen[item.handle] = identity
        if let key = listedKeys[item.handle] { known?[key] = nil }
        waiting.append(.item(item))
    }

    /// Queues an offered picture. Only originals that are on no card are copied from an offer; the camera reports the others as
    /// files.
    mutating func offered(_ offer: TransferOffer) {
        guard offer.item == nil, offer.available.contains(where: { $0.representation == .original }),
            offers.insert(offer.identifier).inserted
        else { return }
        waiting.append(.offer(offer))
    }

    /// Forgets a file that was deleted, or whose card was removed: its handle and its name may denote another one later. If it was
    /// not copied yet, ``popRemoved()`` returns it. The file that is being copied stays: its transfer reports the outcome.
    mutating func removed(_ handle: ItemInfo.Handle) {
        seen[handle] = nil
        if let key = listedKeys.removeValue(forKey: handle) { known?[key] = nil }
        drop(.item(handle))
    }

    mutating func withdrawn(_ offer: TransferOffer.Identifier) { drop(.offer(offer)) }

    private mutating func drop(_ identifier: Identifier) {
        if current?.source.identifier == identifier {
            current?.isRemoved = true
            return
        }
        removedFiles += waiting.filter { $0.identifier == identifier }
        waiting.removeAll { $0.identifier == identifier }
        retries.remove(identifier)
        if let source = postponed.removeValue(forKey: identifier) { removedFiles.append(source) }
    }

    /// Removes and returns the files that the camera removed before they were copied.
    mutating func popRemoved() -> [Source] {
        defer { removedFiles = [] }
        return removedFiles
    }

    // MARK: Copies

    /// A copy of the file begins.
    mutating func began(_ source: Source) {
        if waiting.first == source { waiting.removeFirst() }
        current = (source, false)
    }

    /// The file was copied. The key identifies it after reconnecting; nil for an offer.
    mutating func finished(_ key: Key?) {
        if let current {
            forget(current.source)
            if let key, case .item(let item) = current.source, !current.isRemoved { known?[key] = FileIdentity(item) }
        }
        current = nil
    }

    /// The file could not be copied.
    ///
    /// - Returns: whether it is tried again.
    mutating func failed(at now: Duration, isFinal: Bool) -> Bool {
        guard let (source, isRemoved) = current else { return false }
        current = nil
        guard !isFinal, !isRemoved else {
            forget(source)
            return false
        }
        postponed[source.identifier] = source
        retries.add(source.identifier, at: now)
        if retries.failed(source.identifier, at: now) { return true }
        forget(source)
        return false
    }

    private mutating func forget(_ source: Source) {
        retries.remove(source.identifier)
        postponed[source.identifier] = nil
    }

    // MARK: The connection

    mutating func connectionLost() {
        if let current { waiting.insert(current.source, at: 0) }
        current = nil
        if case .lost = connection { return }
        connection = .lost(attempts: 0)
    }

    mutating func reconnectFailed() {
        if case .lost(let attempts) = connection { connection = .lost(attempts: attempts + 1) }
    }

    /// Handles are valid in one connection only: the queue is emptied, and the listing fills it again.
    ///
    /// - Returns: number of offers in the queue. Offers end with their connection.
    mutating func reconnected() -> Int {
        connection = .returned
        var offers = 0
        for source in queue {
            switch source {
            case .offer: offers += 1
            case .item(let item): if known == nil { unlisted.insert(item) }
            }
        }
        (waiting, postponed, current) = ([], [:], nil)
        retries.removeAll()
        seen = [:]
        listedKeys = [:]
        self.offers = []
        return offers
    }

    /// The files on the cards after a new connection. Queues those that need a copy.
    ///
    /// Where no listing was completed before, these are the files that were reported and not copied; files that the camera made while there
    /// was no connection cannot be told from older ones then.
    ///
    /// - Returns: number of files queued, and number of reported files that are on no card any more.
    mutating func listed(_ items: [(key: Key, item: ItemInfo)]) -> (found: Int, missed: Int) {
        connection = .connected
        let before = queue.count
        guard let known else {
            var reported = Set(seen.keys)
            for (_, item) in items where unlisted.remove(item) {
                added(item)
                reported.insert(item.handle)
            }
            remember(items) { !reported.contains($0.handle) }
            return (queue.count - before, discardUnlisted())
        }
        for (key, item) in items where known[key]?.matches(FileIdentity(item)) != true { added(item) }
        listedKeys = Dictionary(items.map { ($0.item.handle, $0.key) }) { first, _ in first }
        return (queue.count - before, 0)
    }

    /// The listing failed for another reason than the connection. Files reported from now on are copied.
    ///
    /// - Returns: number of reported files that cannot be found again.
    mutating func listingFailed() -> Int {
        if connection == .returned { connection = .connected }
        return discardUnlisted()
    }

    private mutating func discardUnlisted() -> Int {
        defer { unlisted = UnlistedFiles() }
        return unlisted.count
    }

    mutating func end() { isEnding = true }
}
