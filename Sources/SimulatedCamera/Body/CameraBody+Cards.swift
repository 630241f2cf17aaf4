import CameraModel

extension CameraBody {
    /// Roughly what a picture takes on the card, before it has been made.
    private var expectedPictureBytes: UInt64 {
        let pixels = UInt64(configuration.pictureSize.width * configuration.pictureSize.height)
        return switch settings.imageQuality {
        case .jpegFine: pixels / 4
        case .jpegNormal: pixels / 7
        case .raw: pixels * 2
        case .rawAndJPEG: pixels * 2 + pixels / 4
        }
    }

    /// How many more pictures there is room for; 9999 at the most, as cameras show it.
    var shotsAvailable: Int {
        let free = cards.filter { !$0.card.isLocked }.reduce(0) {
            $0 + Int(clamping: $1.freeBytes / max(1, expectedPictureBytes))
        }
        return min(free, 9999)
    }

    /// The first card with room for a picture.
    func cardForNextPicture() throws(CameraError) -> Int {
        guard !cards.isEmpty else { throw CameraError(.cardError, "there is no card in the camera") }
        guard cards.contains(where: { !$0.card.isLocked }) else {
            throw CameraError(.writeProtected, "the card is locked; move its switch, or use another card")
        }
        guard let index = cards.firstIndex(where: { !$0.card.isLocked && $0.freeBytes >= expectedPictureBytes }) else {
            throw CameraError(.storageFull, "the card is full; delete pictures, or use another card")
        }
        return index
    }

    /// The folder for new pictures, which is made where it is missing.
    mutating func pictureFolder(on card: Int) -> ItemInfo.Handle {
        let dcim = folder("DCIM", in: nil, on: card)
        return folder("100HOTSH", in: dcim, on: card)
    }

    private mutating func folder(_ name: String, in parent: ItemInfo.Handle?, on card: Int) -> ItemInfo.Handle {
        if let there = cards[card].children(of: parent).first(where: { $0.kind == .folder && $0.name == name }) {
            return there.handle
        }
        let item = ItemInfo(
            handle: makeHandle(),
            storage: cards[card].storage,
            parent: parent,
            name: name,
            kind: .folder,
            hasMetadata: true
        )
        cards[card].add(item)
        send(.itemAdded(item))
        return item.handle
    }

    /// A name without extension for a new file, such as "IMG_0001", and the number after it. Numbers of which a card has a file
    /// already are passed over, or the camera would write over pictures that a card brought along.
    func unusedName(_ prefix: String, from first: Int) -> (name: String, next: Int) {
        let taken = Set((cards + removedCards).flatMap(\.items.values).map { $0.name.prefix { $0 != "." }.uppercased() })
        let numbers = (0..<9999).lazy.map { (first - 1 + $0) % 9999 + 1 }
        func name(_ number: Int) -> String {
            let digits = String(number)
            return prefix + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        let number = numbers.first { !taken.contains(name($0)) } ?? first
        return (name(number), number % 9999 + 1)
    }

    // MARK: Files

    /// The card that an item is on, and the item.
    func find(_ handle: ItemInfo.Handle) throws(CameraError) -> (card: Int, item: ItemInfo) {
        for (index, card) in cards.enumerated() {
            if let item = card.items[handle] { return (index, item) }
        }
        throw CameraError(.notFound, "there is no such file on the camera any more")
    }

    func list(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) throws(CameraError) -> [ItemInfo] {
        guard let card = cards.first(where: { $0.storage == storage }) else {
            throw CameraError(.cardError, "this card is not in the camera any more")
        }
        if let folder, card.items[folder]?.kind != .folder {
            throw CameraError(.notFound, "there is no such folder on the card")
        }
        return card.children(of: folder)
    }

    mutating func delete(_ handle: ItemInfo.Handle) throws(CameraError) {
        let (card, item) = try find(handle)
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "the card is locked; move its switch") }
        guard !item.isProtected else { throw CameraError(.writeProtected, "the file is protected; unprotect it on the camera") }
        guard item.kind != .folder || cards[card].children(of: handle).isEmpty else {
            throw CameraError(.invalidArgument, "the folder is not empty")
        }
        let removed = cards[card].remove(handle)
        // What is offered still is kept until it was fetched.
        let offered = Set(shooting.offers.values.flatMap { $0 })
        outputs.append(.discard(removed.map(\.handle).filter { !offered.contains($0) }))
        outputs.append(.detach(removed.map(\.handle).filter(offered.contains)))
        for item in removed { send(.itemRemoved(item.handle)) }
        for companion in item.companions {
            guard var other = cards[card].items[companion] else { continue }
            other.companions.removeAll { $0 == handle }
            cards[card].update(other)
            send(.itemChanged(other))
        }
        send(.storages(cards.map(\.info)))
    }

    mutating func setRating(_ handle: ItemInfo.Handle, _ rating: Int) throws(CameraError) {
        var (card, item) = try find(handle)
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "the card is locked; move its switch") }
        guard item.rating != nil else { throw CameraError(.notAvailable, "this cannot be rated") }
        item.rating = rating
        cards[card].update(item)
        send(.itemChanged(item))
    }

    mutating func setProtected(_ handle: ItemInfo.Handle, _ isProtected: Bool) throws(CameraError) {
        var (card, item) = try find(handle)
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "the card is locked; move its switch") }
        guard item.kind != .folder else { throw CameraError(.notAvailable, "folders cannot be protected") }
        item.isProtected = isProtected
        cards[card].update(item)
        send(.itemChanged(item))
    }

    // MARK: Uploads

    /// Where a new file goes: the card, and the names of the folders down to it.
    func placeForUpload(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64
    ) throws(CameraError) -> (card: Int, path: [String]) {
        guard let card = cards.firstIndex(where: { $0.storage == storage }) else {
            throw CameraError(.cardError, "this card is not in the camera any more")
        }
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "the card is locked; move its switch") }
        guard Self.isFileName(name) else {
            throw CameraError(.invalidArgument, "is no name for a file: up to 255 bytes, no slashes, no dot in front")
        }
        var path: [String] = []
        var parent = folder
        while let handle = parent {
            guard let item = cards[card].items[handle], item.kind == .folder, path.count < 64 else {
                throw CameraError(.notFound, "there is no such folder on the card")
            }
            path.insert(item.name, at: 0)
            parent = item.parent
        }
        guard !cards[card].children(of: folder).contains(where: { $0.name == name }) else {
            throw CameraError(.invalidArgument, "there is a file of this name already; delete it first, or choose another name")
        }
        guard cards[card].freeBytes >= size else {
            throw CameraError(.storageFull, "the card is full; delete pictures, or use another card")
        }
        return (card, path)
    }

    private static func isFileName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !"/\\:".unicodeScalars.contains($0) }
    }

    /// A new file is on the card.
    mutating func uploaded(_ item: ItemInfo, on card: Int) {
        cards[card].add(item)
        send(.itemAdded(item))
        send(.storages(cards.map(\.info)))
    }

    /// More has become known of an item, by looking at its bytes.
    mutating func learned(_ item: ItemInfo) {
        guard let card = cards.firstIndex(where: { $0.items[item.handle] != nil }), cards[card].items[item.handle] != item else {
            return
        }
        cards[card].update(item)
        send(.itemChanged(item))
        send(.storages(cards.map(\.info)))
    }
}
