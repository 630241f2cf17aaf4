package import CameraModel
package import HotShoeSupport

/// The picture that is being taken, to which the files that the camera reports are added. **Thread-safe.**
package final class Shots: Sendable {
    private let time: any TimeSource
    private let search: (@Sendable () -> Void)?

    /// Guards the collection of the current picture; nil while none is taken.
    private let current = Guarded<ShotCollector?>(nil)

    /// Creates an instance without a picture.
    ///
    /// - Parameters:
    ///   - time: Clock.
    ///   - search: Begins a search for files that were not announced; see ``ShotCollector``.
    package init(_ time: any TimeSource, search: (@Sendable () -> Void)? = nil) { (self.time, self.search) = (time, search) }

    /// Takes a picture and waits for its files.
    ///
    /// - Parameters:
    ///   - plan: What is known of the picture.
    ///   - isOpen: Returns whether the connection still exists; determines the error if there are no files.
    ///   - release: Performs the operations that take the picture.
    /// - Returns: The files; see ``ShotCollector/result(isOpen:)``.
    /// - Throws: The error of `release`, or that of ``ShotCollector/result(isOpen:)``.
    package func collect(
        _ plan: PictureWait.Plan,
        isOpen: () -> Bool,
        _ release: () async throws(CameraError) -> Void
    ) async throws(CameraError) -> ShotResult {
        let collector = ShotCollector(time, plan, search: search)
        current.withLock { $0 = collector }
        defer {
            current.withLock { if $0 === collector { $0 = nil } }
            collector.finish()
        }
        try await release()
        collector.released()
        return try await collector.result(isOpen: isOpen)
    }

    private var collector: ShotCollector? { current.withLock { $0 } }

    /// The camera has announced an object, whose description follows.
    package func expect(_ handle: ItemInfo.Handle) { collector?.expect(handle) }

    /// An announced object was announced before, or no longer exists.
    package func settle(_ handle: ItemInfo.Handle) { collector?.settle(handle) }

    /// Adds a file on the card. A folder that is created for the picture is not part of it; neither is a movie that was recorded
    /// before and is reported late.
    package func add(_ item: ItemInfo) {
        if item.kind != .folder, item.kind != .video { collector?.add(item) } else { collector?.settle(item.handle) }
    }

    /// Adds a file that the camera offers for transfer.
    package func add(_ offer: TransferOffer) { collector?.add(offer) }

    /// Adds a file that cannot be read.
    package func add(_ lost: UnreadableItem) { collector?.add(lost) }

    /// Records that the camera reported completion.
    package func complete() { collector?.complete() }

    /// A search for files that were not announced has ended.
    package func searched() { collector?.searched() }

    /// Ends the wait for files, because the connection ends.
    package func finish() { collector?.finish() }
}
