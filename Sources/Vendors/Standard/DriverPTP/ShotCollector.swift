package import CameraModel
package import HotShoeSupport

/// Collects the files of one picture until ``PictureWait`` decides that it is complete. **Thread-safe.**
package final class ShotCollector: Sendable {
    /// Guards the picture.
    private let state: Guarded<PictureWait>
    private let done = Promise<Void, Never>()
    private let time: any TimeSource
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)
    private let search: (@Sendable () -> Void)?

    /// Starts a collection.
    ///
    /// - Parameters:
    ///   - time: Clock.
    ///   - plan: What is known of the picture.
    ///   - search: Begins a search for files that were not announced, whose end ``searched()`` reports; nil if there is no such
    ///     search. Must not block.
    package init(_ time: any TimeSource, _ plan: PictureWait.Plan, search: (@Sendable () -> Void)? = nil) {
        self.time = time
        self.search = search
        state = Guarded(PictureWait(plan, canSearch: search != nil, at: time.now))
        let timer = time.makeTimer { [weak self] in self?.proceed() }
        self.timer.withLock { $0 = timer }
        proceed()
    }

    // MARK: Reports

    /// The release was answered.
    package func released() { change { $0.released(at: $1) } }

    /// The camera has announced an object, whose description follows.
    package func expect(_ handle: ItemInfo.Handle) { change { wait, _ in wait.expect(handle) } }

    /// An announced object is not part of the picture.
    package func settle(_ handle: ItemInfo.Handle) { change { wait, _ in wait.settle(handle) } }

    /// Adds a file on the card.
    package func add(_ item: ItemInfo) { change { $0.add(item, at: $1) } }

    /// Adds a file that the camera offers for transfer.
    package func add(_ offer: TransferOffer) { change { $0.add(offer, at: $1) } }

    /// Adds a file that cannot be read.
    package func add(_ lost: UnreadableItem) { change { $0.add(lost, at: $1) } }

    /// Records that the camera reported completion. If no file has arrived yet, the report may refer to something else or be
    /// early, and the wait continues.
    package func complete() { change { $0.completed(at: $1) } }

    /// A search has ended.
    package func searched() { change { $0.searched(at: $1) } }

    /// Ends the collection.
    package func finish() { change { wait, _ in wait.finish() } }

    private func change(_ body: (inout PictureWait, Duration) -> Void) {
        state.withLock { body(&$0, time.now) }
        proceed()
    }

    private func proceed() {
        switch state.withLock({ $0.next(at: time.now) }) {
        case .wait(let moment): timer.withLock { $0 }?.arm(at: moment)
        case .search: search?()
        case .done:
            timer.withLock { $0 }?.disarm()
            done.fulfil(.success(()))
        }
    }

    // MARK: Result

    /// Waits until the collection has ended and returns the files.
    ///
    /// - Parameter isOpen: Returns whether the connection still exists; determines the error if there are no files.
    /// - Returns: The files; none if the camera reported completion without a file.
    /// - Throws: `cancelled` if the task is cancelled. If there is neither a file nor a report of completion, `timedOut` with
    ///   an open connection, otherwise `connectionLost`.
    package func result(isOpen: () -> Bool) async throws(CameraError) -> ShotResult {
        guard await done.resultUnlessCancelled() != nil else { throw .cancelled(.shoot) }
        let (result, isComplete) = state.withLock { ($0.result, $0.isComplete) }
        if result == ShotResult(items: [], offers: []), !isComplete {
            throw isOpen()
                ? CameraError(.timedOut, "The camera reported no picture. It may be on the card.", operation: .shoot)
                : CameraError(
                    .connectionLost,
                    "The connection was lost while a picture was taken. The picture may be on the card.",
                    operation: .shoot
                )
        }
        return result
    }
}
