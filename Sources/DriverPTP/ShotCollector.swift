package import CameraModel
package import HotShoeSupport

/// The files of a picture that is being taken, until the camera says that there are no more. **Thread-safe.**
package final class ShotCollector: Sendable {
    /// After so long without another file the picture is complete, for cameras that do not say so (observed behaviour).
    private static let quiet: Duration = .seconds(2)
    /// So long a picture may take, its exposure included.
    package static let limit: Duration = .seconds(100)
    /// A picture with so many files is complete: no camera takes as many at one press, but one may go on for ever.
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

    /// - Parameter expected: with so many files it is complete; nil if that is not known.
    package init(_ time: any TimeSource, expecting expected: Int? = nil) {
        self.time = time
        self.expected = min(expected ?? Self.fileLimit, Self.fileLimit)
        deadline = time.now + Self.limit
        let timer = time.makeTimer { [weak self] in self?.finish() }
        self.timer.withLock { $0 = timer }
        timer.arm(at: deadline)
    }

    /// A file is on the card.
    package func add(_ item: ItemInfo) { add { $0.items.append(item) } }

    /// A file is offered.
    package func add(_ offer: TransferOffer) { add { $0.offers.append(offer) } }

    private func add(_ body: (inout ShotResult) -> Void) {
        let isAll = state.withLock { state in
            if state.count < expected { body(&state.result) }
            return state.count == expected
        }
        if isAll { finish() } else { waitForMore() }
    }

    /// The picture is complete when nothing more comes, or when it has taken too long.
    private func waitForMore() {
        timer.withLock { $0 }?.arm(at: min(deadline, time.now + Self.quiet))
    }

    /// The camera says that it was all; one that has not shown a file yet means something else, or is early.
    package func complete() {
        let hasFiles = state.withLock { state in
            state.isComplete = true
            return state.count > 0
        }
        if hasFiles { finish() } else { waitForMore() }
    }

    /// Nothing more is waited for.
    package func finish() {
        timer.withLock { $0 }?.disarm()
        done.fulfil(.success(()))
    }

    /// The files, when all are there.
    ///
    /// - Parameter isOpen: whether there still is a connection, which tells why there are none.
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
