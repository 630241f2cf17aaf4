import CameraModel
import HotShoeSupport
import PTP

// Conversion of the camera's events into PTP events.

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
            report { $0.objects.remove(offer).map { [Event(.objectRemoved, [$0.rawValue])] } ?? [] }
        case .capabilities: send(Event(.deviceInfoChanged))
        case .connection, .categories, .focus, .autoExposure, .recording, .liveView, .name, .notice, .itemUnreadable: break
        }
    }

    /// Changes the object index and sends the resulting events. On return, all events of earlier changes have been sent, by
    /// whichever thread.
    private func report(_ change: (inout Shared) -> [Event]) {
        reporting.withLock { _ in for event in shared.withLock({ change(&$0) }) { send(event) } }
    }

    /// Sends ObjectAdded for a new object, once.
    func announce(_ item: ItemInfo) {
        // The initiator receives no event for an object that it has sent.
        report { shared in
            shared.objects.announce(item, as: shared.uploads[UploadKey(item)]).map { [Event(.objectAdded, [$0.rawValue])] } ?? []
        }
    }

    private func changed(_ item: ItemInfo) {
        report { shared in
            guard let known = shared.objects.follow(item), known.isChanged, !shared.isOwn(item.handle) else { return [] }
            return [Event(.objectInfoChanged, [known.handle.rawValue])]
        }
    }

    private func removed(_ item: ItemInfo.Handle) {
        report { shared in
            let isOwn = shared.isOwn(item)
            let removed = shared.objects.remove(item)
            return isOwn ? [] : removed.map { Event(.objectRemoved, [$0.rawValue]) }
        }
    }

    private func follow(_ new: [StorageInfo]) {
        let old = shared.withLock { shared in
            defer {
                shared.storages = new
                shared.objects.keepOnly(Set(new.map(\.identifier)))
            }
            return shared.storages
        }
        for storage in old where !new.contains(where: { $0.identifier == storage.identifier }) {
            send(Event(.storeRemoved, [Self.identifier(of: storage).rawValue]))
        }
        for storage in new {
            let number = Self.identifier(of: storage).rawValue
            guard let before = old.first(where: { $0.identifier == storage.identifier }) else {
                send(Event(.storeAdded, [number]))
                continue
            }
            if before != storage { send(Event(.storageInfoChanged, [number])) }
            if before.freeBytes != 0 && storage.freeBytes == 0 { send(Event(.storeFull, [number])) }
        }
    }

    /// An offer without a copy on a card becomes an object; one with a copy is announced as the item on the card.
    private func offered(_ offer: TransferOffer) {
        if vendorBody?.claims(offer, self) != true { announce(offer) }
    }

    /// Sends ObjectAdded and RequestObjectTransfer for an offered picture, once.
    func announce(_ offer: TransferOffer) {
        report { shared in
            guard offer.isOnlyCopy, let handle = shared.objects.insert(offer) else { return [] }
            return [Event(.objectAdded, [handle.rawValue]), Event(.requestObjectTransfer, [handle.rawValue])]
        }
    }

    private func follow(_ change: PropertyChange) {
        guard !change.aspects.isDisjoint(with: [.value, .settable]) else { return }
        for code in codes(of: change.identifier) { send(Event(.devicePropChanged, [UInt32(code.rawValue)])) }
    }
}

extension PTPDevice.Shared {
    /// Whether a change of an item results from the initiator's current operation.
    fileprivate func isOwn(_ item: ItemInfo.Handle) -> Bool {
        switch ownChange {
        case .item(let own): objects.isInside(item, own)
        case .storage(let own): objects.handle(of: item).flatMap { objects.item($0) }?.storage == own
        case nil: false
        }
    }
}
