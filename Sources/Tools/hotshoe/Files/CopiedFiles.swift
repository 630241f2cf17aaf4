import CameraModel
import HotShoeSupport

/// The files that `hotshoe download --new` has copied into a folder: a list in the folder itself, a line for each file, with the serial
/// number of the camera, the file's name, its size in bytes and its date. **Thread-safe.**
final class CopiedFiles: Sendable {
    static let name = ".hotshoe-copied"

    private let path: String
    /// Guards the lines, each once.
    private let lines: Guarded<[String]>

    /// Reads the list of a folder; empty if it has none.
    init(_ folder: String) throws(CommandFailure) {
        path = FreeName.path(Self.name, in: folder)
        let text = try LocalFolder.text(ofFile: path, limit: 64 << 20) ?? ""
        lines = Guarded(text.split(separator: "\n").map(String.init))
        known = Guarded(Set(lines.withLock { $0 }))
    }

    /// Guards the same lines, for questions.
    private let known: Guarded<Set<String>>

    func contains(_ item: ItemInfo, of camera: Camera) -> Bool { known.withLock { $0.contains(Self.line(item, camera)) } }

    /// Adds files and replaces the list in one step.
    func add(_ items: [ItemInfo], of camera: Camera) throws(CommandFailure) {
        let new = items.map { Self.line($0, camera) }
        known.withLock { $0.formUnion(new) }
        let all = lines.withLock { lines in
            lines += new
            return lines
        }
        try NewFile.replace(path, with: Array((all.joined(separator: "\n") + "\n").utf8))
    }

    private static func line(_ item: ItemInfo, _ camera: Camera) -> String {
        let serial = camera.info?.serialNumber ?? camera.description.identifier.text
        let parts = [serial, item.name, item.size.map { "\($0)" } ?? "", item.created?.description ?? ""]
        return parts.map { String($0.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }.joined(separator: "\t")
    }
}
