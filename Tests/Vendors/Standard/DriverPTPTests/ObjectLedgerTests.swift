import CameraModel
import PTP
import Testing

@testable import DriverPTP

/// Announced objects: every answer of a camera, and what follows from it.
@Suite struct ObjectLedgerTests {
    private static let handle = ObjectHandle(rawValue: 7)
    private static let storage = StorageID(rawValue: 0x1_0001)
    private static let refusal = CameraError(.notFound, "test")

    private static func item(_ name: String = "A.JPG", size: UInt64? = 5, kind: ItemInfo.Kind = .image) -> ItemInfo {
        ItemInfo(
            handle: .init(7),
            storage: .init(storage.rawValue),
            parent: nil,
            name: name,
            kind: kind,
            hasMetadata: true,
            size: size
        )
    }

    /// Requests the object until it is not postponed, and returns the outcome with its time and the number of requests.
    private func outcome(
        _ answer: (Int) -> Result<ItemInfo, CameraError>
    ) -> (outcome: ObjectLedger.Outcome, time: Duration, requests: Int) {
        var (ledger, requests) = (ObjectLedger(), 0)
        ledger.announced(Self.handle, at: .zero)
        while let now = ledger.nextDue(), requests < 1000 {
            #expect(ledger.due(at: now) == Self.handle)
            requests += 1
            let outcome =
                switch answer(requests) {
                case .success(let item): ledger.described(Self.handle, as: item, at: now)
                case .failure(let error): ledger.failed(Self.handle, error, at: now)
                }
            if outcome != .postponed { return (outcome, now, requests) }
        }
        return (.repeated, .zero, requests)
    }

    @Test func `an object that is described is added, and then repeated`() {
        var ledger = ObjectLedger()
        for expected in [ObjectLedger.Outcome.added, .repeated, .repeated] {
            ledger.announced(Self.handle, at: .zero)
            #expect(ledger.due(at: .zero) == Self.handle)
            #expect(ledger.described(Self.handle, as: Self.item(), at: .zero) == expected)
            #expect(ledger.due(at: .zero) == nil)
        }
    }

    @Test(arguments: [1, 2, 5, 10]) func `an object that is refused at first is added`(_ refusals: Int) {
        let result = outcome { $0 <= refusals ? .failure(Self.refusal) : .success(Self.item()) }
        #expect(result.outcome == .added)
        #expect(result.requests == refusals + 1)
    }

    @Test func `a size of 0 means that the camera does not know it yet`() {
        let result = outcome { .success(Self.item(size: $0 <= 4 ? 0 : 5)) }
        #expect(result.outcome == .added)
        #expect(result.requests == 5)
    }

    @Test func `an object is requested for a minute, and then counted with its handle and name`() {
        let refused = outcome { _ in .failure(Self.refusal) }
        #expect((60...66).contains(refused.time / .seconds(1)))
        #expect((10...40).contains(refused.requests))
        guard case .unreadable(let lost) = refused.outcome else { return #expect(Bool(false), "\(refused.outcome)") }
        #expect(lost.displayName == "object 0x00000007")
        #expect(lost.code == .notFound)
        guard case .unreadable(let empty) = outcome({ _ in .success(Self.item(size: 0)) }).outcome else {
            return #expect(Bool(false), "not unreadable")
        }
        #expect(empty.displayName == "A.JPG")
        #expect(empty.code == .noData)
    }

    @Test func `an empty file that is no picture is added after a minute, and an empty folder immediately`() {
        let file = outcome { _ in .success(Self.item("A.TXT", size: 0, kind: .other)) }
        #expect(file.outcome == .added)
        #expect(file.time >= .seconds(60))
        #expect(outcome { _ in .success(Self.item("DCIM", size: 0, kind: .folder)) }.requests == 1)
    }

    @Test func `a later announcement brings an object back that was counted as unreadable`() {
        var (ledger, now) = (ObjectLedger(), Duration.zero)
        ledger.announced(Self.handle, at: now)
        while case .postponed = ledger.failed(Self.handle, Self.refusal, at: now) { now = ledger.nextDue() ?? now }
        #expect(ledger.undescribed.isEmpty)
        ledger.announced(Self.handle, at: now)
        #expect(ledger.due(at: now) == Self.handle)
        #expect(ledger.undescribed.count == 1)
        #expect(ledger.described(Self.handle, as: Self.item(), at: now) == .added)
    }

    @Test(arguments: [("B.JPG", 5 as UInt64?), ("A.JPG", 6)])
    func `a handle that is announced for another file replaces the first`(name: String, size: UInt64?) {
        var ledger = ObjectLedger()
        #expect(ledger.described(Self.handle, as: Self.item(), at: .zero) == .added)
        #expect(ledger.described(Self.handle, as: Self.item(name, size: size), at: .zero) == .replaced)
    }

    @Test func `a handle is forgotten with its object and with its storage`() {
        var ledger = ObjectLedger()
        #expect(ledger.described(Self.handle, as: Self.item(), at: .zero) == .added)
        #expect(ledger.removed(Self.handle) == nil)
        #expect(ledger.described(Self.handle, as: Self.item(), at: .zero) == .added)
        #expect(ledger.removed(Self.storage) == [Self.handle])
        #expect(ledger.described(Self.handle, as: Self.item(), at: .zero) == .added)
    }

    @Test func `an object that was removed before it was described is named, and not requested`() {
        var ledger = ObjectLedger()
        ledger.announced(Self.handle, at: .zero)
        #expect(ledger.removed(Self.handle)?.code == .notFound)
        #expect(ledger.due(at: .zero) == nil)
        #expect(ledger.failed(Self.handle, Self.refusal, at: .zero) == .repeated)
    }

    // MARK: Lists

    private static func handles(_ numbers: UInt32...) -> [ObjectHandle] { numbers.map { ObjectHandle(rawValue: $0) } }

    @Test func `the first list of a storage has no new objects; later ones are compared with it`() {
        var ledger = ObjectLedger()
        #expect(!ledger.hasList)
        #expect(ledger.listed(Self.handles(1, 2), of: Self.storage, at: .zero).isEmpty == true)
        #expect(ledger.hasList(of: Self.storage))
        #expect(ledger.listed(Self.handles(1, 2, 3, 4), of: Self.storage, at: .zero) == Self.handles(3, 4))
        #expect(ledger.due(at: .zero) == ObjectHandle(rawValue: 3))
        #expect(ledger.listed(Self.handles(1, 2, 3, 4), of: Self.storage, at: .zero).isEmpty == true)
    }

    @Test func `objects that were announced are not new in a list`() {
        var ledger = ObjectLedger()
        _ = ledger.listed([], of: Self.storage, at: .zero)
        _ = ledger.described(Self.handle, as: Self.item(), at: .zero)
        #expect(ledger.listed([Self.handle], of: Self.storage, at: .zero).isEmpty == true)
    }

    @Test func `a list that lacks an object does not remove it, but it is compared when it is back`() {
        var ledger = ObjectLedger()
        _ = ledger.listed([], of: Self.storage, at: .zero)
        _ = ledger.described(Self.handle, as: Self.item(), at: .zero)
        #expect(ledger.listed([], of: Self.storage, at: .zero).isEmpty == true)
        #expect(ledger.listed([Self.handle], of: Self.storage, at: .zero) == [Self.handle])
        #expect(ledger.described(Self.handle, as: Self.item(), at: .zero) == .repeated)
    }

    @Test func `objects of another card in the same slot are not new, and its later ones are`() {
        var ledger = ObjectLedger()
        _ = ledger.listed(Self.handles(1, 2), of: Self.storage, at: .zero)
        _ = ledger.removed(Self.storage)
        #expect(!ledger.hasList(of: Self.storage))
        #expect(ledger.listed(Self.handles(1, 2, 3), of: Self.storage, at: .zero).isEmpty == true)
        #expect(ledger.listed(Self.handles(1, 2, 3, 4), of: Self.storage, at: .zero) == Self.handles(4))
    }
}
