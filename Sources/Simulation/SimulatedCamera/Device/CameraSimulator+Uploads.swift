import CameraModel
import HotShoeSupport
import PictureFiles

// Uploads of files to the cards.

extension CameraSimulator {
    /// Number of bytes that are requested at a time.
    private static let pieceSize = 256 * 1024

    /// Writes a new file from `source`. Leaves nothing when it fails.
    func receive(
        _ name: String,
        into folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: ChunkSource
    ) throws(CameraError) -> ItemInfo {
        let place = try perform { body throws(CameraError) in try body.place(for: name, in: folder, on: storage, size: size) }
        var item = ItemInfo(
            handle: withBody { $0.makeHandle() },
            storage: storage,
            parent: folder,
            name: name,
            kind: ItemInfo.Kind(fileName: name),
            size: size
        )
        item.rating = 0
        if let path = place.path {
            try path.write { writer throws(CameraError) in try Self.write(size, source, to: &writer) }
            files[item.handle] = .init(source: .path(path))
        } else {
            files[item.handle] = .init(source: .memory(try Self.collect(size, source)))
        }
        let added = item
        do throws(CameraError) {
            // The card may have been removed, filled or locked since the check.
            try perform { body throws(CameraError) in
                let place = try body.place(for: name, in: folder, on: storage, size: size)
                body.added([added], on: place.card)
            }
        } catch {
            files.discard([item.handle])
            throw error
        }
        return item
    }

    private static func collect(_ size: UInt64, _ source: ChunkSource) throws(CameraError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(size))
        while UInt64(bytes.count) < size { bytes += try source(min(pieceSize, Int(size) - bytes.count)) }
        return bytes
    }

    private static func write(_ size: UInt64, _ source: ChunkSource, to writer: inout FileWriter) throws(CameraError) {
        var written: UInt64 = 0
        while written < size {
            let piece = try source(Int(min(UInt64(pieceSize), size - written)))
            try writer.append(piece)
            written += UInt64(piece.count)
        }
    }
}
