package import CameraModel
import HotShoeSupport

/// The files of one shot, which are copied into a folder and get matching names together. **Thread-safe.**
///
/// The files are fetched one by one into partial files, and published together when the last one is complete. If one name is
/// taken, all files get other names. A file with the name and the bytes of an earlier one is the same picture, from another place of the
/// camera, and is saved once; another one with the same name gets a number. Releasing the last reference removes the partial files.
package final class FileBatch: Sendable {
    private let folder: String
    private let verifies: Bool
    private let files = Guarded<[LocalFile]>([])

    /// Creates a batch; writes nothing.
    ///
    /// `verifies` is whether each complete file is read back and compared with the bytes that the camera sent.
    package init(folder: String, verifies: Bool = false) {
        self.folder = folder
        self.verifies = verifies
    }

    deinit { for file in files.withLock({ $0 }) { file.discard() } }

    /// Number of complete files.
    package var count: Int { files.withLock { $0.count } }

    /// Fetches a file completely. `name` is the wanted name, relative to the folder: the partial file is created beside it.
    ///
    /// - Throws: as ``RemoteFile/write(to:replacing:progress:)``. The partial file is then removed, and earlier files are kept.
    package func fetch(
        _ file: RemoteFile,
        named name: String,
        _ patience: ReadRetry.Patience = .short,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CameraError) {
        let local = try LocalFile(beside: path(name), isChecked: verifies)
        do throws(CameraError) {
            try await file.fetch(into: local, patience, progress: progress)
            try local.finish(modified: file.created)
            if verifies { try local.verify() }
        } catch {
            local.discard()
            throw error
        }
        files.withLock { $0.append(local) }
    }

    /// Whether the file that was fetched last has the same bytes as the one at a path.
    func newestHasContent(ofFileAt path: String) -> Bool { files.withLock { $0.last }?.hasContent(ofFileAt: path) ?? false }

    /// Gives the complete files their names: the first set of names of which none is taken.
    ///
    /// - Parameter names: returns the names for an attempt, counted from 0, relative to the folder, at least one for each
    ///   fetched file.
    /// - Returns: the paths, in the order in which the files were fetched.
    /// - Throws: ``CameraError/Code/fileSystem``.
    package func publish(_ names: (_ attempt: Int) -> [String]) throws(CameraError) -> [String] {
        let files = files.withLock { $0 }
        let originals = Self.originals(files, names(0))
        let kept = originals.indices.filter { originals[$0] == $0 }
        for attempt in 0..<NumberedName.attemptLimit {
            let wanted = Self.distinct(names(attempt).prefix(files.count).map(path), kept)
            guard !kept.contains(where: { LocalFile.exists(wanted[$0]) }) else { continue }
            guard try publish(kept.map { files[$0] }, kept.map { wanted[$0] }) else { continue }
            for (index, original) in originals.enumerated() where original != index { files[index].discard() }
            return originals.map { wanted[$0] }
        }
        throw LocalFile.alreadyExists(path(names(0).first ?? ""))
    }

    /// For each file its place, or that of the earlier file with the same name and the same bytes.
    private static func originals(_ files: [LocalFile], _ names: [String]) -> [Int] {
        files.indices.map { index in
            (0..<index).first { names[$0] == names[index] && files[$0].hasContent(of: files[index]) } ?? index
        }
    }

    /// The paths; those of files that are kept, with a number where an earlier one of them has the same path.
    private static func distinct(_ paths: [String], _ kept: [Int]) -> [String] {
        var (distinct, used) = (paths, Set<String>())
        for index in kept {
            var attempt = 0
            while !used.insert(distinct[index]).inserted {
                attempt += 1
                distinct[index] = NumberedName.of(paths[index], attempt: attempt)
            }
        }
        return distinct
    }

    /// Publishes all files; returns false, and publishes none, if a name was taken since it was checked.
    private func publish(_ files: [LocalFile], _ paths: [String]) throws(CameraError) -> Bool {
        // A single file needs no claim: its name is claimed and filled in one step.
        guard files.count > 1 else { return try files.first?.publish(as: paths[0]) ?? true }
        var claims: [NameClaim] = []
        for path in paths {
            guard let claim = try NameClaim(path) else { return false }
            claims.append(claim)
        }
        for (file, claim) in zip(files, claims) {
            _ = try file.publish(as: claim.path, replacing: true)
            claim.keep()
        }
        return true
    }

    private func path(_ name: String) -> String {
        folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    }
}
