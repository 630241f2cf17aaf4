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
        case .itemRemoved(let item):
            for handle in shared.withLock({ $0.objects.remove(item) }) { say(Event(.objectRemoved, [handle.rawValue])) }
        case .storages(let storages): follow(storages)
        case .transferOffered(let offer): offered(offer)
        case .transferWithdrawn(let offer):
            if let handle = shared.withLock({ $0.objects.remove(offer) }) { say(Event(.objectRemoved, [handle.rawValue])) }
        case .capabilities: say(Event(.deviceInfoChanged))
        case .connection, .categories, .focus, .autoExposure, .recording, .liveView, .name, .notice: break
        }
    }

    /// Says that there is a new object, once.
    func announce(_ item: ItemInfo) {
        let (handle, isNew) = shared.withLock { shared -> (ObjectHandle, Bool) in
            let reserved = shared.uploads[UploadKey(item)]
            let (handle, isNew) = shared.objects.insert(item, as: reserved)
            // Whoever sent it knows that it is there.
            return (handle, isNew && reserved == nil)
        }
        if isNew { say(Event(.objectAdded, [handle.rawValue])) }
    }

    private func changed(_ item: ItemInfo) {
        let (handle, isVisible) = shared.withLock { shared -> (ObjectHandle?, Bool) in
            let old = shared.objects.handle(of: item.handle).flatMap { shared.objects.item($0) }
            return (shared.objects.update(item), old != item)
        }
        if let handle, isVisible { say(Event(.objectInfoChanged, [handle.rawValue])) }
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
        guard offer.isOnlyCopy, let handle = shared.withLock({ $0.objects.insert(offer) }) else { return }
        say(Event(.objectAdded, [handle.rawValue]))
        say(Event(.requestObjectTransfer, [handle.rawValue]))
    }

    private func follow(_ change: PropertyChange) {
        guard !change.aspects.isDisjoint(with: [.value, .settable]) else { return }
        for code in codes(of: change.identifier) { say(Event(.devicePropChanged, [UInt32(code.rawValue)])) }
    }
}
