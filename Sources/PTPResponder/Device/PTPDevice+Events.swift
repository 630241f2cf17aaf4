import CameraModel
import HotShoeSupport
import PTP

// What happens at the camera, as PTP events.

extension PTPDevice {
    func follow(_ event: CameraEvent) {
        switch event {
        case .property(let change): follow(change)
        case .itemAdded(let item): announce(item)
        case .itemChanged(let item): changed(item)
        case .itemRemoved(let item): removed(item)
        case .storages(let storages): follow(storages)
        case .transferOffered(let offer): offered(offer)
        case .transferWithdrawn(let offer):
            tell { $0.objects.remove(offer).map { [Event(.objectRemoved, [$0.rawValue])] } ?? [] }
        case .capabilities: say(Event(.deviceInfoChanged))
        case .connection, .categories, .focus, .autoExposure, .recording, .liveView, .name, .notice: break
        }
    }

    /// Changes what is known of the objects and says what follows from it; who returns from here knows that all that was known before has
    /// been said, by whomever.
    private func tell(_ change: (inout Shared) -> [Event]) {
        telling.withLock { _ in for event in shared.withLock({ change(&$0) }) { say(event) } }
    }

    /// Says that there is a new object, once.
    func announce(_ item: ItemInfo) {
        // Whoever sent it knows that it is there.
        tell { shared in
            shared.objects.announce(item, as: shared.uploads[UploadKey(item)]).map { [Event(.objectAdded, [$0.rawValue])] } ?? []
        }
    }

    private func changed(_ item: ItemInfo) {
        tell { shared in
            guard let known = shared.objects.follow(item), known.isNews, !shared.isOwn(item.handle) else { return [] }
            return [Event(.objectInfoChanged, [known.handle.rawValue])]
        }
    }

    private func removed(_ item: ItemInfo.Handle) {
        tell { shared in
            let isOwn = shared.isOwn(item)
            let removed = shared.objects.remove(item)
            return isOwn ? [] : removed.map { Event(.objectRemoved, [$0.rawValue]) }
        }
    }

    private func follow(_ new: [CameraModel.StorageInfo]) {
        let old = shared.withLock { shared in
            defer {
                shared.storages = new
                shared.objects.keepOnly(Set(new.map(\.identifier)))
            }
            return shared.storages
        }
        for storage in old where !new.contains(where: { $0.identifier == storage.identifier }) {
            say(Event(.storeRemoved, [Self.identifier(of: storage).rawValue]))
        }
        for storage in new {
            let number = Self.identifier(of: storage).rawValue
            guard let before = old.first(where: { $0.identifier == storage.identifier }) else {
                say(Event(.storeAdded, [number]))
                continue
            }
            if before != storage { say(Event(.storageInfoChanged, [number])) }
            if before.freeBytes > 0 && storage.freeBytes == 0 { say(Event(.storeFull, [number])) }
        }
    }

    /// A picture that is nowhere else is an object of its own; one that is on a card is told of as that.
    private func offered(_ offer: TransferOffer) {
        if maker?.takes(offer, self) != true { announce(offer) }
    }

    /// Says that there is a picture to fetch, once.
    func announce(_ offer: TransferOffer) {
        tell { shared in
            guard offer.isOnlyCopy, let handle = shared.objects.insert(offer) else { return [] }
            return [Event(.objectAdded, [handle.rawValue]), Event(.requestObjectTransfer, [handle.rawValue])]
        }
    }

    private func follow(_ change: PropertyChange) {
        guard !change.aspects.isDisjoint(with: [.value, .settable]) else { return }
        for code in codes(of: change.identifier) { say(Event(.devicePropChanged, [UInt32(code.rawValue)])) }
    }
}

extension PTPDevice.Shared {
    /// Whether what happens to an item is what the initiator is doing.
    fileprivate func isOwn(_ item: ItemInfo.Handle) -> Bool {
        switch ownChange {
        case .item(let own): objects.isInside(item, own)
        case .storage(let own): objects.handle(of: item).flatMap { objects.item($0) }?.storage == own
        case nil: false
        }
    }
}
