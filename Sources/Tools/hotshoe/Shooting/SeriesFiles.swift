import CameraModel
import CameraRecords
import HotShoeSupport
import PictureSaving

/// The files that a camera reports while pictures are taken, each to be copied once, with its picture or later. **Thread-safe.**
///
/// A burst, a bracket or a camera that restarts reports files after the picture was complete.
final class SeriesFiles: Sendable {
    private struct State {
        var waiting: [RemoteFile] = []
        /// Files that were copied or shown, by handle in this connection.
        var handled: [ItemInfo.Handle: FileIdentity] = [:]
        var handledOffers: Set<TransferOffer.Identifier> = []
        /// Files whose copy has not ended.
        var unfinished: [RemoteFile] = []
        /// Files that were copied, shown or given up, by name, for a later connection.
        var identities: [String: [FileIdentity]] = [:]
        var unreadable: [ItemInfo.Handle: String] = [:]
        /// Files that were neither copied nor given up when a connection was lost, until the cards are listed in a later one.
        var interrupted: [RemoteFile] = []
        /// Names of the files that could not be read then.
        var unexplained: [String] = []

        func isReported(_ handle: ItemInfo.Handle) -> Bool {
            handled[handle] != nil || waiting.contains { $0.item?.info.handle == handle }
        }

        /// Discards what is valid in one connection only.
        mutating func endConnection() {
            interrupted += unfinished + waiting
            unexplained += unreadable.values.sorted()
            (waiting, unfinished) = ([], [])
            (handled, handledOffers, unreadable) = ([:], [], [:])
        }
        /// Names of files that the camera removed before they were copied.
        var removed: [String] = []
        /// Files on the cards before the series, by path; nil until they were listed.
        var before: [String: FileIdentity]? {
            didSet { beforeByName = Dictionary(grouping: before?.values.map { $0 } ?? [], by: \.name) }
        }
        private var beforeByName: [String?: [FileIdentity]] = [:]
        /// Files that were copied, shown or given up in earlier connections, by name.
        var earlier: [String: [FileIdentity]] = [:]
        /// For each file that waits, the pictures of other programs that it may belong to: those that were being taken when it was first asked
        /// for, and still are.
        var suspects: [FileKey: Set<Int>] = [:]
        /// The earliest date of the files that were reported.
        var firstDate: CameraDate?

        mutating func add(_ created: CameraDate?) {
            if let created, firstDate.map({ created.isEarlier(than: $0) }) ?? true { firstDate = created }
        }

        /// Whether a file certainly was on a card before the series, or was copied in an earlier connection: a camera may announce all files
        /// again in a new one.
        func isKnown(_ item: ItemInfo) -> Bool {
            let identity = FileIdentity(item)
            return (beforeByName[item.name] ?? []).contains { $0.isSameAfterRestart(as: identity) }
                || (earlier[item.name] ?? []).contains { $0.isSameAfterRestart(as: identity) }
        }

        /// Whether a file was on a card before the series; where the cards were not listed, whether it is older than the files of
        /// the series.
        func isOld(_ item: ItemInfo, _ path: String) -> Bool {
            if let before {
                let identity = FileIdentity(item)
                return before[path].map { $0.matches(identity) || $0.isSameAfterRestart(as: identity) } == true
            }
            guard let firstDate, let created = item.created else { return true }
            return created.isEarlier(than: firstDate)
        }
    }

    /// The state, which the observation holds as well.
    private final class Shared: Sendable {
        /// Guards the files.
        let state = Guarded(State())
    }

    private let camera: Camera
    private let shared = Shared()
    /// Cards in the camera at the start.
    private let cards: [StorageInfo]
    private let subscription: Subscription
    private let listing: Task<Void, Never>?

    /// Begins to collect files.
    ///
    /// - Parameters:
    ///   - camera: The camera.
    ///   - listsCards: Whether files that are made while the connection is lost are found later: the cards are listed now.
    init(_ camera: Camera, listsCards: Bool) {
        self.camera = camera
        cards = camera.storages.map(\.info)
        let shared = shared
        subscription = camera.observe { event in Self.apply(event, of: camera, shared.state) }
        listing =
            listsCards
            ? Task {
                guard let files = await CardListing(camera).filesByPath() else { return }
                shared.state.withLock { state in state.before = state.before ?? files.mapValues { FileIdentity($0) } }
            } : nil
    }

    deinit { cancel() }

    /// Ends the collection.
    func cancel() {
        subscription.cancel()
        listing?.cancel()
    }

    private static func apply(_ event: CameraEvent, of camera: Camera, _ state: borrowing Guarded<State>) {
        state.withLock { state in
            switch event {
            case .itemAdded(let item) where item.kind != .folder && item.kind != .video && !state.isKnown(item):
                state.unreadable[item.handle] = nil
                state.add(item.created)
                if state.handled[item.handle]?.matches(FileIdentity(item)) != true {
                    state.waiting.append(camera.item(item).file)
                }
            case .itemRemoved(let handle):
                state.handled[handle] = nil
                state.removed += state.waiting.filter { $0.item?.info.handle == handle }.map(\.name)
                state.waiting.removeAll { $0.item?.info.handle == handle }
            case .itemUnreadable(let lost): state.unreadable[lost.handle] = lost.displayName
            case .transferOffered(let offer) where offer.item == nil && !state.handledOffers.contains(offer.identifier):
                let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
                if let file = transfer?.file(.original) { state.waiting.append(file) }
            case .connection(.notConnected): state.earlier = state.identities
            default: break
            }
        }
    }

    // MARK: Files

    /// Records that files of a picture are being copied or shown. ``finish(_:)`` ends that.
    func claim(_ files: [RemoteFile]) { shared.state.withLock { state in for file in files { Self.claim(file, &state) } } }

    private static func claim(_ file: RemoteFile, _ state: inout State) {
        if let item = file.item?.info {
            state.add(item.created)
            state.handled[item.handle] = FileIdentity(item)
            state.waiting.removeAll { $0.item?.info.handle == item.handle }
        } else if let offer = file.offer {
            state.handledOffers.insert(offer)
            state.waiting.removeAll { $0.offer == offer }
        }
        state.unfinished.append(file)
    }

    /// Records that files were copied, shown or named as missing: they are not copied again after a reconnection.
    func finish(_ files: [RemoteFile]) {
        shared.state.withLock { state in
            for file in files {
                if let item = file.item?.info { state.identities[item.name, default: []].append(FileIdentity(item)) }
                state.unfinished.removeAll { FileKey(file) == FileKey($0) }
            }
        }
    }

    /// Records files of a picture that could not be read when it was complete.
    func add(_ lost: [UnreadableItem]) {
        shared.state.withLock { state in
            for item in lost where !state.isReported(item.handle) { state.unreadable[item.handle] = item.displayName }
        }
    }

    /// Names of the files whose copy has not ended, such as those of a lost connection.
    var unfinished: [String] { shared.state.withLock { ($0.interrupted + $0.unfinished).map(\.name) + $0.unexplained } }

    /// What was not copied, in a sentence for each file that says whether the camera has it.
    var fates: [String] {
        shared.state.withLock { state in
            (state.interrupted + state.unfinished).map { file in
                let place = file.item == nil ? ", and the camera keeps no copy of it" : "; it is on the camera's card"
                return "\(SafeText.of(file.name)) was not copied\(place)."
            } + state.unexplained.map { "\(SafeText.of($0)) was not copied." }
        }
    }

    /// Removes and returns the files that were reported and belong to no picture so far. Those of pictures that other programs have taken
    /// are forgotten.
    ///
    /// - Parameter isLast: Whether files are returned that may belong to a picture which another program is taking. Otherwise they are kept
    ///   for a later call.
    /// - Returns: the files.
    func popLate(isLast: Bool = false) async -> [RemoteFile] {
        let reported = Set(waiting)
        if reported.isEmpty { return [] }
        let others = await camera.picturesOfOthers()
        return shared.state.withLock { state in
            if let others { state.waiting.removeAll { others.contains($0) } }
            state.suspects = state.suspects.filter { reported.contains($0.key) }
            // What was reported since may belong to a picture that began after the answer.
            let late = state.waiting.filter { file in
                let key = FileKey(file)
                guard reported.contains(key) else { return false }
                guard let others else { return isLast }
                let suspects = (state.suspects[key] ?? others.taking).intersection(others.taking)
                state.suspects[key] = suspects
                return suspects.isEmpty || isLast
            }
            for file in late { Self.claim(file, &state) }
            return late
        }
    }

    /// The files that wait.
    var waiting: [FileKey] { shared.state.withLock { $0.waiting.map { FileKey($0) } } }

    /// Forgets the files that cannot be read of pictures that other programs have taken.
    func forgetUnreadableOfOthers() async {
        if shared.state.withLock({ $0.unreadable.isEmpty }) { return }
        guard let others = await camera.picturesOfOthers() else { return }
        shared.state.withLock { state in
            state.unreadable = state.unreadable.filter { !others.contains(unreadable: $0.key) }
        }
    }

    /// Whether files were reported that belong to no picture so far.
    var hasLate: Bool { shared.state.withLock { !$0.waiting.isEmpty } }

    /// Names of the files that were announced and cannot be read, and of those that were removed before they were copied.
    var lost: [String] { shared.state.withLock { $0.unreadable.values.sorted() + $0.removed } }

    /// Whether files are announced and not described yet.
    func isWaiting() async -> Bool { await !camera.undescribedFiles().isEmpty }

    // MARK: A new connection

    /// Time to wait for the pictures that other programs are taking after a new connection, and pause between two queries.
    private static let (patience, pause) = (Duration.seconds(10), Duration.milliseconds(250))

    /// The pictures of other programs, when those are complete that were being taken at the first query.
    private func finishedPicturesOfOthers() async -> PicturesOfOthers {
        let time = SystemClock.shared
        let deadline = time.now + Self.patience
        var others = await camera.picturesOfOthers()
        var suspects = others?.taking
        while suspects?.isEmpty != true, time.now < deadline, !Task.isCancelled, camera.connectionState == .connected {
            await time.sleep(for: Self.pause)
            guard let next = await camera.picturesOfOthers() else { continue }
            suspects = suspects?.intersection(next.taking) ?? next.taking
            others = next
        }
        return others ?? PicturesOfOthers()
    }

    /// Lists the cards after a new connection, and collects the files that were made since the last one.
    ///
    /// - Returns: number of files; nil if the cards had not been listed before and no file had a date: new files cannot be
    ///   recognised then.
    func reconnected() async throws -> Int? {
        await listing?.value
        shared.state.withLock { $0.endConnection() }
        guard shared.state.withLock({ $0.before != nil || $0.firstDate != nil }) else { return nil }
        guard let files = await CardListing(camera).filesByPath(expecting: cards) else {
            throw CameraError(.connectionLost, "The connection to the camera was lost.", operation: .listFolder)
        }
        let others = await finishedPicturesOfOthers()
        return shared.state.withLock { state in
            state.interrupted.removeAll { others.contains($0) }
            let new = files.filter { path, item in
                let identity = FileIdentity(item)
                return !others.contains(item) && !state.isOld(item, path)
                    && state.identities[item.name]?.contains { $0.matches(identity) } != true
                    && item.kind != .video
            }
            for (_, item) in new.sorted(by: { $0.key < $1.key }) { state.waiting.append(camera.item(item).file) }
            // What the camera kept in its memory only, or has deleted since.
            let names = Set(new.values.map(\.name))
            state.removed += state.interrupted.filter { $0.item == nil || !names.contains($0.name) }.map(\.name)
            // A file that could not be described has another handle now: it is one of those that nothing else explains.
            state.removed += state.unexplained.dropFirst(names.subtracting(state.interrupted.map(\.name)).count)
            (state.interrupted, state.unexplained) = ([], [])
            return new.count
        }
    }
}

/// A file of one connection: a file on a card, or an offer.
struct FileKey: Hashable {
    private let item: ItemInfo.Handle?
    private let offer: TransferOffer.Identifier?

    init(_ file: RemoteFile) { (item, offer) = (file.item?.info.handle, file.offer) }
}

extension PicturesOfOthers {
    fileprivate func contains(_ file: RemoteFile) -> Bool {
        file.item.map { contains($0.info) } ?? file.offer.map { contains($0) } ?? false
    }
}
