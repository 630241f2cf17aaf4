import CameraModel
import HotShoeSupport

/// What is seen at one moment.
struct DiscoverySnapshot: Sendable {
    /// In the order of their first sighting, with a number that is new each time a camera comes back.
    var cameras: [(number: Int, camera: Camera)] = []
    var losses: [CameraIdentifier: DiscoveryLoss] = [:]
    var failures: [(number: Int, failure: ProviderFailure)] = []

    /// What happened between two moments: what came and went in between is not told.
    func changes(since old: DiscoverySnapshot) -> [DiscoveryChange] {
        let oldNumbers = Set(old.cameras.map(\.number))
        let newNumbers = Set(cameras.map(\.number))
        let oldFailures = Set(old.failures.map(\.number))
        let lost = old.cameras.filter { !newNumbers.contains($0.number) }
        return lost.map { .lost($0.camera, losses[$0.camera.identifier] ?? .gone) }
            + cameras.filter { !oldNumbers.contains($0.number) }.map { .found($0.camera) }
            + failures.filter { !oldFailures.contains($0.number) }.map { .providerFailed($0.failure) }
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
        var seen = DiscoverySnapshot()
        var waiting: ArraySlice<DiscoveryChange> = []

        init(discovery: CameraDiscovery, signal: EventStream<Void>.Iterator) {
            self.discovery = discovery
            self.signal = signal
        }

        public mutating func next() async -> DiscoveryChange? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> DiscoveryChange? {
            while waiting.isEmpty {
                guard await signal.next(isolation: actor) != nil else { return nil }
                let new = discovery.snapshot()
                waiting = new.changes(since: seen)[...]
                seen = new
            }
            return waiting.popFirst()
        }
    }
}
