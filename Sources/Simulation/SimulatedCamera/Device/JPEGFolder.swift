import CameraModel
import Glibc

/// The JPEG files of a folder, for live view.
enum JPEGFolder {
    private static let pictureLimit = 1000
    private static let byteLimit = 64 << 20

    /// Returns the files in the order of their names; omits unreadable ones.
    static func read(_ path: String) -> [[UInt8]] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
            }
            if let name, [".jpg", ".jpeg"].contains(where: { name.lowercased().hasSuffix($0) }) { names.append(name) }
        }
        return names.sorted().prefix(pictureLimit).compactMap { name in
            do throws(CameraError) {
                var reader = try FileReader(path: CardPath(root: path, names: [name]))
                return try reader.readAll(limit: byteLimit)
            } catch { return nil }
        }
    }
}
