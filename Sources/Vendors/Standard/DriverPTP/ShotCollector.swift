package import CameraModel
package import HotShoeSupport

/// Collects the files of one picture until the camera reports that it is complete. **Thread-safe.**
package final class ShotCollector: Sendable {
    /// Time without another file after which a picture is complete, for cameras that do not report completion (observed
    /// behaviour).
    private static let quiet: Duration = .seconds(2)
    /// Time limit for a picture, including its exposure.
    package static let limit: Duration = .seconds(100)
    /// Maximum number of files per picture. No camera produces as many with one release; protects against a camera that never
    /// stops.
    package static let fileLimit = 1000

    private struct State {
        var result = ShotResult(items: [], offers: [])
        var isComplete = false

        var count: Int { result.items.count + result.offers.count }
    }

    /// Guards the files.
    private let state = Guarded(State())
    private let done = Promise<Void, Never>()
    private let time: any TimeSource
    private let deadline: Duration
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)
    private let expected: Int

    /// Starts a collection. The picture is complete after `expected` files; nil if their number is unknown.
    package init(_ time: any TimeSource, expecting expected: Int? = nil) {
        self.time = time
        self.expected = min(expected ?? Self.fileLimit, Self.fileLimit)
        deadline = time.now + Self.limit
        let timer = time.makeTimer { [weak self] in self?.finish() }
        self.timer.withLock { $0 = timer }
        timer.arm(at: deadline)
    }

    /// Adds a file on the card.
    package func add(_ item: ItemInfo) { add { $0.items.append(item) } }

    /// Adds a file that the camera offers for transfer.
    package func add(_ offer: TransferOffer) { add { $0.offers.append(offer) } }

    private func add(_ body: (inout ShotResult) -> Void) {
        let isAll = state.withLock { state in
            if state.count < expected { body(&state.result) }
            return state.count == expected
        }
        if isAll { finish() } else { waitForMore() }
    }

    /// Starts or extends the wait for more files, at most until the deadline.
    private func waitForMore() {
        timer.withLock { $0 }?.arm(at: min(deadline, time.now + Self.quiet))
    }

    /// Records that the camera reported completion. If no file has arrived yet, the report may refer to something else or be
    /// early, and the wait continues.
    package func complete() {
        let hasFiles = state.withLock { state in
            state.isComplete = true
            return state.count > 0
        }
        if hasFiles { finish() } else { waitForMore() }
    }

    /// Ends the collection.
    package func finish() {
        timer.withLock { $0 }?.disarm()
        done.fulfil(.success(()))
    }

    /// Waits until the collection has ended and returns the files.
    ///
    /// - Parameter isOpen: Returns whether the connection still exists; determines the error if there are no files.
    /// - Returns: The files; none if the camera reported completion without a file.
    /// - Throws: `cancelled` if the task is cancelled. If there is neither a file nor a report of completion, `timedOut` with
    ///   an open connection, otherwise `connectionLost`.
    package func result(isOpen: () -> Bool) async throws(CameraError) -> ShotResult {
        guard await done.resultUnlessCancelled() != nil else { throw .cancelled(.shoot) }
        let state = state.withLock { $0 }
        if state.count == 0, !state.isComplete {
            throw isOpen()
                ? CameraError(.timedOut, "The camera reported no picture. It may be on the card.", operation: .shoot)
                : CameraError(
                    .connectionLost,
                    "The connection was lost while a picture was taken. The picture may be on the card.",
                    operation: .shoot
                )
        }
        return state.result
    }
}
