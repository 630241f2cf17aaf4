import CameraModel

extension CameraBody {
    /// Approximate size of the next picture's files in bytes.
    private var expectedPictureBytes: UInt64 {
        let pixels = UInt64(configuration.pictureSize.width * configuration.pictureSize.height)
        return switch settings.imageQuality {
        case .jpegFine: pixels / 4
        case .jpegNormal: pixels / 7
        case .raw: pixels * 2
        case .rawAndJPEG: pixels * 2 + pixels / 4
        }
    }

    /// Number of further pictures that there is room for; at most 9999, as cameras display it.
    var shotsAvailable: Int {
        let free = cards.filter { !$0.card.isLocked }.reduce(0) {
            $0 + Int(clamping: $1.freeBytes / max(1, expectedPictureBytes))
        }
        return min(free, 9999)
    }

    /// Returns the first card with room for a picture.
    func cardForNextPicture() throws(CameraError) -> Int {
        guard !cards.isEmpty else { throw CameraError(.cardError, "There is no card in the camera. Insert one.") }
        guard cards.contains(where: { !$0.card.isLocked }) else {
            throw CameraError(.writeProtected, "The card is locked. Move its switch, or use another card.")
        }
        guard let index = cards.firstIndex(where: { !$0.card.isLocked && $0.freeBytes >= expectedPictureBytes }) else {
            throw CameraError(.storageFull, "The card is full. Delete pictures, or use another card.")
        }
        return index
    }

    /// Returns the folder for new pictures, creating it if it is missing.
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
        outputs.append(.folderMade(item.handle, cards[card].storage, path: (try? place(of: item, on: card).names) ?? []))
        return item.handle
    }

    /// Returns an unused name without extension for a new file, such as "IMG_0001", and the number that follows it. Skips
    /// numbers of existing files, so that pictures that were already on a card are not overwritten.
    func unusedName(_ prefix: String, from first: Int) -> (name: String, next: Int) {
        let used = Set((cards + removedCards).flatMap(\.items.values).map { $0.name.prefix { $0 != "." }.uppercased() })
        let numbers = (0..<9999).lazy.map { (first - 1 + $0) % 9999 + 1 }
        func name(_ number: Int) -> String {
            let digits = String(number)
            return prefix + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        let number = numbers.first { !used.contains(name($0)) } ?? first
        return (name(number), number % 9999 + 1)
    }

    // MARK: Files

    /// Returns an item, and the card that contains it.
    func find(_ handle: ItemInfo.Handle) throws(CameraError) -> (card: Int, item: ItemInfo) {
        for (index, card) in cards.enumerated() {
            if let item = card.items[handle] { return (index, item) }
        }
        throw CameraError(.notFound, "There is no such file on the camera any more.")
    }

    func list(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) throws(CameraError) -> [ItemInfo] {
        guard let card = cards.first(where: { $0.storage == storage }) else {
            throw CameraError(.cardError, "This card is not in the camera any more.")
        }
        if let folder, card.items[folder]?.kind != .folder {
            throw CameraError(.notFound, "There is no such folder on the card.")
        }
        return card.children(of: folder)
    }

    mutating func delete(_ handle: ItemInfo.Handle) throws(CameraError) {
        let (card, item) = try find(handle)
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "The card is locked. Move its switch.") }
        guard !item.isProtected else { throw CameraError(.writeProtected, "The file is protected. Unprotect it on the camera.") }
        guard item.kind != .folder || cards[card].children(of: handle).isEmpty else {
            throw CameraError(.invalidArgument, "The folder is not empty.")
        }
        let removed = cards[card].remove(handle)
        erased(removed)
        for companion in item.companions {
            guard var other = cards[card].items[companion] else { continue }
            other.companions.removeAll { $0 == handle }
            cards[card].update(other)
            send(.itemChanged(other))
        }
        send(.storages(cards.map(\.info)))
    }

    /// Reports removed items. Files that are still offered are kept until they were fetched.
    private mutating func erased(_ items: [ItemInfo]) {
        let offered = Set(shooting.offers.values.flatMap { $0 })
        // In this order, so that a folder is removed when it is empty.
        outputs.append(.detach(items.map(\.handle).filter(offered.contains)))
        outputs.append(.discard(items.map(\.handle).filter { !offered.contains($0) }))
        for item in items { send(.itemRemoved(item.handle)) }
    }

    mutating func format(_ storage: StorageInfo.Identifier) throws(CameraError) {
        guard let card = cards.firstIndex(where: { $0.storage == storage }) else {
            throw CameraError(.cardError, "This card is not in the camera any more.")
        }
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "The card is locked. Move its switch.") }
        guard !isWritingPictures, !video.state.isRecording else {
            throw CameraError(.busy, "The camera is writing to its cards. Try again in a moment.")
        }
        cards[card].isDeclaredFull = false
        erased(cards[card].removeAll())
        send(.storages(cards.map(\.info)))
    }

    mutating func setRating(_ handle: ItemInfo.Handle, _ rating: Int) throws(CameraError) {
        var (card, item) = try find(handle)
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "The card is locked. Move its switch.") }
        guard item.rating != nil else { throw CameraError(.notAvailable, "This cannot be rated.") }
        item.rating = rating
        cards[card].update(item)
        send(.itemChanged(item))
    }

    mutating func setProtected(_ handle: ItemInfo.Handle, _ isProtected: Bool) throws(CameraError) {
        var (card, item) = try find(handle)
        guard !cards[card].card.isLocked else { throw CameraError(.writeProtected, "The card is locked. Move its switch.") }
        guard item.kind != .folder else { throw CameraError(.notAvailable, "Folders cannot be protected.") }
        item.isProtected = isProtected
        cards[card].update(item)
        send(.itemChanged(item))
    }

    /// Updates the metadata of an item that were read from its file.
    mutating func metadataRead(_ item: ItemInfo) {
        guard let card = cards.firstIndex(where: { $0.items[item.handle] != nil }), cards[card].items[item.handle] != item else {
            return
        }
        cards[card].update(item)
        send(.itemChanged(item))
        send(.storages(cards.map(\.info)))
    }
}
