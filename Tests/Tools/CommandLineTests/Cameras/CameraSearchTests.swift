import CameraModel
import HotShoe
import HotShoeSupport
import SimulatedCamera
import Testing

@testable import hotshoe

@Suite("Searching for cameras", .timeLimit(.minutes(5)))
struct CameraSearchTests {
    /// Reports a simulated camera when the test opens the gate.
    private final class SlowBus: CameraProvider {
        let identifier = "slow"
        let gate = Promise<Void, Never>()
        private let bus = SimulatedCameraProvider([CameraSimulator()])

        func discover(_ sink: any DiscoverySink) async throws(CameraError) {
            _ = await gate.result()
            try await bus.discover(sink)
        }
    }

    @Test("the search waits for a bus that is slower than the network")
    func slowBus() async {
        let (bus, clock) = (SlowBus(), VirtualClock())
        let discovery = CameraDiscovery(clientName: "test", providers: [bus], time: clock)
        let search = Task {
            await discovery.waitForCameras(announcedFor: .milliseconds(20), among: [bus])
            return discovery.cameras.map(\.description.serialNumber)
        }
        await clock.waitForTimers(1)
        clock.advance(by: DefaultTimeout.enumeration - .seconds(1))
        bus.gate.fulfil(.success(()))
        #expect(await search.value == ["SIM-0001"])
    }
}
