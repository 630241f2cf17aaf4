public import CameraModel
public import HotShoeSupport

/// Looks for cameras in every way there is, at the same time. **Thread-safe.**
///
/// Each provider runs on a thread of its own: one that blocks, throws or floods neither delays nor hides what the others
/// find. A camera that several of them see is listed once. The search starts when somebody first looks, and ends with
/// ``stop()`` or the last reference.
public final class CameraDiscovery: Sendable {
    /// What this program calls itself on the cameras' displays.
    public let clientName: String

    private struct State {
        var registry = DiscoveryRegistry()
        var runners: [ProviderRunner] = []
        var cameras: [CameraIdentifier: SeenCamera] = [:]
        var waitsForFirstLook: Set<String> = []
        var isRunning = false
    }

    /// A camera object, kept alive while it is seen, and found again while somebody else holds it.
    private struct SeenCamera {
        var strong: Camera?
        weak var weak: Camera?

        var current: Camera? { strong ?? weak }
    }

    /// Guards who is seen. No provider, handler or continuation runs under it.
    private let state = Guarded(State())
    private let changed = Broadcast<Void>()
    private let providers: [any CameraProvider]
    private let time: any TimeSource

    /// Prepares a search of the USB bus and of the local network; it starts with ``start()``, or when the first camera is asked for.
    ///
    /// - Parameter clientName: name of the program, which cameras show when they ask whether it may connect. Some show 16 characters; at most 39
    ///   are sent.
    public convenience init(clientName: String) {
        self.init(clientName: clientName, providers: Self.defaultProviders(clientName: clientName))
    }

    /// The providers of ``init(clientName:)``: one for cameras on USB and one for cameras on the local network.
    ///
    /// - Parameter clientName: name of the program, which network cameras show.
    /// - Returns: new providers, for a search that has others as well.
    public static func defaultProviders(clientName: String) -> [any CameraProvider] {
        [USBCameraProvider(), NetworkCameraProvider(clientName: clientName)]
    }

    /// Prepares a search by a list of providers; nothing is looked for yet.
    ///
    /// - Parameters:
    ///   - clientName: short; some cameras show 16 characters.
    ///   - providers: who looks, such as a `SimulatedCameraProvider` or a plugin of the program's own. The list is
    ///     explicit: nothing registers itself.
    ///   - time: what pauses between tries are measured by.
    public init(clientName: String, providers: [any CameraProvider], time: any TimeSource = SystemClock.shared) {
        self.clientName = clientName
        self.providers = providers
        self.time = time
    }

    deinit { stopRunners() }

    // MARK: Searching

    /// Starts looking; while looking already, does nothing.
    public func start() {
        let runners = state.withLock { state -> [ProviderRunner] in
            guard !state.isRunning else { return [] }
            state.isRunning = true
            var known: Set<String> = []
            for provider in providers where known.insert(provider.identifier).inserted {
                state.runners.append(ProviderRunner(provider, time: time))
                state.waitsForFirstLook.insert(provider.identifier)
            }
            return state.runners
        }
        for runner in runners { runner.start(Sink(discovery: self, provider: runner.identifier)) }
    }

    /// Stops looking: what was seen is lost. Connected cameras stay connected.
    public func stop() {
        let stopped = stopRunners()
        update { state in
            for identifier in stopped { _ = state.registry.stopped(identifier) }
            return !stopped.isEmpty
        }
    }

    @discardableResult
    private func stopRunners() -> [String] {
        let runners = state.withLock { state in
            state.isRunning = false
            state.waitsForFirstLook = []
            defer { state.runners = [] }
            return state.runners
        }
        for runner in runners { runner.stop() }
        return runners.map(\.identifier)
    }

    /// Waits until every provider has had a first look around, or until `timeout` has passed. Starts the search.
    ///
    /// - Returns: whether all have.
    @discardableResult
    public func waitForFirstLook(timeout: Duration) async -> Bool {
        await waitForFirstLook(timeout: timeout, of: Set(providers.map(\.identifier)))
    }

    /// As ``waitForFirstLook(timeout:)``, for some of the providers.
    ///
    /// - Parameter identifiers: of the providers to wait for; unknown identifiers are ignored.
    @discardableResult
    package func waitForFirstLook(timeout: Duration, of identifiers: Set<String>) async -> Bool {
        start()
        let stream = changed.stream(capacity: 1) { $0 }
        let limit = time.makeTimer { stream.cancel() }
        limit.arm(at: time.now + timeout)
        defer { limit.disarm() }
        let iterator = stream.makeAsyncIterator()
        while !haveLooked(identifiers) {
            guard await iterator.next() != nil else { return haveLooked(identifiers) }
        }
        return true
    }

    /// Whether a first look is over for all of these.
    private func haveLooked(_ identifiers: Set<String>) -> Bool {
        state.withLock { $0.waitsForFirstLook.isDisjoint(with: identifiers) }
    }

    // MARK: What is seen

    /// The cameras that are seen now, those seen longest first.
    public var cameras: [Camera] { snapshot().cameras }

    /// What keeps providers from working.
    public var failures: [ProviderFailure] { snapshot().failures }

    /// The cameras that are seen now, then every change; starts the search.
    public var changes: DiscoveryChanges {
        start()
        return DiscoveryChanges(discovery: self, signal: changed.stream(first: [()], capacity: 1) { $0 })
    }

    /// As ``changes``, by calling a handler.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (DiscoveryChange) -> Void
    ) -> Subscription {
        start()
        let seen = Guarded(DiscoveryCursor())
        return changed.observe(first: [()], capacity: 1, queue: queue, select: { $0 }) { [weak self] in
            guard let self else { return }
            // One call at a time: nothing else has the cursor while changes are read without its lock.
            var cursor = seen.withLock { $0 }
            let changes = changes(since: &cursor)
            seen.withLock { $0 = cursor }
            for change in changes { handler(change) }
        }
    }

    /// The first camera that is as wanted; starts the search.
    ///
    /// - Parameters:
    ///   - timeout: time for such a camera to be found. Cameras on USB are found in milliseconds, those of the network within a second or two.
    ///   - isWanted: whether to return a camera; called once for each. Without it, the first is returned.
    /// - Throws: `CameraError.Code.notFound` after `timeout`, with what kept providers from working in its message.
    public func first(
        timeout: Duration,
        where isWanted: @Sendable (Camera) -> Bool = { _ in true }
    ) async throws(CameraError) -> Camera {
        let changes = changes
        let limit = time.makeTimer { changes.cancel() }
        limit.arm(at: time.now + timeout)
        defer { limit.disarm() }
        for await change in changes {
            if case .found(let camera) = change, isWanted(camera) { return camera }
        }
        if Task.isCancelled { throw .cancelled(.discover) }
        let reasons = failures.map { "\($0.provider): \($0.error.message)" }
        throw CameraError(
            .notFound,
            reasons.isEmpty ? "No camera was found." : "No camera was found. \(reasons.joined(separator: " "))",
            operation: .discover
        )
    }

    /// A camera by its address, without a search. It is not listed with those that are found.
    ///
    /// - Throws: `CameraError.Code.notFound` where no provider knows this kind of address. That nobody answers there may
    ///   show only when connecting.
    public func camera(at address: CameraAddress) async throws(CameraError) -> Camera {
        for provider in providers {
            let runner = ProviderRunner(provider, time: time)
            defer { runner.stop() }
            if let found = try await runner.camera(at: address) {
                return Camera(found.description, driver: found.makeDriver(), time: found.time)
            }
        }
        throw CameraError(
            .notFound,
            "No provider handles this kind of address.",
            operation: .discover,
            subject: address.description
        )
    }

    // MARK: What the providers say

    private func update(_ body: (inout State) -> Bool) {
        if state.withLock({ body(&$0) }) { changed.send(()) }
    }

    func snapshot() -> DiscoverySnapshot {
        let missing = state.withLock { state in
            state.registry.visible.map(\.discovered).filter { state.cameras[$0.description.identifier]?.current == nil }
        }
        // Drivers are made outside the lock: that is a plugin's code.
        let new = missing.map { found in
            (found.description.identifier, Camera(found.description, driver: found.makeDriver(), time: found.time))
        }
        let (snapshot, descriptions) = state.withLock { state -> (DiscoverySnapshot, [CameraDescription]) in
            for (identifier, camera) in new where state.cameras[identifier]?.current == nil {
                state.cameras[identifier] = SeenCamera(strong: camera, weak: camera)
            }
            let descriptions = state.registry.visible.map(\.discovered.description)
            return (self.snapshot(of: &state), descriptions)
        }
        // One that somebody still holds from before may be somewhere else now.
        let byIdentifier = Dictionary(descriptions.map { ($0.identifier, $0) }) { first, _ in first }
        for camera in snapshot.cameras {
            if let description = byIdentifier[camera.identifier] { camera.rediscovered(description) }
        }
        return snapshot
    }

    private func snapshot(of state: inout State) -> DiscoverySnapshot {
        let visible = state.registry.visible
        let visibleIdentifiers = Set(visible.map { $0.discovered.description.identifier })
        for (identifier, seen) in state.cameras where !visibleIdentifiers.contains(identifier) {
            state.cameras[identifier] = seen.weak == nil ? nil : SeenCamera(strong: nil, weak: seen.weak)
        }
        return DiscoverySnapshot(
            cameras: visible.compactMap { state.cameras[$0.discovered.description.identifier]?.current },
            failures: Self.failures(state).map(\.1)
        )
    }

    /// What changed for a consumer since it last read. Looks at the cameras that changed only.
    func changes(since cursor: inout DiscoveryCursor) -> [DiscoveryChange] {
        let revision = cursor.revision
        let (reached, changed, missing) = state.withLock { state -> (Int, [CameraIdentifier]?, [DiscoveredCamera]) in
            let registry = state.registry
            let changed = registry.log.cameras(since: revision)
            let candidates = changed ?? Array(registry.sightings.keys)
            return (
                registry.log.revision, changed,
                candidates.filter { state.cameras[$0]?.current == nil }.compactMap { registry.sightings[$0]?.first?.discovered }
            )
        }
        // Drivers are made outside the lock: that is a plugin's code.
        let new = missing.map { found in
            (found.description.identifier, Camera(found.description, driver: found.makeDriver(), time: found.time))
        }
        let (seen, failures) = state.withLock { state -> ([DiscoveryCursor.Sight], [(Int, ProviderFailure)]) in
            for (identifier, camera) in new where state.cameras[identifier]?.current == nil {
                state.cameras[identifier] = SeenCamera(strong: camera, weak: camera)
            }
            let identifiers = changed ?? Array(Set(state.registry.sightings.keys).union(cursor.identifiers))
            return (identifiers.map { Self.sight($0, &state) }, Self.failures(state))
        }
        // A camera that is still held from before may be at another address now.
        for sight in seen { if let current = sight.current { current.camera.rediscovered(current.description) } }
        return cursor.advance(to: reached, seen, failures)
    }

    private static func sight(_ identifier: CameraIdentifier, _ state: inout State) -> DiscoveryCursor.Sight {
        guard let sighting = state.registry.sightings[identifier]?.first else {
            if let seen = state.cameras[identifier] {
                state.cameras[identifier] = seen.weak == nil ? nil : SeenCamera(strong: nil, weak: seen.weak)
            }
            return DiscoveryCursor.Sight(identifier: identifier, loss: state.registry.losses[identifier] ?? .gone, current: nil)
        }
        let current = state.cameras[identifier]?.current.map { camera in
            DiscoveryCursor.Current(number: sighting.number, camera: camera, description: sighting.discovered.description)
        }
        return DiscoveryCursor.Sight(identifier: identifier, loss: state.registry.losses[identifier] ?? .gone, current: current)
    }

    private static func failures(_ state: State) -> [(Int, ProviderFailure)] {
        state.registry.failures.map { ($0.value.number, ProviderFailure(provider: $0.key, error: $0.value.error)) }
            .sorted { $0.0 < $1.0 }
    }

    private struct Sink: ReportingSink {
        weak let discovery: CameraDiscovery?
        let provider: String
        let clientName: String

        init(discovery: CameraDiscovery, provider: String) {
            self.discovery = discovery
            self.provider = provider
            clientName = discovery.clientName
        }

        func found(_ camera: DiscoveredCamera) {
            discovery?.update { state in
                guard state.isRunning else { return false }
                switch state.registry.found(camera, by: provider) {
                case .changed: return true
                case .unchanged: return false
                case .overLimit:
                    let error = CameraError(
                        .tooLarge,
                        "The provider reports more than \(DiscoveryRegistry.cameraLimit) cameras. The rest is not listed.",
                        operation: .discover
                    )
                    return state.registry.failed(provider, error) == .changed
                }
            }
        }

        func lost(_ camera: CameraIdentifier, _ reason: DiscoveryLoss) {
            discovery?.update { state in state.registry.lost(camera, by: provider, reason) == .changed }
        }

        func caughtUp() {
            discovery?.update { state in state.waitsForFirstLook.remove(provider) != nil }
        }

        func failed(_ error: CameraError) {
            discovery?.update { state in
                let isNewlyLooked = state.waitsForFirstLook.remove(provider) != nil
                let isNewlyLost = state.registry.stopped(provider) == .changed
                let isNewlyFailed = state.registry.failed(provider, error) == .changed
                return isNewlyLooked || isNewlyLost || isNewlyFailed
            }
        }
    }
}
