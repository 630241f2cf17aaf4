public import CameraModel

extension RemoteFile {
    /// The name, made safe as a file name on this computer: one path component, without control, bidirectional or invisible
    /// characters, without blanks at its ends, and starting with neither "-" nor ".".
    public var safeName: String { SafeFileName.of(name) }

    /// Writes the file to this computer's disk.
    ///
    /// The bytes are first written to a partial file beside `path`, with a unique name that ends in ".part". It is renamed to
    /// `path` when it is complete, so that no other program reads an incomplete picture under its final name. On an error the
    /// partial file is removed.
    ///
    /// - Parameters:
    ///   - path: path of the file; missing folders are created.
    ///   - replacing: whether an existing file may be replaced; if not, an existing file is an error. Of a symbolic link the
    ///     link is replaced, not its target; the permissions of a file are kept. A device, a pipe or a folder is an error.
    ///   - progress: is called after each chunk, on a library thread.
    /// - Throws: `CameraError.Code.fileSystem` when the disk is full or the path cannot be written, and the errors of
    ///   `RemoteFile.download(from:_:)`.
    public func write(
        to path: String,
        replacing: Bool = false,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CameraError) {
        if !replacing, LocalFile.exists(path) { throw LocalFile.alreadyExists(path) }
        try LocalFile.checkReplaceable(path)
        let file = try LocalFile(beside: path)
        do throws(CameraError) {
            try await fetch(into: file, progress: progress)
            try file.finish()
            guard try file.publish(as: path, replacing: replacing) else { throw LocalFile.alreadyExists(path) }
        } catch {
            file.discard()
            throw error
        }
    }

    /// Writes the file into a folder of this computer's disk under the next free name. Never replaces a file, even if several
    /// programs write into the folder at the same time.
    ///
    /// The file gets the modification time that the camera reports for it. See also ``write(to:replacing:progress:)``.
    ///
    /// - Parameters:
    ///   - folder: the folder; missing ones are created.
    ///   - name: the wanted name, relative to the folder; nil for ``safeName``. If it is not free, a number is inserted before
    ///     the extension ("IMG_0001-2.JPG").
    ///   - progress: is called after each chunk, on a library thread.
    /// - Returns: the path of the file.
    /// - Throws: as ``write(to:replacing:progress:)``.
    public func write(
        into folder: String,
        named name: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CameraError) -> String {
        let batch = FileBatch(folder: folder)
        let wanted = name ?? safeName
        try await batch.fetch(self, named: wanted, progress: progress)
        return try batch.publish { attempt in [NumberedName.of(wanted, attempt: attempt)] }[0]
    }

    /// Writes all bytes to a partial file.
    ///
    /// - Throws: `CameraError.Code.protocolFailure` if the camera sends a different number of bytes than it announced,
    ///   `CameraError.Code.noData` for a picture or video without bytes.
    func fetch(
        into file: LocalFile,
        _ patience: ReadRetry.Patience = .short,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(CameraError) {
        let size = size
        try await download(from: 0, patience) { chunk throws(CameraError) in
            let written = try file.write(chunk)
            // A file may have grown since it was listed, but not without end.
            if let size, size > 0, written / 2 > size + Self.surplusLimit {
                let reason = "The camera sends far more than the \(size) bytes that it has announced."
                throw CameraError(.protocolFailure, reason, operation: .download)
            }
            progress?(TransferProgress(completedBytes: written, totalBytes: size))
            return .proceed
        }
        try await check(file.writtenBytes)
    }

    /// Number of bytes of which twice as many may be sent beyond twice the announced size.
    private static var surplusLimit: UInt64 { 8 << 20 }

    /// Compares the number of bytes that the camera sent with the size that it reports now.
    private func check(_ written: UInt64) async throws(CameraError) {
        guard let item = item?.info else { return }
        var size = item.size
        // The listing may be older than the file's last change.
        if let listed = size, listed != written { size = try await camera.metadata(of: item).info.size ?? listed }
        if let size, written != size {
            let reason = "The camera sent \(written) of \(size) bytes. Try again."
            throw CameraError(.protocolFailure, reason, operation: .download, subject: name)
        }
        if written == 0, item.kind.isPictureOrVideo {
            let reason = "The camera reports a size of 0 bytes: it may not have written the file yet."
            throw CameraError(.noData, reason, operation: .download, subject: name)
        }
    }

    /// Values for a ``FileNamePattern``. A file without a date gets the date of this computer's clock.
    package var nameValues: FileNameValues {
        FileNameValues(
            original: name,
            date: created ?? .now(),
            camera: camera.info?.model ?? camera.displayName,
            serial: camera.info?.serialNumber ?? ""
        )
    }
}
