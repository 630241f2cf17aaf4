import CameraModel
import PTP

/// Which object handle stands for which item of the camera, and what is known of them. Pure.
///
/// A handle stays an item's own as long as the index lives, and is not given out again after the item has gone.
struct ObjectIndex {
    /// A folder, or the top of a storage.
    struct Place: Hashable {
        var storage: CameraModel.StorageInfo.Identifier
        var folder: ItemInfo.Handle?

        init(storage: CameraModel.StorageInfo.Identifier, folder: ItemInfo.Handle? = nil) {
            self.storage = storage
            self.folder = folder
        }

        /// Where an item is.
        init(of item: ItemInfo) { self.init(storage: item.storage, folder: item.parent) }
    }

    /// What an object is.
    enum Object {
        case item(ItemInfo)
        /// A picture that the camera has no card for.
        case offer(TransferOffer)
        /// A file that the device itself keeps for the initiator.
        case held(HeldFile)
    }

    private(set) var objects: [ObjectHandle: Object] = [:]
    private var handles: [ItemInfo.Handle: ObjectHandle] = [:]
    /// Handles that were given out for items which are not in the index yet.
    private var promised: Set<ObjectHandle> = []
    private var children: [Place: [ObjectHandle]] = [:]
    private var listed: Set<Place> = []
    private var removed: Set<ItemInfo.Handle> = []
    /// Items that the initiator has found in a listing, and was never told of.
    private var found: Set<ItemInfo.Handle> = []
    /// Where items were before the initiator moved them.
    private var left: [ItemInfo.Handle: Place] = [:]
    private var offers: [TransferOffer.Identifier: ObjectHandle] = [:]
    /// Where numbers that cannot be the camera's own are taken from, downwards.
    private var nextFree: UInt32 = 0xEFFF_FFFF

    // MARK: Handles

    /// The handle of an item that is in the index.
    func handle(of item: ItemInfo.Handle) -> ObjectHandle? { handles[item].flatMap { objects[$0] == nil ? nil : $0 } }

    /// The handle of an item that need not be in the index yet: a folder that was not listed, but something in it is known.
    mutating func promisedHandle(of item: ItemInfo.Handle) -> ObjectHandle {
        let handle = handle(for: item)
        handles[item] = handle
        promised.insert(handle)
        return handle
    }

    func item(_ handle: ObjectHandle) -> ItemInfo? {
        if case .item(let item) = objects[handle] { item } else { nil }
    }

    /// A number that no object has.
    mutating func reserve() -> ObjectHandle {
        while true {
            let handle = ObjectHandle(rawValue: nextFree)
            nextFree = nextFree <= 1 ? 0xEFFF_FFFF : nextFree - 1
            if objects[handle] == nil && !promised.contains(handle) { return handle }
        }
    }

    /// The camera's own number where it can be a handle: it is short, and the same in each session.
    private mutating func handle(for item: ItemInfo.Handle) -> ObjectHandle {
        if let known = handles[item] { return known }
        if let number = UInt32(exactly: item.number), (1...0x7FFF_FFFF).contains(number) {
            let handle = ObjectHandle(rawValue: number)
            if objects[handle] == nil && !promised.contains(handle) { return handle }
        }
        return reserve()
    }

    // MARK: Items

    /// Adds an item, or replaces what is known of it.
    ///
    /// - Parameter reserved: the handle that it must get, if it is new.
    /// - Returns: its handle, and whether it is new.
    @discardableResult
    mutating func insert(_ item: ItemInfo, as reserved: ObjectHandle? = nil) -> (handle: ObjectHandle, isNew: Bool) {
        if reserved != nil { found.remove(item.handle) }
        if let known = update(item) { return (known, false) }
        let handle = handles[item.handle] ?? reserved ?? handle(for: item.handle)
        handles[item.handle] = handle
        promised.remove(handle)
        children[Place(of: item), default: []].append(handle)
        objects[handle] = .item(item)
        return (handle, true)
    }

    /// Takes an item that the camera says is new.
    ///
    /// - Parameter reserved: the handle that it must get because the initiator puts it there at this moment.
    /// - Returns: its handle, if the initiator is to be told. That it has found the item in a listing meanwhile does not spare it that: it
    ///   may be waiting for the event.
    mutating func announce(_ item: ItemInfo, as reserved: ObjectHandle?) -> ObjectHandle? {
        let (handle, isNew): (ObjectHandle, Bool)
        if let known = follow(item) {
            (handle, isNew) = (known.handle, found.remove(item.handle) != nil)
        } else {
            (handle, isNew) = insert(item, as: reserved)
        }
        return isNew && reserved == nil ? handle : nil
    }

    /// Replaces what is known of an item, also where it is; one that is not in the index is left alone.
    @discardableResult
    mutating func update(_ item: ItemInfo) -> ObjectHandle? {
        guard let handle = handle(of: item.handle), let old = self.item(handle) else { return nil }
        objects[handle] = .item(item)
        if Place(of: old) != Place(of: item) {
            children[Place(of: old)]?.removeAll { $0 == handle }
            children[Place(of: item), default: []].append(handle)
        }
        if old.storage != item.storage { carryContents(of: item.handle, from: old.storage, to: item.storage) }
        return handle
    }

    /// What is in a folder goes to another storage with it.
    private mutating func carryContents(
        of folder: ItemInfo.Handle,
        from old: CameraModel.StorageInfo.Identifier,
        to new: CameraModel.StorageInfo.Identifier
    ) {
        let (before, after) = (Place(storage: old, folder: folder), Place(storage: new, folder: folder))
        if listed.remove(before) != nil { listed.insert(after) }
        let inside = children.removeValue(forKey: before) ?? []
        children[after, default: []] += inside
        for handle in inside {
            // Each once: a folder may say that it is in itself.
            guard var item = self.item(handle), item.storage == old else { continue }
            item.storage = new
            objects[handle] = .item(item)
            carryContents(of: item.handle, from: old, to: new)
        }
    }

    /// Takes what the camera says by itself about an item in the index, which may be older than the item's last move.
    ///
    /// - Returns: its handle, and whether anything is new.
    mutating func follow(_ item: ItemInfo) -> (handle: ObjectHandle, isNews: Bool)? {
        guard let handle = handle(of: item.handle), let old = self.item(handle) else { return nil }
        var item = item
        if left[item.handle] == Place(of: item) {
            (item.storage, item.parent) = (old.storage, old.parent)
        } else {
            left[item.handle] = nil
        }
        update(item)
        return (handle, item != old)
    }

    /// An item was moved for the initiator, and keeps its handle there.
    mutating func relocate(_ old: ItemInfo, to item: ItemInfo, _ handle: ObjectHandle) {
        // A camera may know it by another number now.
        if old.handle != item.handle { _ = remove(old.handle) }
        insert(item, as: handle)
        if Place(of: old) != Place(of: item) { left[item.handle] = Place(of: old) }
    }

    /// Whether an item is another one, or in it, or in something that is.
    func isInside(_ item: ItemInfo.Handle, _ other: ItemInfo.Handle) -> Bool {
        var next: ItemInfo.Handle? = item
        // Not for ever: a folder may say that it is in itself.
        for _ in 0..<256 {
            guard let current = next else { return false }
            if current == other { return true }
            next = handle(of: current).flatMap { self.item($0) }?.parent
        }
        return false
    }

    /// Takes an item away, and everything in it.
    mutating func remove(_ item: ItemInfo.Handle) -> [ObjectHandle] {
        removed.insert(item)
        found.remove(item)
        guard let handle = handles.removeValue(forKey: item), let info = self.item(handle) else { return [] }
        objects[handle] = nil
        children[Place(of: info)]?.removeAll { $0 == handle }
        left[item] = nil
        let place = Place(storage: info.storage, folder: item)
        listed.remove(place)
        let inside = (children.removeValue(forKey: place) ?? []).compactMap { self.item($0)?.handle }
        return inside.flatMap { remove($0) } + [handle]
    }

    // MARK: Folders

    /// What is in a place; nil if it has to be listed first.
    func contents(of place: Place) -> [ItemInfo]? {
        guard listed.contains(place) else { return nil }
        return (children[place] ?? []).compactMap { item($0) }
    }

    /// Takes what was found in a place; what has gone since the question stays away.
    mutating func record(_ items: [ItemInfo], in place: Place) {
        for item in items where !removed.contains(item.handle) && insert(item).isNew { found.insert(item.handle) }
        listed.insert(place)
    }

    /// Forgets what is on storages that are not there any more.
    mutating func keepOnly(_ storages: Set<CameraModel.StorageInfo.Identifier>) {
        for item in items(where: { !storages.contains($0) }) { forget(item) }
        listed = listed.filter { storages.contains($0.storage) }
        children = children.filter { storages.contains($0.key.storage) }
    }

    /// Takes everything on a storage away.
    mutating func removeAll(on storage: CameraModel.StorageInfo.Identifier) {
        for item in items(where: { $0 == storage }) {
            forget(item)
            removed.insert(item.handle)
        }
        listed = listed.filter { $0.storage != storage }
        children = children.filter { $0.key.storage != storage }
    }

    private func items(where isMeant: (CameraModel.StorageInfo.Identifier) -> Bool) -> [ItemInfo] {
        objects.values.compactMap { if case .item(let item) = $0, isMeant(item.storage) { item } else { nil } }
    }

    private mutating func forget(_ item: ItemInfo) {
        if let handle = handles.removeValue(forKey: item.handle) { objects[handle] = nil }
        left[item.handle] = nil
        found.remove(item.handle)
    }

    /// Forgets which places are known: events were missed.
    mutating func forgetListings() { listed = [] }

    // MARK: Held files

    /// Adds a file that is kept in memory.
    mutating func insert(_ file: HeldFile) -> ObjectHandle {
        let handle = reserve()
        objects[handle] = .held(file)
        return handle
    }

    /// Lets a file that is kept in memory go; nil if there is none under this handle.
    mutating func removeHeld(_ handle: ObjectHandle) -> HeldFile? {
        guard case .held(let file)? = objects[handle] else { return nil }
        objects[handle] = nil
        return file
    }

    /// Lets all of them go.
    mutating func removeAllHeld() {
        objects = objects.filter { if case .held = $0.value { false } else { true } }
    }

    // MARK: Offers

    /// Adds a picture that is only offered. Nil if it is there already.
    mutating func insert(_ offer: TransferOffer) -> ObjectHandle? {
        guard offers[offer.identifier] == nil else { return nil }
        let handle = reserve()
        offers[offer.identifier] = handle
        objects[handle] = .offer(offer)
        return handle
    }

    mutating func remove(_ offer: TransferOffer.Identifier) -> ObjectHandle? {
        guard let handle = offers.removeValue(forKey: offer) else { return nil }
        objects[handle] = nil
        return handle
    }

    /// The handles of all offered pictures.
    var offeredHandles: [ObjectHandle] { offers.values.sorted { $0.rawValue > $1.rawValue } }
}
