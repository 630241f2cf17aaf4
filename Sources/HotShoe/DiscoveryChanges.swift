import CameraModel
import HotShoeSupport

/// What is seen at one moment.
struct DiscoverySnapshot: Sendable {
    /// In the order of their first sighting.
    var cameras: [Camera] = []
    var failures: [ProviderFailure] = []
}

/// How far a consumer has read, and what it has been shown. Pure.
///
/// What a consumer reads is the difference between what it was shown and what is seen now: what appeared and went between two reads is left
/// out.
struct DiscoveryCursor: Sendable {
    /// A camera that is seen, with a number that is new each time it comes back.
    struct Current {
        let number: Int
        let camera: Camera
        let description: CameraDescription
    }

    /// A camera that changed: where it stands now.
    struct Sight {
        let identifier: CameraIdentifier
        /// The reason, where it was lost.
        let loss: DiscoveryLoss
        /// Nil while it is not seen.
        let current: Current?
    }

    /// The last change that was read.
    private(set) var revision = 0
    private var shown: [CameraIdentifier: (number: Int, camera: Camera)] = [:]
    private var failures: Set<Int> = []

    /// The cameras that the consumer was shown and that it was not told to be lost.
    var identifiers: some Collection<CameraIdentifier> { shown.keys }

    /// Notes what was read, and returns what is new to the consumer: losses first, then cameras in the order of their sighting, then failures.
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
            if let before { lost.append(.lost(before.camera, sight.loss)) }
            shown[sight.identifier] = sight.current.map { ($0.number, $0.camera) }
            if let new = sight.current { found.append(new) }
        }
        let new = current.filter { !failures.contains($0.number) }
        failures = Set(current.map(\.number))
        return lost + found.sorted { $0.number < $1.number }.map { .found($0.camera) } + new.map { .providerFailed($0.failure) }
    }
}

/// The cameras that are seen now, then every change, for one consumer.
///
/// A consumer that is slow gets fewer changes, never wrong ones: what came and went meanwhile is left out, so however
/// much a provider floods, nothing piles up and nothing is lost. The sequence ends when the task is cancelled; it
/// keeps the search alive. The sequence is **thread-safe**, its iterator **single-owner**.
public struct DiscoveryChanges: AsyncSequence, Sendable {
    public typealias Element = DiscoveryChange
    public typealias Failure = Never

    let discovery: CameraDiscovery
    let signal: EventStream<Void>

    /// Ends the sequence.
    public func cancel() { signal.cancel() }

    public func makeAsyncIterator() -> Iterator { Iterator(discovery: discovery, signal: signal.makeAsyncIterator()) }

    /// Takes changes one by one. **Single-owner.**
    public struct Iterator: AsyncIteratorProtocol {
        let discovery: CameraDiscovery
        let signal: EventStream<Void>.Iterator
        var cursor = DiscoveryCursor()
        var waiting: ArraySlice<DiscoveryChange> = []

        init(discovery: CameraDiscovery, signal: EventStream<Void>.Iterator) {
            self.discovery = discovery
            self.signal = signal
        }

        public mutating func next() async -> DiscoveryChange? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> DiscoveryChange? {
            while waiting.isEmpty {
                guard await signal.next(isolation: actor) != nil else { return nil }
                waiting = discovery.changes(since: &cursor)[...]
            }
            return waiting.popFirst()
        }
    }
}
