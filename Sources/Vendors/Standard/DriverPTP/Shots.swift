package import CameraModel
package import HotShoeSupport

/// The picture that is being taken, to which the files that the camera reports are added. **Thread-safe.**
package final class Shots: Sendable {
    private let time: any TimeSource

    /// Guards the collection of the current picture; nil while none is taken.
    private let current = Guarded<ShotCollector?>(nil)

    /// Creates an instance without a picture.
    package init(_ time: any TimeSource) { self.time = time }

    /// Takes a picture and waits for its files.
    ///
    /// - Parameters:
    ///   - expected: Number of files; nil if it is unknown.
    ///   - isOpen: Returns whether the connection still exists; determines the error if there are no files.
    ///   - release: Performs the operations that take the picture.
    /// - Returns: The files; see ``ShotCollector/result(isOpen:)``.
    /// - Throws: The error of `release`, or that of ``ShotCollector/result(isOpen:)``.
    package func collect(
        expecting expected: Int? = nil,
        isOpen: () -> Bool,
        _ release: () async throws(CameraError) -> Void
    ) async throws(CameraError) -> ShotResult {
        let collector = ShotCollector(time, expecting: expected)
        current.withLock { $0 = collector }
        defer {
            current.withLock { if $0 === collector { $0 = nil } }
            collector.finish()
        }
        try await release()
        return try await collector.result(isOpen: isOpen)
    }

    /// Adds a file on the card. A folder that is created for the picture is not part of it; neither is a movie that was recorded
    /// before and is reported late.
    package func add(_ item: ItemInfo) {
        if item.kind != .folder, item.kind != .video { current.withLock { $0 }?.add(item) }
    }

    /// Adds a file that the camera offers for transfer.
    package func add(_ offer: TransferOffer) { current.withLock { $0 }?.add(offer) }

    /// Records that the camera reported completion.
    package func complete() { current.withLock { $0 }?.complete() }

    /// Ends the wait for files, because the connection ends.
    package func finish() { current.withLock { $0 }?.finish() }
}
