package import CameraModel

/// Decides when a picture that is being taken is complete, and when to search for files that the camera has not announced. Pure.
///
/// A camera may announce completion without a file, a file without completion, or neither. Times are of any clock.
package struct PictureWait: Sendable {
    /// What is known of a picture before it is taken.
    package struct Plan: Sendable, Hashable {
        /// Number of files; nil if it is unknown, as for bursts and brackets.
        package var files: Int?
        /// Exposure time; zero if it is unknown.
        package var exposure: Duration
        /// Time limit for the files, from the release.
        package var limit: Duration
        /// Whether one release makes several exposures, as with a bracket.
        package var isSeries = false
        /// Whether a release that makes no file is usual, as with mirror lock-up.
        package var mayHaveNone = false

        /// Default time limit.
        package static let defaultLimit: Duration = .seconds(100)
        /// Time beyond twice the exposure: self-timer, and writing.
        private static let margin: Duration = .seconds(40)

        /// Time limit for the answer to the release. The rest of ``limit`` is for ending a transaction that the camera does not answer, and for
        /// releasing the button.
        package var answerLimit: Duration { limit - .seconds(4) }

        /// Creates a plan.
        ///
        /// - Parameters:
        ///   - files: Number of files; nil if it is unknown.
        ///   - exposure: Exposure time; the same time may be needed for a dark frame.
        ///   - requested: Time limit that the caller requests; nil for the default.
        package init(files: Int? = nil, exposure: Duration = .zero, atLeast requested: Duration? = nil) {
            (self.files, self.exposure) = (files, exposure)
            limit = max(requested ?? Self.defaultLimit, exposure * 2 + Self.margin)
        }
    }

    /// The next step.
    package enum Step: Equatable, Sendable {
        case wait(until: Duration)
        /// Compare the camera's objects with those known before the picture.
        case search
        case done
    }

    /// Time without another file after which a picture is complete, for cameras that do not report completion (observed
    /// behaviour).
    private static let quiet: Duration = .seconds(2)
    /// Time in which a file may follow a report of completion.
    private static let afterCompletion: Duration = .seconds(30)
    private static let (firstPause, longestPause): (Duration, Duration) = (.milliseconds(250), .seconds(5))
    /// Maximum number of files per picture. No camera produces as many with one release; protects against a camera that never
    /// stops.
    package static let fileLimit = 1000

    private let plan: Plan
    private var deadline: Duration
    private var lastChange: Duration
    private var nextSearch: Duration
    private var pause = firstPause
    private var completed: Duration?
    /// Whether the objects can be compared.
    private var canSearch: Bool
    private var isSearching = false
    /// Announced files whose descriptions are awaited.
    private var expected: Set<ItemInfo.Handle> = []
    private var files = ShotResult(items: [], offers: [])
    private var isFinished = false
    /// Whether ``Step/done`` was returned.
    private var isDecided = false

    /// Creates a wait that begins now.
    ///
    /// - Parameters:
    ///   - plan: What is known of the picture.
    ///   - canSearch: Whether files that are not announced can be found.
    ///   - now: Present time.
    package init(_ plan: Plan, canSearch: Bool, at now: Duration) {
        (self.plan, self.canSearch) = (plan, canSearch)
        (deadline, lastChange) = (now + plan.limit, now)
        nextSearch = now + plan.exposure * 2 + Self.quiet
    }

    /// Whether the camera has reported completion.
    package var isComplete: Bool { completed != nil }

    /// The files, with those that were announced and have not been described.
    package var result: ShotResult {
        var result = files
        let (code, message): (CameraError.Code, String) =
            isFinished
            ? (.connectionLost, "The connection was lost before the camera described the file.")
            : (.timedOut, "The camera has not described the file in time.")
        result.unreadable += expected.sorted { $0.number < $1.number }.map {
            UnreadableItem(handle: $0, name: nil, code: code, message: message)
        }
        return result
    }

    private var count: Int { files.items.count + files.offers.count + files.unreadable.count }

    private var wanted: Int { min(plan.files ?? Self.fileLimit, Self.fileLimit) }

    // MARK: Reports

    /// The release was answered: the exposure has begun, or is over.
    package mutating func released(at now: Duration) {
        lastChange = now
        deadline = max(deadline, now + plan.limit)
        nextSearch = now + plan.exposure * 2 + Self.quiet
    }

    /// The camera has announced an object, whose description follows.
    ///
    /// An object that is announced again, or when the picture is complete, is not awaited.
    package mutating func expect(_ handle: ItemInfo.Handle) {
        guard !isDecided, expected.count < Self.fileLimit, !files.items.contains(where: { $0.handle == handle }) else { return }
        expected.insert(handle)
    }

    /// An announced object is not part of the picture.
    package mutating func settle(_ handle: ItemInfo.Handle) { expected.remove(handle) }

    package mutating func add(_ item: ItemInfo, at now: Duration) {
        expected.remove(item.handle)
        add(at: now) { $0.items.append(item) }
    }

    package mutating func add(_ offer: TransferOffer, at now: Duration) { add(at: now) { $0.offers.append(offer) } }

    package mutating func add(_ lost: UnreadableItem, at now: Duration) {
        expected.remove(lost.handle)
        add(at: now) { $0.unreadable.append(lost) }
    }

    private mutating func add(at now: Duration, _ change: (inout ShotResult) -> Void) {
        guard count < wanted else { return }
        change(&files)
        lastChange = now
    }

    /// The camera has reported completion.
    package mutating func completed(at now: Duration) {
        completed = completed ?? now
        lastChange = now
        (nextSearch, pause) = (now, Self.firstPause)
    }

    /// A search has ended: the objects that it found are expected now.
    package mutating func searched(at now: Duration) {
        isSearching = false
        nextSearch = now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    /// The connection ends.
    package mutating func finish() { isFinished = true }

    // MARK: Steps

    /// Returns the next step. After ``Step/search`` the caller calls ``searched(at:)``.
    package mutating func next(at now: Duration) -> Step {
        let step = step(at: now)
        if step == .done { isDecided = true }
        return step
    }

    private mutating func step(at now: Duration) -> Step {
        if isFinished || now >= deadline { return .done }
        if !expected.isEmpty { return .wait(until: deadline) }
        if count >= wanted { return .done }
        return count > 0 ? nextWithFiles(at: now) : nextWithoutFiles(at: now)
    }

    private mutating func nextWithFiles(at now: Duration) -> Step {
        // A body may report completion for each exposure of a bracket.
        if completed != nil, !plan.isSeries { return .done }
        let end = lastChange + Self.quiet + (plan.isSeries ? plan.exposure : .zero)
        return now < end ? .wait(until: min(end, deadline)) : .done
    }

    private mutating func nextWithoutFiles(at now: Duration) -> Step {
        var end = deadline
        if let completed {
            end = min(end, completed + (plan.mayHaveNone || !canSearch ? Self.quiet : Self.afterCompletion))
            if now >= end { return .done }
        }
        guard canSearch else { return .wait(until: end) }
        if isSearching { return .wait(until: end) }
        guard now >= nextSearch else { return .wait(until: min(nextSearch, end)) }
        isSearching = true
        return .search
    }
}
