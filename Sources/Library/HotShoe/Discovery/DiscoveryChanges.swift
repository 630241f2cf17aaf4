import CameraModel
import HotShoeSupport

/// The discovered cameras at one moment.
struct DiscoverySnapshot: Sendable {
    /// The cameras in the order of their first sighting.
    var cameras: [Camera] = []
    var failures: [ProviderFailure] = []
}

/// Position of a consumer in the changes, and the cameras that it knows. Pure.
///
/// A consumer reads the difference between the cameras that it knows and the present ones: a camera that appeared and
/// disappeared between two reads is omitted.
struct DiscoveryCursor: Sendable {
    /// A present camera, with a number that is new for each appearance.
    struct Current {
        let number: Int
        let camera: Camera
        let description: CameraDescription
    }

    /// The present state of a camera that changed.
    struct Sight {
        let identifier: CameraIdentifier
        /// The reason for its loss, if it was lost.
        let loss: DiscoveryLoss
        /// Nil while the camera is not present.
        let current: Current?
    }

    /// Number of the last change that was read.
    private(set) var revision = 0
    private var shown: [CameraIdentifier: (number: Int, camera: Camera)] = [:]
    private var failures: Set<Int> = []

    /// The cameras that the consumer knows as present.
    var identifiers: some Collection<CameraIdentifier> { shown.keys }

    /// Records the changes that were read, and returns those that are new to the consumer: losses first, then cameras in the
    /// order of their sighting, then failures.
    mutating func advance(
        to revision: Int,
        _ seen: [Sight],
        _ current: [(number: Int, failure: ProviderFailure)]
    ) -> [DiscoveryChange] {
        self.revision = revision
        var lost: [DiscoveryChange] = []
        var found: [Current] = []
        for sight in seen {
            let before = shown[sight.identifier]
            if before?.number == sight.current?.number { continue }
            if let before { lost.append(.lost(camera: before.camera, reason: sight.loss)) }
            shown[sight.identifier] = sight.current.map { ($0.number, $0.camera) }
            if let new = sight.current { found.append(new) }
        }
        let new = current.filter { !failures.contains($0.number) }
        failures = Set(current.map(\.number))
        return lost + found.sorted { $0.number < $1.number }.map { .found($0.camera) } + new.map { .providerFailed($0.failure) }
    }
}

/// The cameras that are discovered now, then every change, for one consumer.
///
/// A slow consumer receives fewer changes, but never inconsistent ones: a camera that appeared and disappeared between two
/// reads is omitted. No queue grows, however many changes a provider reports. The sequence ends when the task is cancelled; it
/// keeps the discovery alive. The sequence is **thread-safe**.
public struct DiscoveryChanges: AsyncSequence, Sendable {
    /// Element of the sequence: one change.
    public typealias Element = DiscoveryChange
    /// The sequence never fails.
    public typealias Failure = Never

    let discovery: CameraDiscovery
    let signal: EventStream<Void>

    /// Ends the sequence.
    public func cancel() { signal.cancel() }

    /// Returns an iterator over the present cameras and all later changes.
    public func makeAsyncIterator() -> Iterator { Iterator(discovery: discovery, signal: signal.makeAsyncIterator()) }

    /// Returns the changes one by one. **Single-owner.**
    public struct Iterator: AsyncIteratorProtocol {
        let discovery: CameraDiscovery
        let signal: EventStream<Void>.Iterator
        var cursor = DiscoveryCursor()
        var waiting: ArraySlice<DiscoveryChange> = []

        init(discovery: CameraDiscovery, signal: EventStream<Void>.Iterator) {
            self.discovery = discovery
            self.signal = signal
        }

        /// Waits for the next change; returns nil at the end of the sequence.
        public mutating func next() async -> DiscoveryChange? { await next(isolation: nil) }

        /// Waits for the next change; returns nil at the end of the sequence.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> DiscoveryChange? {
            while waiting.isEmpty {
                guard await signal.next(isolation: actor) != nil else { return nil }
                waiting = discovery.changes(since: &cursor)[...]
            }
            return waiting.popFirst()
        }
    }
}
