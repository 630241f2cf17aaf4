import CameraModel
import Glibc
import HotShoeSupport
import PictureFiles

// Files that somebody puts onto the cards.

extension CameraSimulator {
    /// How many bytes are asked for at a time.
    private static let pieceSize = 256 * 1024
    /// The most bytes that a card in memory takes.
    private static let memoryLimit: UInt64 = 1 << 30

    /// Writes a new file from `source`; leaves nothing where that fails.
    func receive(
        _ name: String,
        into folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: ChunkSource
    ) throws(CameraError) -> ItemInfo {
        let place = try place(for: name, folder, storage, size)
        var item = ItemInfo(
            handle: withBody { $0.makeHandle() },
            storage: storage,
            parent: folder,
            name: name,
            kind: ItemInfo.Kind(fileName: name),
            size: size
        )
        item.rating = 0
        if let root = place.root {
            let path = ([root] + place.path + [name]).joined(separator: "/")
            try Self.write(to: path, size, source)
            files[item.handle] = .init(source: .path(path))
        } else {
            files[item.handle] = .init(source: .memory(try Self.collect(size, source)))
        }
        let added = item
        // The card may have been taken out, filled or locked since.
        do throws(CameraError) { _ = try self.place(for: name, folder, storage, size) } catch {
            files.discard([item.handle])
            throw error
        }
        withBody { body in
            guard let card = body.cards.firstIndex(where: { $0.storage == storage }) else { return }
            body.uploaded(added, on: card)
        }
        return item
    }

    private func place(
        for name: String,
        _ folder: ItemInfo.Handle?,
        _ storage: StorageInfo.Identifier,
        _ size: UInt64
    ) throws(CameraError) -> (root: String?, path: [String]) {
        try withBody { body -> Result<(String?, [String]), CameraError> in
            do throws(CameraError) {
                let (card, path) = try body.placeForUpload(name, in: folder, on: storage, size: size)
                let root = body.cards[card].card.folder
                if root == nil && body.cards[card].usedBytes + size > Self.memoryLimit {
                    throw CameraError(.storageFull, "a card in memory takes 1 GiB; use one in a folder")
                }
                return .success((root, path))
            } catch { return .failure(error) }
        }.get()
    }

    private static func collect(_ size: UInt64, _ source: ChunkSource) throws(CameraError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(size))
        while UInt64(bytes.count) < size { bytes += try source(min(pieceSize, Int(size) - bytes.count)) }
        return bytes
    }

    /// Beside the place first, so that half a file is never seen under its own name.
    private static func write(to path: String, _ size: UInt64, _ source: ChunkSource) throws(CameraError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let partial = "\(folder)/.upload.part"
        var writer = try FileWriter(path: partial)
        do throws(CameraError) {
            var written: UInt64 = 0
            while written < size {
                let piece = try source(Int(min(UInt64(pieceSize), size - written)))
                try writer.append(piece)
                written += UInt64(piece.count)
            }
            guard unsafe rename(partial, path) == 0 else {
                throw CameraError(
                    .cardError,
                    "the card's folder could not be written: \(unsafe String(cString: strerror(errno)))"
                )
            }
        } catch {
            unsafe unlink(partial)
            throw error
        }
    }
}
