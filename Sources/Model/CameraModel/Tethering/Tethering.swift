/// Decides the next action of tethering from the camera's reports. Pure; **single-owner**.
///
/// Files are queued in the order in which the camera reports them, each once, whether it is reported as a new file on the card,
/// as an offer, or in a listing after reconnecting.
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
    }

    enum Action: Sendable, Equatable {
        case fetch(Source)
        /// Wait for a report from the camera.
        case wait
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

    private(set) var queue: [Source] = []
    /// Handles of files that are queued or done, in this connection.
    private var handles: Set<ItemInfo.Handle> = []
    private var offers: Set<TransferOffer.Identifier> = []
    /// Files that need no copy: those on the cards at the start, and those copied since. Nil until the cards were listed.
    private var known: Set<Key>?
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

    var next: Action {
        if isEnding { return .end }
        switch connection {
        case .lost(let attempts): return reconnects ? .reconnect(after: Self.pause(attempts)) : .end
        case .returned: return .list
        case .connected: return fetchOrWait
        }
    }

    private var fetchOrWait: Action { queue.first.map { .fetch($0) } ?? .wait }

    /// Returns the pause before an attempt to reconnect, from one to five seconds: a camera that was switched on needs a few
    /// seconds, and every attempt uses its battery.
    static func pause(_ attempts: Int) -> Duration { .seconds(min(attempts + 1, 5)) }

    // MARK: Reports

    /// The files that were on the cards at the start. Those that were reported as new while the cards were listed are still copied.
    mutating func listedAtStart(_ items: [(key: Key, item: ItemInfo)]) {
        var queued: Set<ItemInfo.Handle> = []
        for case .item(let item) in queue { queued.insert(item.handle) }
        remember(items) { !queued.contains($0.handle) }
    }

    private mutating func remember(_ items: [(key: Key, item: ItemInfo)], where needsNoCopy: (ItemInfo) -> Bool) {
        listedKeys = Dictionary(items.map { ($0.item.handle, $0.key) }) { first, _ in first }
        var keys = known ?? []
        for (key, item) in items where needsNoCopy(item) { keys.insert(key) }
        known = keys
    }

    /// Queues a file on a card, once. Ignores folders.
    mutating func added(_ item: ItemInfo) {
        guard item.kind != .folder, handles.insert(item.handle).inserted else { return }
        if let key = listedKeys[item.handle] { known?.remove(key) }
        queue.append(.item(item))
    }

    /// Queues an offered picture. Only originals that are on no card are copied from an offer; the camera reports the others as
    /// files.
    mutating func offered(_ offer: TransferOffer) {
        guard offer.item == nil, offer.available.contains(where: { $0.representation == .original }),
            offers.insert(offer.identifier).inserted
        else { return }
        queue.append(.offer(offer))
    }

    /// Removes a file that was deleted, or an offer that was withdrawn, from the queue. The file that is being copied stays:
    /// its transfer reports the outcome.
    mutating func removed(_ handle: ItemInfo.Handle) {
        removeQueued { if case .item(let item) = $0 { item.handle == handle } else { false } }
    }

    mutating func withdrawn(_ offer: TransferOffer.Identifier) {
        removeQueued { if case .offer(let queued) = $0 { queued.identifier == offer } else { false } }
    }

    private mutating func removeQueued(_ matches: (Source) -> Bool) {
        guard let first = queue.first else { return }
        queue = [first] + queue.dropFirst().filter { !matches($0) }
    }

    /// Removes the first file of the queue after it was copied or could not be copied. The key identifies it after
    /// reconnecting.
    mutating func finished(_ key: Key?) {
        if !queue.isEmpty { queue.removeFirst() }
        if let key { known?.insert(key) }
    }

    // MARK: The connection

    mutating func connectionLost() {
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
        queue = []
        handles = []
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
            var reported = handles
            for (_, item) in items where unlisted.remove(item) {
                added(item)
                reported.insert(item.handle)
            }
            remember(items) { !reported.contains($0.handle) }
            return (queue.count - before, discardUnlisted())
        }
        for (key, item) in items where !known.contains(key) { added(item) }
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
