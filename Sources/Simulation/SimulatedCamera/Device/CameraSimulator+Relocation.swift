import CameraModel
import HotShoeSupport

// Creating folders, and moving and copying items between them. Runs on the thread that reads cards.

extension CameraSimulator {
    /// Number of bytes that are copied at a time.
    private static let pieceSize = 1 << 20

    /// Performs a request on the body that may throw.
    func perform<Value: Sendable>(_ question: (inout CameraBody) throws(CameraError) -> Value) throws(CameraError) -> Value {
        try withBody { body -> Result<Value, CameraError> in
            do throws(CameraError) { return .success(try question(&body)) } catch { return .failure(error) }
        }.get()
    }

    /// Creates an empty folder.
    func makeFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) throws(CameraError) -> ItemInfo {
        let place = try perform { body throws(CameraError) in try body.place(for: name, in: folder, on: storage, size: 0) }
        let item = ItemInfo(
            handle: withBody { $0.makeHandle() },
            storage: storage,
            parent: folder,
            name: name,
            kind: .folder,
            hasMetadata: true
        )
        if let path = place.path {
            try path.makeFolder()
            files[item.handle] = .init(source: .path(path))
        }
        do throws(CameraError) {
            // The card may have been removed or locked since the check.
            try perform { body throws(CameraError) in
                let place = try body.place(for: name, in: folder, on: storage, size: 0)
                body.added([item], on: place.card)
            }
        } catch {
            files.discard([item.handle])
            throw error
        }
        return item
    }

    // MARK: Moving

    func move(
        _ handle: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) throws(CameraError) -> ItemInfo {
        let plan = try relocation(of: handle, to: folder, on: storage, leaves: true)
        if plan.from == plan.to { return plan.items[0] }
        return plan.from.card == plan.to.card ? try rename(plan) : try carry(plan)
    }

    /// Moves within a card.
    private func rename(_ plan: Relocation) throws(CameraError) -> ItemInfo {
        guard let from = plan.from.path, let to = plan.to.path else { return try apply(plan) }
        let isFolder = plan.items[0].kind == .folder
        try from.rename(to: to, isFolder: isFolder)
        do throws(CameraError) {
            let item = try apply(plan)
            files.relocate(plan.items.map(\.handle), from: from, to: to)
            return item
        } catch {
            try? to.rename(to: from, isFolder: isFolder)
            throw error
        }
    }

    /// Moves from one card to another.
    private func carry(_ plan: Relocation) throws(CameraError) -> ItemInfo {
        let made = try entries(for: plan)
        do throws(CameraError) {
            let item = try apply(plan)
            files.replace(made)
            return item
        } catch {
            FileStore.erase(made)
            throw error
        }
    }

    /// Applies a move to the body, if its state has not changed in the meantime.
    private func apply(_ plan: Relocation) throws(CameraError) -> ItemInfo {
        try perform { body throws(CameraError) in
            let now = try body.relocation(of: plan.items[0].handle, to: plan.folder, on: plan.storage, leaves: true)
            guard now.from == plan.from, now.to == plan.to, now.items.map(\.handle) == plan.items.map(\.handle) else {
                throw CameraError(.busy, "The camera has changed the files to move. Try again.")
            }
            return body.moved(now)
        }
    }

    // MARK: Copying

    func copy(
        _ handle: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) throws(CameraError) -> ItemInfo {
        let plan = try relocation(of: handle, to: folder, on: storage, leaves: false)
        let made = try entries(for: plan)
        let copies = withBody { body in
            var names: [ItemInfo.Handle: ItemInfo.Handle] = [:]
            for item in plan.items { names[item.handle] = body.makeHandle() }
            return plan.items.enumerated().compactMap { index, item -> ItemInfo? in
                guard let own = names[item.handle] else { return nil }
                var copy = item
                copy.handle = own
                copy.storage = storage
                copy.parent = index == 0 ? folder : item.parent.flatMap { names[$0] }
                copy.companions = item.companions.compactMap { names[$0] }
                copy.isProtected = false
                return copy
            }
        }
        for (item, entry) in zip(copies, made) { files[item.handle] = entry.entry }
        do throws(CameraError) {
            try perform { body throws(CameraError) in
                let now = try body.relocation(of: handle, to: folder, on: storage, leaves: false)
                body.added(copies, on: now.to.card)
            }
        } catch {
            files.discard(copies.map(\.handle).reversed())
            throw error
        }
        return copies[0]
    }

    // MARK: Both

    /// Returns the plan, after developing samples that must become files.
    private func relocation(
        of handle: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        leaves: Bool
    ) throws(CameraError) -> Relocation {
        func plan() throws(CameraError) -> Relocation {
            try perform { body throws(CameraError) in try body.relocation(of: handle, to: folder, on: storage, leaves: leaves) }
        }
        let first = try plan()
        if first.from.card == first.to.card && leaves { return first }
        for item in first.items { if case .sample = files[item.handle]?.source { _ = try metadata(of: item.handle) } }
        return try plan()
    }

    /// Writes the bytes of all moved or copied items to the destination. Leaves nothing there when it fails.
    private func entries(for plan: Relocation) throws(CameraError) -> [FileStore.Placed] {
        var made: [FileStore.Placed] = []
        var paths: [ItemInfo.Handle: CardPath] = [:]
        do throws(CameraError) {
            for item in plan.items {
                let path =
                    item.handle == plan.items[0].handle
                    ? plan.to.path : item.parent.flatMap { paths[$0] }?.appending(item.name)
                paths[item.handle] = path
                made.append(.init(handle: item.handle, entry: try entry(of: item, at: path)))
            }
        } catch {
            FileStore.erase(made)
            throw error
        }
        return made
    }

    private func entry(of item: ItemInfo, at path: CardPath?) throws(CameraError) -> FileStore.Entry? {
        if item.kind == .folder {
            guard let path else { return nil }
            try path.makeFolder()
            return .init(source: .path(path))
        }
        guard var entry = files[item.handle] else {
            throw CameraError(.notFound, "There is no such file on the camera any more.")
        }
        if path == nil, case .memory = entry.source { return entry }
        var reader = try files.open(item.handle)
        if let path {
            try path.requireUnused()
            try path.write { writer throws(CameraError) in try copy(&reader, to: &writer) }
            entry.source = .path(path)
        } else {
            entry.source = .memory(try reader.readAll(limit: 1 << 30))
        }
        return entry
    }

    private func copy(_ reader: inout FileReader, to writer: inout FileWriter) throws(CameraError) {
        var offset: UInt64 = 0
        while offset < reader.size {
            guard shared.withLock({ $0.host }) != nil else {
                throw CameraError(.connectionLost, "The connection to the camera was lost.")
            }
            var piece: [UInt8] = []
            _ = try reader.read(at: offset, count: Self.pieceSize) { bytes throws(CameraError) in
                piece = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
                return .proceed
            }
            // A file in a card's folder was truncated in the meantime.
            if piece.isEmpty { throw CameraError(.cardError, "The file on the card changes. Try again.") }
            try writer.append(piece)
            offset += UInt64(piece.count)
        }
    }
}
