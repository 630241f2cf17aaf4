import CameraModel

// Destinations on the cards, for uploads, folders, and items that are moved or copied.

/// The path of an existing or future item on a card.
struct CardPlace: Sendable, Hashable {
    /// Index of the card.
    var card: Int
    /// The folder on this computer that holds the card's files; nil for a card in memory.
    var root: String?
    /// The names of the parent folders, followed by that of the item.
    var names: [String]

    /// The path on this computer; nil for a card in memory.
    var path: CardPath? { root.map { CardPath(root: $0, names: names) } }
}

/// A plan to copy or move an item.
struct Relocation: Sendable {
    /// The item and its contents, each folder before its contents.
    var items: [ItemInfo]
    var from: CardPlace
    var to: CardPlace
    var folder: ItemInfo.Handle?
    var storage: StorageInfo.Identifier

    /// Returns the depth of nested folders below the first of some items.
    static func depth(of items: [ItemInfo]) -> Int {
        var depths: [ItemInfo.Handle: Int] = [:]
        for item in items { depths[item.handle] = item.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0 }
        return depths.values.max() ?? 0
    }
}

extension CameraBody {
    /// Maximum depth of nested folders.
    private static let depthLimit = 64
    /// Maximum number of files and folders on a card.
    private static let itemLimit = 100_000
    /// Maximum size of a card in memory in bytes.
    private static let memoryLimit: UInt64 = 1 << 30

    /// Returns the path of an item.
    func place(of item: ItemInfo, on card: Int) throws(CameraError) -> CardPlace {
        var names = [item.name]
        var parent = item.parent
        while let handle = parent {
            guard let folder = cards[card].items[handle], folder.kind == .folder, names.count < Self.depthLimit else {
                throw CameraError(.notFound, "There is no such folder on the card.")
            }
            names.insert(folder.name, at: 0)
            parent = folder.parent
        }
        return CardPlace(card: card, root: cards[card].card.folder, names: names)
    }

    /// Returns the path for a new item, after checking that it can be created.
    ///
    /// The item consists of `count` files and folders with a total of `size` bytes. `owner` is an item that may already have the
    /// name.
    ///
    /// - Throws: `.cardError` if the card was removed, `.writeProtected` if it is locked, `.invalidArgument` for an invalid or
    ///   existing name, `.notFound` if the folder does not exist, `.storageFull`.
    func place(
        for name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        count: Int = 1,
        owner: ItemInfo.Handle? = nil
    ) throws(CameraError) -> CardPlace {
        guard let card = cards.firstIndex(where: { $0.storage == storage }) else {
            throw CameraError(.cardError, "This card is not in the camera any more.")
        }
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "The card is locked. Move its switch.") }
        guard Self.isFileName(name) else {
            throw CameraError(.invalidArgument, "A file name has up to 255 bytes, no slashes, and no dot in front.")
        }
        let item = ItemInfo(handle: .init(0), storage: storage, parent: folder, name: name, kind: .other)
        let place = try place(of: item, on: card)
        guard !cards[card].children(of: folder).contains(where: { $0.name == name && $0.handle != owner }) else {
            throw CameraError(.invalidArgument, "There is a file of this name already. Delete it first, or choose another name.")
        }
        guard cards[card].freeBytes >= size, cards[card].items.count + count <= Self.itemLimit else {
            throw CameraError(.storageFull, "The card is full. Delete pictures, or use another card.")
        }
        guard place.root != nil || cards[card].usedBytes + size <= Self.memoryLimit else {
            throw CameraError(.storageFull, "A card in memory takes 1 GiB. Use one in a folder.")
        }
        return place
    }

    private static func isFileName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !"/\\:".unicodeScalars.contains($0) }
    }

    /// Adds new files and folders to the card, each folder before its contents.
    mutating func added(_ items: [ItemInfo], on card: Int) {
        for item in items {
            cards[card].add(item)
            send(.itemAdded(item))
        }
        send(.storages(cards.map(\.info)))
    }

    // MARK: Moving and copying

    /// Returns the plan to copy an item, or to move it if `leaves` is true, after checking that this is possible.
    ///
    /// - Throws: `.notFound` if the item does not exist, `.writeProtected` if it is moved and its card is locked or a file is
    ///   protected, `.invalidArgument` for a folder that would be in itself or too deep; otherwise as
    ///   ``place(for:in:on:size:count:owner:)``.
    func relocation(
        of handle: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        leaves: Bool
    ) throws(CameraError) -> Relocation {
        let (card, item) = try find(handle)
        let items = cards[card].everything(in: item)
        if leaves {
            guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "The card is locked. Move its switch.") }
            guard !items.contains(where: \.isProtected) else {
                throw CameraError(.writeProtected, "The file, or one in the folder, is protected. Unprotect it on the camera.")
            }
        }
        if let folder, items.contains(where: { $0.handle == folder }) {
            throw CameraError(.invalidArgument, "A folder cannot be in itself.")
        }
        let staysOnCard = leaves && item.storage == storage
        let from = try place(of: item, on: card)
        let to = try place(
            for: item.name,
            in: folder,
            on: storage,
            size: staysOnCard ? 0 : items.reduce(0) { $0 + min($1.size ?? 0, .max - $0) },
            count: staysOnCard ? 0 : items.count,
            owner: leaves ? handle : nil
        )
        guard to.names.count + Relocation.depth(of: items) <= Self.depthLimit else {
            throw CameraError(.invalidArgument, "There would be more than \(Self.depthLimit) folders in one another.")
        }
        return Relocation(items: items, from: from, to: to, folder: folder, storage: storage)
    }

    /// Applies a move to the catalogue. Returns the item with its new state.
    mutating func moved(_ relocation: Relocation) -> ItemInfo {
        var items = relocation.items
        _ = cards[relocation.from.card].remove(items[0].handle)
        items[0].parent = relocation.folder
        let changesCard = items[0].storage != relocation.storage
        for index in items.indices {
            items[index].storage = relocation.storage
            cards[relocation.to.card].add(items[index])
            if index == 0 || changesCard { send(.itemChanged(items[index])) }
        }
        if changesCard { send(.storages(cards.map(\.info))) }
        return items[0]
    }
}
