import CameraModel

/// The catalogue of one card: names, sizes, dates, ratings. Pure; does not contain the bytes of files.
struct CardCatalog: Sendable {
    let storage: StorageInfo.Identifier
    let card: CameraSimulator.Card
    let slot: Int
    private(set) var items: [ItemInfo.Handle: ItemInfo] = [:]
    private(set) var order: [ItemInfo.Handle] = []
    private(set) var usedBytes: UInt64 = 0
    /// Whether the card counts as full, whatever its contents.
    var isDeclaredFull = false

    init(slot: Int, card: CameraSimulator.Card) {
        storage = StorageInfo.Identifier(UInt32(slot) << 16 | 1)
        self.slot = slot
        self.card = card
    }

    var info: StorageInfo {
        StorageInfo(
            identifier: storage,
            name: "Card \(slot)",
            label: card.label.isEmpty ? nil : card.label,
            slot: slot,
            capacityBytes: card.capacityBytes,
            freeBytes: freeBytes,
            isWritable: !card.isLocked,
            allowsDeletion: !card.isLocked
        )
    }

    var freeBytes: UInt64 {
        let occupiedBytes = usedBytes &+ min(card.reservedBytes, card.capacityBytes)
        return isDeclaredFull || occupiedBytes >= card.capacityBytes ? 0 : card.capacityBytes - occupiedBytes
    }

    /// Returns the items directly in a folder, or at the root, in the order in which they were added.
    func children(of folder: ItemInfo.Handle?) -> [ItemInfo] {
        order.compactMap { items[$0] }.filter { $0.parent == folder }
    }

    /// Returns an item with its contents, each folder before its contents.
    func everything(in item: ItemInfo) -> [ItemInfo] {
        guard item.kind == .folder else { return [item] }
        // Grouped once, as searching the whole card for each folder would be slow.
        let inside = Dictionary(grouping: order.compactMap { items[$0] }, by: \.parent)
        func everything(_ item: ItemInfo) -> [ItemInfo] {
            [item] + (inside[item.handle] ?? []).flatMap { everything($0) }
        }
        return everything(item)
    }

    mutating func add(_ item: ItemInfo) {
        items[item.handle] = item
        order.append(item.handle)
        usedBytes += item.size ?? 0
    }

    mutating func update(_ item: ItemInfo) {
        guard let old = items[item.handle] else { return }
        usedBytes = usedBytes - min(usedBytes, old.size ?? 0) + (item.size ?? 0)
        items[item.handle] = item
    }

    /// Removes an item with its contents; returns each folder after its contents.
    mutating func remove(_ handle: ItemInfo.Handle) -> [ItemInfo] {
        guard let item = items[handle] else { return [] }
        let removed = everything(in: item)
        let handles = Set(removed.map(\.handle))
        order.removeAll { handles.contains($0) }
        for item in removed {
            items[item.handle] = nil
            usedBytes -= min(usedBytes, item.size ?? 0)
        }
        return removed.reversed()
    }

    /// Removes all items; returns each folder after its contents.
    mutating func removeAll() -> [ItemInfo] {
        // Items are added after their folder, so that the reverse order is correct.
        let removed = order.reversed().compactMap { items[$0] }
        (items, order, usedBytes) = ([:], [], 0)
        return removed
    }
}
