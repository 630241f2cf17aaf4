import DriverPTP
import HotShoeSupport
import PTP

/// A camera whose photographer makes, deletes and formats at random while it fails in every way a camera can, each failure for a
/// limited time. **Thread-safe.**
final class TetheredCamera: Sendable {
    /// A file that was made: its contents, where it is, and until when the camera does what with it.
    struct Picture {
        let number: Int
        let name: String
        /// Failures that exceed the time for which a file is requested again.
        var isHopeless = false
        /// Whether the photographer deleted it, or its card was removed or formatted.
        var isGone = false
    }

    /// Until when the camera fails for an object.
    struct Faults {
        var refusal: (until: Duration, code: ResponseCode?) = (.zero, nil)
        var sizeless: Duration = .zero
        var unread: (until: Duration, isShort: Bool) = (.zero, false)
        var unlisted: Duration = .zero
    }

    /// A card outside the camera, or the one in it.
    struct Card {
        var objects: [(handle: UInt32, info: ObjectInfo)] = []
        var contents: [UInt32: [UInt8]] = [:]
        var numbers: [UInt32: Int] = [:]
        var next: UInt32 = TetheredCamera.folder + 1
    }

    struct State {
        var pictures: [Picture] = []
        var card = Card()
        var faults: [UInt32: Faults] = [:]
        /// Until when lists of objects and storages are refused.
        var unlistable: Duration = .zero
        /// Every handle's newest file, also after its removal.
        var newest: [UInt32: Int] = [:]
    }

    static let folder: UInt32 = 0x1000
    private static let storage = StorageID(rawValue: FakeResponder.storage)

    let responder: FakeResponder
    let state = Guarded(State())
    private let clock: VirtualClock

    init(_ clock: VirtualClock) {
        self.clock = clock
        responder = FakeResponder()
        responder.state.withLock { responder in
            responder.answer = { [weak self] responder, request in
                self.flatMap { camera in camera.state.withLock { Self.answer($0, responder, request, at: clock.now) } }
            }
        }
        insert(Card())
    }

    /// The present time.
    var time: Duration { clock.now }

    // MARK: Answers

    private static func answer(
        _ state: State,
        _ responder: FakeResponder.State,
        _ request: OperationRequest,
        at now: Duration
    ) -> (ResponseCode, [UInt8])? {
        let faults = state.faults[request.parameters[0]] ?? Faults()
        switch request.code {
        case .getObjectHandles, .getStorageIDs, .getStorageInfo:
            if now < state.unlistable { return (.deviceBusy, []) }
            if !responder.hasCard, request.code != .getStorageIDs { return (.storeNotAvailable, []) }
            guard request.code == .getObjectHandles, request.parameters[0] == FakeResponder.storage else { return nil }
            let parent = request.parameters[2] == .max ? 0 : request.parameters[2]
            let listed = responder.objects.filter {
                (request.parameters[2] == 0 || $0.info.parent.rawValue == parent)
                    && now >= state.faults[$0.handle]?.unlisted ?? .zero
            }
            return (.ok, FakeResponder.array(listed.map(\.handle)))
        case .getObjectInfo:
            if now < faults.refusal.until { return (faults.refusal.code ?? .ok, []) }
            guard now < faults.sizeless, var info = responder.objects.first(where: { $0.handle == request.parameters[0] })?.info
            else { return nil }
            info.compressedSize = 0
            return (.ok, (try? info.encoded()) ?? [])
        case .getObject, .getPartialObject:
            guard now < faults.unread.until else { return nil }
            guard faults.unread.isShort, request.code == .getPartialObject else { return (.accessDenied, []) }
            // Half of what was requested.
            let rest = responder.contents[request.parameters[0]]?.dropFirst(Int(request.parameters[1])) ?? []
            return (.ok, Array(rest.prefix(min(rest.count, Int(request.parameters[2])) / 2)))
        default: return nil
        }
    }

    // MARK: The card

    // The responder's lock is acquired before that of this object, as where it answers.

    /// Changes the responder and this object together.
    private func change<Value>(_ body: (inout State, inout FakeResponder.State) -> Value) -> Value {
        responder.state.withLock { responder in state.withLock { body(&$0, &responder) } }
    }

    /// Puts a card into the camera.
    func insert(_ card: Card) {
        change { state, responder in
            state.card = card
            responder.hasCard = true
            (responder.objects, responder.contents) = (card.objects, card.contents)
            if card.objects.isEmpty { responder.add(Self.folder, "100FAKE", isFolder: true) }
        }
    }

    /// Takes the card out of the camera. Its files are no longer available.
    func removeCard() -> Card {
        change { state, responder in
            var card = state.card
            (card.objects, card.contents) = (responder.objects, responder.contents)
            (responder.objects, responder.contents, responder.hasCard) = ([], [:], false)
            for number in card.numbers.values { state.pictures[number].isGone = true }
            state.faults = [:]
            return card
        }
    }

    /// Makes a file with faults. Returns its handle.
    func make(_ name: String, size: Int, faults: Faults, isHopeless: Bool) -> UInt32 {
        change { state, responder in
            let number = state.pictures.count
            state.pictures.append(Picture(number: number, name: name, isHopeless: isHopeless))
            let handle = state.card.next
            state.card.next += 1
            state.card.numbers[handle] = number
            state.newest[handle] = number
            state.faults[handle] = faults
            let contents = Self.contents(number, size)
            responder.contents[handle] = contents
            var info = ObjectInfo(
                storage: Self.storage,
                format: .exifJPEG,
                filename: name,
                compressedSize: UInt64(contents.count),
                parent: ObjectHandle(rawValue: Self.folder)
            )
            info.captureDate = Self.date(clock.now)
            responder.objects.append((handle, info))
            return handle
        }
    }

    /// Deletes a file. A later one has its handle if it was the last.
    func delete(_ handle: UInt32) {
        change { state, responder in
            if let number = state.card.numbers.removeValue(forKey: handle) { state.pictures[number].isGone = true }
            state.faults[handle] = nil
            if handle == state.card.next - 1 { state.card.next -= 1 }
            responder.objects.removeAll { $0.handle == handle }
            responder.contents[handle] = nil
        }
    }

    /// Numbers the objects of the card again, as a camera that was switched off and on does.
    func renumber(by offset: UInt32) {
        change { state, responder in
            func new(_ handle: UInt32) -> UInt32 { handle == Self.folder ? handle : handle + offset }
            state.card.numbers = Dictionary(uniqueKeysWithValues: state.card.numbers.map { (new($0.key), $0.value) })
            state.faults = Dictionary(uniqueKeysWithValues: state.faults.map { (new($0.key), $0.value) })
            for (handle, number) in state.card.numbers { state.newest[handle] = number }
            state.card.next += offset
            responder.objects = responder.objects.map { (new($0.handle), $0.info) }
            responder.contents = Dictionary(uniqueKeysWithValues: responder.contents.map { (new($0.key), $0.value) })
        }
    }

    // MARK: Files

    /// Returns the contents of a file: its number, then zeros.
    private static func contents(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } + [UInt8](repeating: 0, count: size)
    }

    /// Returns the number of the file with these contents.
    static func number(_ contents: [UInt8]) -> Int {
        contents.prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
    }

    private static func date(_ time: Duration) -> String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = time.components.seconds
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return "202601\(two(1 + hours / 24))T\(two(hours % 24))\(two(minutes))\(two(seconds % 60))"
    }
}
