import CameraModel
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
    private static let (firstListingPause, longestListingPause) = (Duration.milliseconds(250), Duration.seconds(5))

    private var waiting: [Source] = []
    /// Files that could not be copied yet.
    private var postponed: [Identifier: Source] = [:]
    private var retries = RetryQueue<Identifier>(limit: patience, pause: .milliseconds(250))
    /// The file that is being copied, and whether the camera has removed it since.
    private var current: (source: Source, isRemoved: Bool)?
    /// Files that the camera removed before they were copied.
    private var removedFiles: [Source] = []
    /// Files that are queued or done, in this connection.
    private var seen: [ItemInfo.Handle: (storage: StorageInfo.Identifier, identity: FileIdentity)] = [:]
    private var offers: Set<TransferOffer.Identifier> = []
    /// Files that need no copy: those on the cards at the start, and those copied since. Nil until the cards were listed.
    private var known: [Key: FileIdentity]?
    /// Files that were copied and have a date, also in earlier connections and from cards that are no longer there.
    private var copied: Set<FileIdentity> = []
    /// Whether there was an earlier connection, so that a file may be reported that was copied.
    private var hasReconnected = false
    /// Keys of the listed files, by their handles in this connection.
    private var listedKeys: [ItemInfo.Handle: Key] = [:]
    /// Files that were reported and not copied before a connection was lost in which the cards were not listed.
    private var unlisted = UnlistedFiles()
    /// The earliest date of the files that were reported before the cards were listed.
    private var firstDate: CameraDate?
    private var connection = Connection.connected
    /// When the cards are listed again, because a listing failed or a folder was described late; nil if that is not necessary.
    private var nextListing: Duration?
    private var listingPause = Self.firstListingPause
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
        if let nextListing, nextListing <= now { return .list }
        if let due = retries.due(at: now), let source = postponed[due] { return .fetch(source) }
        return .wait(until: [retries.nextDue(), nextListing].compactMap(\.self).min())
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
        // An object without a description may be any file.
        for (key, item) in items where needsNoCopy(item) && !item.isUndescribed { keys[key] = FileIdentity(item) }
        known = keys
    }

    /// The files on a card that was inserted: they need no copy, but for those that were reported as new.
    mutating func inserted(_ items: [(key: Key, item: ItemInfo)]) {
        let (listed, seen) = (listedKeys, seen)
        remember(items) { seen[$0.handle] == nil }
        listedKeys.merge(listed) { new, _ in new }
    }

    /// Queues a file on a card, once. Ignores folders. A handle that is reported again for another file is that file.
    mutating func added(_ item: ItemInfo) {
        retries.hurry()
        let identity = FileIdentity(item)
        guard item.kind != .folder else { return drop(.item(item.handle), isReported: false) }
        if hasReconnected, seen[item.handle] == nil, copied.contains(identity) {
            seen[item.handle] = (item.storage, identity)
            return
        }
        if let earlier = seen[item.handle]?.identity, earlier.matches(identity) {
            if !earlier.isDescribed { describe(item) }
            return
        }
        seen[item.handle] = (item.storage, identity)
        noteDate(of: item)
        if let key = listedKeys[item.handle] { known?[key] = nil }
        waiting.append(.item(item))
    }

    private mutating func noteDate(of item: ItemInfo) {
        guard known == nil, let created = item.created, firstDate.map({ created.isEarlier(than: $0) }) ?? true else { return }
        firstDate = created
    }

    /// Replaces a queued file that the camera had listed without a description.
    private mutating func describe(_ item: ItemInfo) {
        seen[item.handle] = (item.storage, FileIdentity(item))
        for index in waiting.indices where waiting[index].identifier == .item(item.handle) { waiting[index] = .item(item) }
        if postponed[.item(item.handle)] != nil { postponed[.item(item.handle)] = .item(item) }
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
        // The same card may be inserted again: a file that has a date is distinguished from later ones of the same name.
        if let key = listedKeys.removeValue(forKey: handle), known?[key]?.hasDate == false { known?[key] = nil }
        drop(.item(handle))
    }

    /// Forgets the files of a card that was removed.
    mutating func cardRemoved(_ storage: StorageInfo.Identifier) {
        for handle in seen.filter({ $0.value.storage == storage }).keys { removed(handle) }
    }

    mutating func withdrawn(_ offer: TransferOffer.Identifier) { drop(.offer(offer)) }

    private mutating func drop(_ identifier: Identifier, isReported: Bool = true) {
        if current?.source.identifier == identifier {
            current?.isRemoved = true
            return
        }
        let dropped =
            waiting.filter { $0.identifier == identifier } + [postponed.removeValue(forKey: identifier)].compactMap(\.self)
        waiting.removeAll { $0.identifier == identifier }
        retries.remove(identifier)
        if isReported { removedFiles += dropped }
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

    /// The file was copied.
    ///
    /// - Parameters:
    ///   - item: its description; nil for an offer.
    ///   - key: identifies it after reconnecting; nil if its folder could not be determined.
    mutating func finished(_ item: ItemInfo? = nil, _ key: Key? = nil) {
        if let current {
            forget(current.source)
            if let item, !current.isRemoved { remember(copied: item, key) }
        }
        current = nil
    }

    private mutating func remember(copied item: ItemInfo, _ key: Key?) {
        // Not every camera reports the date of a new file in its event.
        noteDate(of: item)
        let identity = FileIdentity(item)
        if identity.hasDate { copied.insert(identity) }
        guard let key else { return }
        known?[key] = identity
        listedKeys[item.handle] = key
    }

    /// What was to be copied is a folder that the camera had not described: the cards are listed again, to find its files.
    mutating func foundFolder(at now: Duration) {
        finished()
        requestListing(at: now)
    }

    /// The cards are listed again, for files that need a copy.
    mutating func requestListing(at now: Duration) { nextListing = now }

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
        hasReconnected = true
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
        (nextListing, listingPause) = (nil, Self.firstListingPause)
        self.offers = []
        return offers
    }

    /// The files on the cards after a new connection. Queues those that need a copy.
    ///
    /// Where no listing was completed before, these are the files that were reported and not copied, and those that are not older than
    /// the first reported file.
    ///
    /// - Returns: number of files queued, and the names of reported files that are on no card any more.
    mutating func listed(_ items: [(key: Key, item: ItemInfo)]) -> (found: Int, missing: [String]) {
        connection = .connected
        (nextListing, listingPause) = (nil, Self.firstListingPause)
        let before = queue.count
        guard let known else {
            var reported = Set(seen.keys)
            for (_, item) in items where unlisted.remove(item) || isNew(item) {
                added(item)
                reported.insert(item.handle)
            }
            remember(items) { !reported.contains($0.handle) }
            return (queue.count - before, popUnlisted())
        }
        for (key, item) in items where known[key]?.matches(FileIdentity(item)) != true { added(item) }
        listedKeys = Dictionary(items.map { ($0.item.handle, $0.key) }) { first, _ in first }
        return (queue.count - before, [])
    }

    private func isNew(_ item: ItemInfo) -> Bool {
        guard let firstDate, let created = item.created else { return false }
        return !created.isEarlier(than: firstDate)
    }

    /// The listing failed for another reason than the connection. It is repeated, after growing pauses up to five seconds; meanwhile
    /// files are copied that the camera reports.
    mutating func listingFailed(at now: Duration) {
        if connection == .returned { connection = .connected }
        nextListing = now + listingPause
        listingPause = min(listingPause * 2, Self.longestListingPause)
    }

    /// Whether new files differ from old ones: the cards were listed, in this connection or an earlier one, or a file with a date was
    /// reported.
    var distinguishesNewFiles: Bool { known != nil || firstDate != nil }

    /// Whether files may be missing because the cards were not listed since the connection was re-established.
    var lacksListing: Bool { connection == .returned || nextListing != nil }

    /// Removes the files that were reported before a connection was lost and were not found since. Returns their names.
    mutating func popUnlisted() -> [String] {
        defer { unlisted = UnlistedFiles() }
        return unlisted.names
    }

    mutating func end() { isEnding = true }
}
