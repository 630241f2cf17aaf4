import HotShoe
import SimulatedCamera
import TestSupport
import Testing

@Suite("Discovery")
struct DiscoveryTests {
    private static let timeout = waitLimit

    private func simulated(_ count: Int = 1) -> SimulatedCameraProvider {
        SimulatedCameraProvider(
            (1...count).map { number in
                var configuration = CameraSimulator.Configuration(serialNumber: "SIM-\(number)")
                configuration.speed = .instant
                return CameraSimulator(configuration)
            }
        )
    }

    @Test("a provider that blocks its thread neither delays nor hides the others")
    func blocking() async throws {
        let gate = Monitor(false)
        let blocking = ScriptedProvider("blocking") { _ throws(CameraError) in
            // Blocks only its own thread.
            gate.wait { isOpen in isOpen ? () : nil }
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [blocking, simulated()])
        let camera = try await discovery.first(timeout: Self.timeout)
        try await camera.connect()
        #expect(discovery.failures.isEmpty)
        gate.withLock { isOpen, condition in
            isOpen = true
            condition.broadcast()
        }
        discovery.stop()
    }

    /// A driver whose release calls a function, as that of a plugin may.
    private final class ReleasedDriver: CameraDriver {
        private let released: @Sendable () -> Void

        init(_ released: @escaping @Sendable () -> Void) { self.released = released }

        deinit { released() }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            throw CameraError(.notAvailable, "not connected in this test")
        }
    }

    @Test("a driver that uses the discovery when it is released does not block it", arguments: [true, false])
    func release(readsChanges: Bool) async throws {
        let release = Promise<Void, Never>()
        let discoveries = Guarded<[CameraDiscovery]>([])
        let description = CameraDescription(identifier: CameraIdentifier("plugin"), family: .generic, transport: .network)
        let reads = Guarded(0)
        let provider = ScriptedProvider("plugin") { sink throws(CameraError) in
            let found = DiscoveredCamera(description) {
                ReleasedDriver {
                    let count = discoveries.withLock { $0 }.first?.failures.count
                    reads.withLock { $0 += count == 0 ? 1 : 0 }
                }
            }
            sink.found(found)
            _ = await release.result()
            sink.lost(description.identifier, .disappeared)
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [provider])
        discoveries.withLock { $0 = [discovery] }
        _ = try await discovery.first(timeout: Self.timeout)
        if readsChanges {
            // A consumer that has not received the camera does not receive its loss either.
            var changes = discovery.changes.makeAsyncIterator()
            while let change = await changes.next() { if case .found = change { break } }
            release.fulfil(.success(()))
            while let change = await changes.next() { if case .lost = change { break } }
        } else {
            release.fulfil(.success(()))
            try await until("the camera is lost") { discovery.cameras.isEmpty }
        }
        #expect(reads.withLock { $0 } == 1)
        discoveries.withLock { $0 = [] }
        discovery.stop()
    }

    /// An object whose release calls a function.
    private final class ReleasedObject: Sendable {
        private let released: @Sendable () -> Void

        init(_ released: @escaping @Sendable () -> Void) { self.released = released }

        deinit { released() }
    }

    @Test("a report that uses the discovery when it is released does not block it")
    func reportRelease() async throws {
        let release = Promise<Void, Never>()
        let discoveries = Guarded<[CameraDiscovery]>([])
        let description = CameraDescription(identifier: CameraIdentifier("plugin"), family: .generic, transport: .network)
        let reads = Guarded(0)
        let released = Promise<Void, Never>()
        let makeReport = { @Sendable in
            let object = ReleasedObject {
                guard discoveries.withLock({ $0 }).first?.failures.count == 0 else { return }
                let isLast = reads.withLock { reads in
                    reads += 1
                    return reads == 2
                }
                if isLast { released.fulfil(.success(())) }
            }
            return DiscoveredCamera(description) { withExtendedLifetime(object) { ReleasedDriver {} } }
        }
        let provider = ScriptedProvider("plugin") { sink throws(CameraError) in
            sink.found(makeReport())
            _ = await release.result()
            // The second report replaces the first and is withdrawn.
            sink.found(makeReport())
            sink.lost(description.identifier, .disappeared)
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [provider])
        discoveries.withLock { $0 = [discovery] }
        _ = try await discovery.first(timeout: Self.timeout)
        release.fulfil(.success(()))
        _ = await released.result()
        try await until("the camera is lost") { discovery.cameras.isEmpty }
        #expect(reads.withLock { $0 } == 2)
        #expect(discovery.failures.isEmpty)
        discoveries.withLock { $0 = [] }
        discovery.stop()
    }

    @Test("a provider that throws is reported once, started again, and the others are found")
    func throwing() async throws {
        let clock = VirtualClock()
        let tries = Guarded(0)
        let throwing = ScriptedProvider("throwing") { sink throws(CameraError) in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            if number < 4 { throw CameraError(.notAvailable, "no daemon") }
            sink.found(discovered("late"))
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [throwing, simulated()], time: clock)
        var failures = 0
        var found: Set<String> = []
        for await change in discovery.changes {
            switch change {
            case .providerFailed(let failure):
                failures += 1
                #expect(failure.provider == "throwing" && failure.error.message == "no daemon")
            case .found(let camera): found.insert(camera.identifier.text)
            case .lost: break
            }
            if found.count == 2 { break }
            if found.contains("simulated-SIM-1") && failures == 1 {
                // The provider pauses between its attempts.
                try await clock.advance(by: .seconds(1), until: "the provider has tried four times") {
                    tries.withLock { $0 } >= 4
                }
            }
        }
        #expect(failures == 1)
        #expect(found == ["late", "simulated-SIM-1"])
        discovery.stop()
    }

    @Test("a provider that floods with new cameras is cut off at a limit, with a report; the others are found")
    func flooding() async throws {
        let flooding = ScriptedProvider("flooding") { sink throws(CameraError) in
            for number in 0..<20_000 { sink.found(discovered("flood-\(number)")) }
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [flooding, simulated(3)])
        #expect(await discovery.waitForFirstSearch(timeout: Self.timeout))
        let cameras = discovery.cameras
        #expect(cameras.filter { $0.description.family == .simulated }.count == 3)
        #expect(cameras.count <= 1024 + 3)
        #expect(discovery.failures.map(\.error.code) == [.tooLarge])
        discovery.stop()
    }

    @Test("after a storm of changes a slow consumer sees the final state")
    func flapping() async throws {
        let flapping = ScriptedProvider("flapping") { sink throws(CameraError) in
            for _ in 0..<5000 {
                sink.found(discovered("flap"))
                sink.lost(CameraIdentifier("flap"), .disappeared)
            }
            sink.found(discovered("flap"))
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [flapping, simulated()])
        let iterator = Guarded(discovery.changes)
        #expect(await discovery.waitForFirstSearch(timeout: Self.timeout))
        var seen: [String: Int] = [:]
        for await change in iterator.withLock({ $0 }) {
            switch change {
            case .found(let camera): seen[camera.identifier.text, default: 0] += 1
            case .lost(let camera, _): seen[camera.identifier.text, default: 0] -= 1
            case .providerFailed: break
            }
            if seen == ["flap": 1, "simulated-SIM-1": 1] { break }
        }
        #expect(seen == ["flap": 1, "simulated-SIM-1": 1])
        discovery.stop()
    }

    @Test("a camera that two providers see is one camera, until both have lost it")
    func duplicates() async throws {
        let secondLoses = Promise<Void, Never>()
        let firstLoses = Promise<Void, Never>()
        let first = ScriptedProvider("first") { sink throws(CameraError) in
            sink.found(discovered("same"))
            sink.caughtUp()
            _ = await firstLoses.resultUnlessCancelled()
            sink.lost(CameraIdentifier("same"), .disappeared)
        }
        let second = ScriptedProvider("second") { sink throws(CameraError) in
            sink.found(discovered("same"))
            sink.caughtUp()
            _ = await secondLoses.resultUnlessCancelled()
            sink.lost(CameraIdentifier("same"), .takenByAnotherClient)
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [first, second])
        #expect(await discovery.waitForFirstSearch(timeout: Self.timeout))
        #expect(discovery.cameras.count == 1)
        let camera = discovery.cameras[0]
        var lastLoss: DiscoveryLoss?
        for await change in discovery.changes {
            if case .lost(let lost, let reason) = change {
                #expect(lost === camera)
                lastLoss = reason
                if discovery.cameras.isEmpty { break }
            }
            // Only now, as a new observer does not receive earlier losses.
            firstLoses.fulfil(.success(()))
            secondLoses.fulfil(.success(()))
        }
        #expect(lastLoss != nil)
        discovery.stop()
    }

    @Test("a camera that reappears is the same object while it is referenced")
    func reappears() async throws {
        let provider = simulated()
        let discovery = CameraDiscovery(clientName: "T", providers: [provider])
        let camera = try await discovery.first(timeout: Self.timeout)
        var lost: Camera?
        for await change in discovery.changes {
            // Only after this stream has received the camera, as a new observer does not receive earlier losses.
            if case .found = change { provider.simulators[0].unplug() }
            if case .lost(let camera, _) = change {
                lost = camera
                break
            }
        }
        #expect(lost === camera)
        provider.simulators[0].plugIn()
        let found = try await discovery.first(timeout: Self.timeout)
        #expect(found === camera)
        try await camera.connect()
        discovery.stop()
        #expect(camera.connectionState == .connected)
        #expect(discovery.cameras.isEmpty)
    }

    @Test("a plugin made for another interface is refused by name, and the others are found")
    func interfaceVersion() async throws {
        let old = ScriptedProvider("old", version: PluginInterface(major: 99, minor: 0)) { sink throws(CameraError) in
            sink.found(discovered("never"))
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [old, simulated()])
        #expect(await discovery.waitForFirstSearch(timeout: Self.timeout))
        #expect(discovery.cameras.count == 1)
        #expect(discovery.failures.map(\.provider) == ["old"])
        #expect(discovery.failures[0].error.message.contains("99.0"))
        discovery.stop()
    }

    @Test("an interface can be used by programs for the same or an older minor version")
    func interfaceRule() {
        let mine = PluginInterface(major: 2, minor: 3)
        #expect(mine.canUse(PluginInterface(major: 2, minor: 3)) && mine.canUse(PluginInterface(major: 2, minor: 0)))
        #expect(!mine.canUse(PluginInterface(major: 2, minor: 4)) && !mine.canUse(PluginInterface(major: 1, minor: 0)))
    }

    @Test("if nothing is found, the error contains the failures of providers")
    func nothingFound() async throws {
        let clock = VirtualClock()
        let throwing = ScriptedProvider("usb") { _ throws(CameraError) in throw CameraError(.notAvailable, "no permission") }
        let discovery = CameraDiscovery(clientName: "T", providers: [throwing], time: clock)
        let waiting = Task { try await discovery.first(timeout: .seconds(5)) }
        _ = await discovery.waitFor { change -> Bool? in if case .providerFailed = change { true } else { nil } }
        await clock.waitForTimers(2)
        clock.advance(by: .seconds(5))
        let error = await failure { _ = try await waiting.value }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("no permission") == true)
        discovery.stop()
    }

    @Test("a search for the first camera can be cancelled")
    func cancelled() async throws {
        let discovery = CameraDiscovery(clientName: "T", providers: [], time: VirtualClock())
        let waiting = Task { try await discovery.first(timeout: .seconds(5)) }
        waiting.cancel()
        #expect(await failure { _ = try await waiting.value }?.code == .cancelled)
    }

    @Test("a camera can be reached by address, and an unknown address is an error")
    func byAddress() async throws {
        let discovery = CameraDiscovery(clientName: "T", providers: [simulated(2)])
        let camera = try await discovery.camera(at: .provider(identifier: "sim", text: "SIM-2"))
        #expect(camera.description.serialNumber == "SIM-2")
        try await camera.connect()
        #expect(
            await failure { _ = try await discovery.camera(at: .provider(identifier: "sim", text: "SIM-9")) }?.code == .notFound
        )
        #expect(await failure { _ = try await discovery.camera(at: .network(host: "localhost", port: nil)) }?.code == .notFound)
    }

    @Test("observers by closure see the same events as streams")
    func observers() async throws {
        let provider = simulated(2)
        let discovery = CameraDiscovery(clientName: "T", providers: [provider])
        let both = Promise<Void, Never>()
        let seen = Guarded<Set<String>>([])
        let watching = discovery.observe { change in
            guard case .found(let camera) = change else { return }
            if seen.withLock({
                $0.insert(camera.identifier.text); return $0.count
            }) == 2 {
                both.fulfil(.success(()))
            }
        }
        _ = await both.result()
        #expect(discovery.cameras.count == 2)
        #expect(seen.withLock { $0 } == Set(discovery.cameras.map(\.identifier.text)))
        watching.cancel()
        discovery.stop()
    }

    @Test("a hundred cameras are found, each once")
    func hundred() async throws {
        let discovery = CameraDiscovery(clientName: "T", providers: [simulated(100)])
        #expect(await discovery.waitForFirstSearch(timeout: Self.timeout))
        #expect(Set(discovery.cameras.map(\.identifier)).count == 100)
        discovery.stop()
    }
}
