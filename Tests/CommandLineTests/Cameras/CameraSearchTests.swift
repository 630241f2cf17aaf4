import CameraModel
import HotShoeSupport
import SimulatedCamera
import Testing

@testable import hotshoe

@Suite("Searching for cameras")
struct CameraSearchTests {
    /// Reports a simulated camera after a delay that is longer than the search of the network.
    private final class SlowBus: CameraProvider {
        let identifier = "slow"
        private let bus = SimulatedCameraProvider([CameraSimulator()])

        func discover(_ sink: any DiscoverySink) async throws(CameraError) {
            await SystemClock.shared.sleep(for: .milliseconds(300))
            try await bus.discover(sink)
        }
    }

    @Test("a bus that takes longer than the search of the network is waited for", arguments: ["0.02", "0.1"])
    func slowBus(timeout: String) async {
        let surroundings = Surroundings(variable: { _ in nil }, person: nil, providers: { [SlowBus()] })
        let run = await CommandRun.of(["list", "--json", "--timeout", timeout], in: surroundings)
        #expect(run.objects.map { $0["serialNumber"]?.text } == ["SIM-0001"])
        #expect(run.code == .success)
    }
}
