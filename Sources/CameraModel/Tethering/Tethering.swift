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
    /// Files that were on the cards at the start or were reported since; nil until the cards were listed.
    private var known: Set<Key>?
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
        case .returned: return known == nil ? fetchOrWait : .list
        case .connected: return fetchOrWait
        }
    }

    private var fetchOrWait: Action { queue.first.map { .fetch($0) } ?? .wait }

    /// Returns the pause before an attempt to reconnect, from one to five seconds: a camera that was switched on needs a few
    /// seconds, and every attempt uses its battery.
    static func pause(_ attempts: Int) -> Duration { .seconds(min(attempts + 1, 5)) }

    // MARK: Reports

    /// Adds the files that were on the cards at the start.
    mutating func listedAtStart(_ keys: some Sequence<Key>) { known = Set(keys).union(known ?? []) }

    /// Queues a file on a card, once. Ignores folders.
    mutating func added(_ item: ItemInfo) {
        guard item.kind != .folder, handles.insert(item.handle).inserted else { return }
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

    private mutating func removeQueued(_ isMeant: (Source) -> Bool) {
        guard let first = queue.first else { return }
        queue = [first] + queue.dropFirst().filter { !isMeant($0) }
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

    /// Clears the queue, as handles are valid in one connection only; the listing queues the files again.
    ///
    /// - Returns: the number of files that cannot be found again: offers, and all files if the cards were not listed before.
    mutating func reconnected() -> Int {
        connection = .returned
        let lost = queue.count { source in
            if case .offer = source { true } else { known == nil }
        }
        queue = []
        handles = []
        offers = []
        return lost
    }

    /// Queues the unknown files on the cards after reconnecting.
    ///
    /// - Returns: the number of files that were made while there was no connection, or were not copied before it was lost.
    mutating func listed(_ items: [(key: Key, item: ItemInfo)]) -> Int {
        connection = .connected
        let before = queue.count
        for (key, item) in items where known?.contains(key) == false { added(item) }
        return queue.count - before
    }

    /// Continues after a failed listing, unless the connection was lost; only files reported from now on are copied.
    mutating func listingFailed() { if connection == .returned { connection = .connected } }

    mutating func end() { isEnding = true }
}
