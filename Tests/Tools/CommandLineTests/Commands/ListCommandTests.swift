import CameraModel
import Testing

@testable import HotShoe
@testable import hotshoe

@Suite struct ListCommandTests {
    @Test func `without a camera it exits with 2 and prints what to try`() async {
        let run = await CommandRun.of(["list"])
        #expect(run.code == .noCamera)
        #expect(run.data == "")
        #expect(run.messages.hasPrefix("No cameras found"))
        #expect(run.messages.hasSuffix("Try `hotshoe demo`, `hotshoe list --simulated`, or `hotshoe doctor` to see why.\n"))
    }

    @Test func `simulated cameras are a table`() async {
        let run = await CommandRun.of(["list", "--simulated", "--count", "2"])
        #expect(run.code == .success)
        #expect(run.lines.count == 3)
        #expect(run.lines[0] == "NAME              SERIAL    REACHED     SELECTOR")
        #expect(run.lines[2] == "Simulated Camera  SIM-0002  in process  sim:SIM-0002")
    }

    @Test func `with a selector only the camera that is meant is listed`() async {
        let run = await CommandRun.of(["list", "--simulated", "--count", "3", "--camera", "SIM-0002", "--json"])
        #expect(run.code == .success && run.objects.count == 1)
        #expect(run.objects.first?["serialNumber"] == .text("SIM-0002"))
        let none = await CommandRun.of(["list", "--simulated", "--count", "2", "--camera", "Nobody"])
        #expect(none.code == .noCamera && none.messages.contains("Nobody"))
    }

    @Test func `a network that cannot be searched is reported where it explains a result`() throws {
        func failure(_ provider: String) -> ProviderFailure {
            .init(provider: provider, error: CameraError(.notAvailable, "no daemon"))
        }
        #expect(ListCommand.explains(failure("network"), true, nil))
        #expect(ListCommand.explains(failure("network"), false, nil))
        #expect(!ListCommand.explains(failure("network"), true, try CameraSelector("usb:1-2")))
        #expect(ListCommand.explains(failure("usb"), false, nil))
    }

    /// Reports two devices.
    private final class Devices: CameraProvider {
        private final class Unreachable: CameraDriver {
            func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
                throw .notSupported(.connect)
            }
        }

        let identifier = "devices"

        func discover(_ sink: any DiscoverySink) async throws(CameraError) {
            for (name, kind) in [("Phone", CameraKind.mediaDevice), ("Camera", .camera)] {
                let description = CameraDescription(
                    identifier: CameraIdentifier(name),
                    family: .generic,
                    transport: .usb,
                    model: name,
                    kind: kind
                )
                sink.found(DiscoveredCamera(description) { Unreachable() })
            }
            sink.caughtUp()
        }
    }

    @Test func `a phone or media player is marked as one, and a camera is not`() async {
        var environment = CommandEnvironment.empty
        environment.providers = { [Devices()] }
        let run = await CommandRun.of(["list", "--timeout", "0.01"], in: environment)
        #expect(run.lines.dropFirst().map { $0.prefix(20) } == ["Phone (media device)", "Camera              "])
        let objects = await CommandRun.of(["list", "--timeout", "0.01", "--json"], in: environment).objects
        #expect(objects.map { $0["kind"]?.text } == ["media device", "camera"])
    }

    @Test func `as JSON each is an object, with a valid selector`() async throws {
        let run = await CommandRun.of(["list", "--simulated", "--count", "3", "--json"])
        #expect(run.objects.map { $0["serialNumber"]?.text } == ["SIM-0001", "SIM-0002", "SIM-0003"])
        let selector = try #require(run.objects[1]["selector"]?.text)
        #expect(try CameraSelector(selector) == .simulated(serialNumber: "SIM-0002"))
    }
}
