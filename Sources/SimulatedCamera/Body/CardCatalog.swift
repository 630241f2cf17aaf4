import CameraModel

/// What is on one card: names, sizes, dates, ratings. Pure; where the bytes are is somebody else's business.
struct CardCatalog: Sendable {
    let storage: StorageInfo.Identifier
    let card: CameraSimulator.Card
    let slot: Int
    private(set) var items: [ItemInfo.Handle: ItemInfo] = [:]
    private(set) var order: [ItemInfo.Handle] = []
    private(set) var usedBytes: UInt64 = 0
    /// Makes the card full whatever is on it.
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
            isWritable: !card.isLocked
        )
    }

    var freeBytes: UInt64 {
        let taken = usedBytes &+ min(card.reservedBytes, card.capacityBytes)
        return isDeclaredFull || taken >= card.capacityBytes ? 0 : card.capacityBytes - taken
    }

    /// What is directly in a folder, or at the top, in the order in which it came.
    func children(of folder: ItemInfo.Handle?) -> [ItemInfo] {
        order.compactMap { items[$0] }.filter { $0.parent == folder }
    }

    /// An item and everything in it, each folder before what is in it.
    func everything(in item: ItemInfo) -> [ItemInfo] {
        guard item.kind == .folder else { return [item] }
        // Once for all: a card may have more folders than one would like to search it for.
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

    /// Takes an item away, and everything in it; each folder comes after what was in it.
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

    /// Takes everything away; each folder comes after what was in it.
    mutating func removeAll() -> [ItemInfo] {
        // Nothing is added before its folder.
        let removed = order.reversed().compactMap { items[$0] }
        (items, order, usedBytes) = ([:], [], 0)
        return removed
    }
}
