import CameraModel
import PTP

/// Mapping between object handles and the camera's items. Pure.
///
/// A handle belongs to an item for the lifetime of the index and is not reused after the item was removed.
struct ObjectIndex {
    /// A folder, or the root of a storage.
    struct Place: Hashable {
        var storage: StorageInfo.Identifier
        var folder: ItemInfo.Handle?

        init(storage: StorageInfo.Identifier, folder: ItemInfo.Handle? = nil) {
            self.storage = storage
            self.folder = folder
        }

        /// The place of an item.
        init(of item: ItemInfo) { self.init(storage: item.storage, folder: item.parent) }
    }

    /// Kind of an object.
    enum Object {
        case item(ItemInfo)
        /// A picture that the camera has not stored on a card.
        case offer(TransferOffer)
        /// A file that the device keeps in memory for the initiator.
        case held(HeldFile)
    }

    private(set) var objects: [ObjectHandle: Object] = [:]
    private var handles: [ItemInfo.Handle: ObjectHandle] = [:]
    /// Handles of items that are not in the index yet.
    private var reservedHandles: Set<ObjectHandle> = []
    private var children: [Place: [ObjectHandle]] = [:]
    private var listed: Set<Place> = []
    private var removed: Set<ItemInfo.Handle> = []
    /// Items that the initiator has found in a listing without an event.
    private var found: Set<ItemInfo.Handle> = []
    /// Previous places of items that the initiator has moved.
    private var left: [ItemInfo.Handle: Place] = [:]
    private var offers: [TransferOffer.Identifier: ObjectHandle] = [:]
    /// Next number for a handle that is not the camera's own number; descending.
    private var nextFree: UInt32 = 0xEFFF_FFFF

    // MARK: Handles

    /// The handle of an item that is in the index.
    func handle(of item: ItemInfo.Handle) -> ObjectHandle? { handles[item].flatMap { objects[$0] == nil ? nil : $0 } }

    /// The handle of an item that may not be in the index yet, such as the unlisted parent folder of a known item.
    mutating func reservedHandle(of item: ItemInfo.Handle) -> ObjectHandle {
        let handle = handle(for: item)
        handles[item] = handle
        reservedHandles.insert(handle)
        return handle
    }

    func item(_ handle: ObjectHandle) -> ItemInfo? {
        if case .item(let item) = objects[handle] { item } else { nil }
    }

    /// Returns an unused handle.
    mutating func reserve() -> ObjectHandle {
        while true {
            let handle = ObjectHandle(rawValue: nextFree)
            nextFree = nextFree <= 1 ? 0xEFFF_FFFF : nextFree - 1
            if objects[handle] == nil && !reservedHandles.contains(handle) { return handle }
        }
    }

    /// Uses the camera's number if it is a valid handle: it is short and the same in each session.
    private mutating func handle(for item: ItemInfo.Handle) -> ObjectHandle {
        if let known = handles[item] { return known }
        if let number = UInt32(exactly: item.number), (1...0x7FFF_FFFF).contains(number) {
            let handle = ObjectHandle(rawValue: number)
            if objects[handle] == nil && !reservedHandles.contains(handle) { return handle }
        }
        return reserve()
    }

    // MARK: Items

    /// Adds an item, or updates it. A new item that has no handle yet receives `reserved`, if that is not nil.
    ///
    /// - Returns: The item's handle, and whether it is new.
    @discardableResult
    mutating func insert(_ item: ItemInfo, as reserved: ObjectHandle? = nil) -> (handle: ObjectHandle, isNew: Bool) {
        if reserved != nil { found.remove(item.handle) }
        if let known = update(item) { return (known, false) }
        let handle = handles[item.handle] ?? reserved ?? handle(for: item.handle)
        handles[item.handle] = handle
        reservedHandles.remove(handle)
        children[Place(of: item), default: []].append(handle)
        objects[handle] = .item(item)
        return (handle, true)
    }

    /// Adds an item that the camera has announced. `reserved` is the handle for the item if the initiator is creating it.
    ///
    /// - Returns: The item's handle if the initiator must be notified. It must also be notified of an item that it has found
    ///   in a listing, because it may be waiting for the event.
    mutating func announce(_ item: ItemInfo, as reserved: ObjectHandle?) -> ObjectHandle? {
        let (handle, isNew): (ObjectHandle, Bool)
        if let known = follow(item) {
            (handle, isNew) = (known.handle, found.remove(item.handle) != nil)
        } else {
            (handle, isNew) = insert(item, as: reserved)
        }
        return isNew && reserved == nil ? handle : nil
    }

    /// Updates an item and its place; ignores an item that is not in the index.
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

    /// Moves the contents of a folder to another storage.
    private mutating func carryContents(
        of folder: ItemInfo.Handle,
        from old: StorageInfo.Identifier,
        to new: StorageInfo.Identifier
    ) {
        let (before, after) = (Place(storage: old, folder: folder), Place(storage: new, folder: folder))
        if listed.remove(before) != nil { listed.insert(after) }
        let inside = children.removeValue(forKey: before) ?? []
        children[after, default: []] += inside
        for handle in inside {
            // Each once: a folder may be listed as its own parent.
            guard var item = self.item(handle), item.storage == old else { continue }
            item.storage = new
            objects[handle] = .item(item)
            carryContents(of: item.handle, from: old, to: new)
        }
    }

    /// Updates an item from a notification of the camera, which may be older than the item's last move.
    ///
    /// - Returns: The item's handle, and whether anything has changed.
    mutating func follow(_ item: ItemInfo) -> (handle: ObjectHandle, isChanged: Bool)? {
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

    /// Updates an item that the initiator has moved; it keeps its handle.
    mutating func relocate(_ old: ItemInfo, to item: ItemInfo, _ handle: ObjectHandle) {
        // The camera may use another number for it now.
        if old.handle != item.handle { _ = remove(old.handle) }
        insert(item, as: handle)
        if Place(of: old) != Place(of: item) { left[item.handle] = Place(of: old) }
    }

    /// Returns whether an item is another one, or inside it at any depth.
    func isInside(_ item: ItemInfo.Handle, _ other: ItemInfo.Handle) -> Bool {
        var next: ItemInfo.Handle? = item
        // Limits the depth: a folder may be listed as its own parent.
        for _ in 0..<256 {
            guard let current = next else { return false }
            if current == other { return true }
            next = handle(of: current).flatMap { self.item($0) }?.parent
        }
        return false
    }

    /// Removes an item and everything in it. Returns the removed handles, contents first.
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

    /// Returns the contents of a place; nil if it must be listed first.
    func contents(of place: Place) -> [ItemInfo]? {
        guard listed.contains(place) else { return nil }
        return (children[place] ?? []).compactMap { item($0) }
    }

    /// Stores the listing of a place, without items that were removed after the listing began.
    mutating func record(_ items: [ItemInfo], in place: Place) {
        for item in items where !removed.contains(item.handle) && insert(item).isNew { found.insert(item.handle) }
        listed.insert(place)
    }

    /// Removes the items of all other storages.
    mutating func keepOnly(_ storages: Set<StorageInfo.Identifier>) {
        for item in items(where: { !storages.contains($0) }) { discard(item) }
        listed = listed.filter { storages.contains($0.storage) }
        children = children.filter { storages.contains($0.key.storage) }
    }

    /// Removes all items of a storage.
    mutating func removeAll(on storage: StorageInfo.Identifier) {
        for item in items(where: { $0 == storage }) {
            discard(item)
            removed.insert(item.handle)
        }
        listed = listed.filter { $0.storage != storage }
        children = children.filter { $0.key.storage != storage }
    }

    private func items(where matches: (StorageInfo.Identifier) -> Bool) -> [ItemInfo] {
        objects.values.compactMap { if case .item(let item) = $0, matches(item.storage) { item } else { nil } }
    }

    private mutating func discard(_ item: ItemInfo) {
        if let handle = handles.removeValue(forKey: item.handle) { objects[handle] = nil }
        left[item.handle] = nil
        found.remove(item.handle)
    }

    /// Discards all listings, because events were missed.
    mutating func discardListings() { listed = [] }

    // MARK: Held files

    /// Adds a file that is kept in memory, with a fixed handle or with the next free one.
    mutating func insert(_ file: HeldFile, as fixed: ObjectHandle? = nil) -> ObjectHandle {
        let handle = fixed ?? reserve()
        objects[handle] = .held(file)
        return handle
    }

    /// Removes a file that is kept in memory; nil if the handle is not one.
    mutating func removeHeld(_ handle: ObjectHandle) -> HeldFile? {
        guard case .held(let file)? = objects[handle] else { return nil }
        objects[handle] = nil
        return file
    }

    /// Removes all files that are kept in memory.
    mutating func removeAllHeld() {
        objects = objects.filter { if case .held = $0.value { false } else { true } }
    }

    // MARK: Offers

    /// Adds an offered picture. Returns nil if it is known already.
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
