import CameraModel
import HotShoeSupport

/// The JPEG files of a folder, for live view.
enum JPEGFolder {
    private static let pictureLimit = 1000
    private static let byteLimit = 64 << 20

    /// Returns the files in the order of their names; omits unreadable ones.
    static func read(_ path: String) -> [[UInt8]] {
        let names = (FolderNames.all(in: path) ?? []).filter { name in
            [".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
        }
        return names.sorted().prefix(pictureLimit).compactMap { name in
            do throws(CameraError) {
                var reader = try FileReader(path: CardPath(root: path, names: [name]))
                return try reader.readAll(limit: byteLimit)
            } catch { return nil }
        }
    }
}
