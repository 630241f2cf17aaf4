import CameraModel
public import PictureSaving

/// A file of a round that was copied.
public struct RigCopy: Sendable, Hashable {
    /// The role of the camera.
    public let role: String
    /// The camera's name for the file.
    public let name: String
    /// The path of the copy.
    public let path: String
    /// Its size in bytes.
    public let byteCount: UInt64
}

/// The copies of the files of a round.
public struct RigCopies: Sendable {
    /// The copies, in the order of the rig.
    public let copies: [RigCopy]
    /// The files that could not be copied, with the reasons.
    public let problems: [RigProblem]
}

extension FileNamePattern {
    /// The names of a rig's pictures: the round and the role.
    public static var ofRigs: FileNamePattern { try! FileNamePattern("{round:04}-{role}{ext}") }
}

extension RigRound {
    /// Copies the files of all pictures into a folder, the cameras in parallel. Existing files are not replaced: a name that is in use gets a
    /// number. Nothing is deleted from the cameras.
    ///
    /// A read that a camera refuses is repeated for up to a minute.
    ///
    /// - Parameters:
    ///   - folder: The folder, which has to exist.
    ///   - pattern: The names of the files.
    /// - Returns: The copies, and what could not be copied. The pictures in ``missing`` have no copy.
    public func save(into folder: String, named pattern: FileNamePattern = .ofRigs) async -> RigCopies {
        let results = await withTaskGroup(of: (Int, [RigCopy], [RigProblem]).self) { group in
            for (index, picture) in pictures.enumerated() {
                guard let shot = picture.shot else { continue }
                group.addTask {
                    let named = pattern.with(role: picture.role, round: number)
                    let (copies, problems) = await Self.save(shot.files, picture.role, folder, named, number)
                    return (index, copies, problems)
                }
            }
            var results: [(Int, [RigCopy], [RigProblem])] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }
        }
        return RigCopies(copies: results.flatMap(\.1), problems: results.flatMap(\.2))
    }

    /// Copies the files of one picture. If a transfer fails, the files before it keep their names.
    private static func save(
        _ files: [RemoteFile],
        _ role: String,
        _ folder: String,
        _ pattern: FileNamePattern,
        _ number: Int
    ) async -> ([RigCopy], [RigProblem]) {
        let batch = FileBatch(folder: folder)
        let values = files.map(\.nameValues)
        func names(_ attempt: Int) -> [String] {
            values.map { NumberedName.of(pattern.path(for: $0, number: number), attempt: attempt) }
        }
        var (sizes, problems): ([UInt64], [RigProblem]) = ([], [])
        do throws(CameraError) {
            for (file, name) in zip(files, names(0)) {
                try await batch.fetch(file, named: name, .newFile)
                sizes.append(file.size ?? 0)
            }
        } catch { problems.append(RigProblem(role, error)) }
        do throws(CameraError) {
            let paths = try batch.publish(names)
            let copies = zip(files, zip(paths, sizes)).map { file, copy in
                RigCopy(role: role, name: file.name, path: copy.0, byteCount: copy.1)
            }
            return (copies, problems)
        } catch { return ([], problems + [RigProblem(role, error)]) }
    }
}
