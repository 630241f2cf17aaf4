import CameraModel
import TestSupport
import Testing

@testable import hotshoe

@Suite struct DemoRecoveryTests {
    @Test(arguments: [
        (CameraError.Code.connectionLost, DemoRecovery?.some(.reconnect)), (.busy, .tryAgain),
        (.focusFailed, .shootWithoutAutofocus),
        (.storageFull, nil), (.cancelled, nil), (.internalFailure, nil),
    ])
    func `the advice about an error follows from its code`(code: CameraError.Code, recovery: DemoRecovery?) {
        #expect(DemoRecovery(after: CameraError(code, "")) == recovery)
    }

    @Test func `a camera that does not answer is connected to again`() {
        #expect(DemoRecovery(after: CommandFailure(.timedOut, nil, "")) == .reconnect)
        #expect(DemoRecovery(after: CommandFailure(.internalError, nil, "")) == nil)
    }
}

@Suite struct ExposureReadingTests {
    private func reading(_ fNumber: Double?, _ seconds: Double?, _ iso: Int?) -> ExposureReading {
        var metadata = PictureMetadata()
        (metadata.fNumber, metadata.exposureTime, metadata.isoSpeed) = (fNumber, seconds, iso)
        return ExposureReading(metadata)
    }

    @Test func `an exposure reads as a photographer writes it`() {
        #expect(reading(2.8, 1.0 / 500, 200).description == "f/2.8 1/500 ISO 200")
        #expect(reading(8, 2.5, 100).description == "f/8 2.5 s ISO 100")
        #expect(reading(nil, 30, nil).description == "30 s")
    }

    @Test func `another aperture or ISO does not agree, another time does where the light has changed`() {
        let set = reading(2.8, 1.0 / 500, 200)
        #expect(reading(2.8, 1.0 / 400, 200).agrees(with: set))
        #expect(!reading(4, 1.0 / 500, 200).agrees(with: set))
        #expect(!reading(2.8, 1.0 / 500, 400).agrees(with: set))
        #expect(!reading(2.8, 1.0 / 100, 200).agrees(with: set))
        #expect(!reading(nil, nil, nil).agrees(with: set))
    }
}

/// The demonstration runs in real time, so there are few of these tests.
@Suite struct DemoCommandTests {
    @Test func `the tour completes, as JSON with a line per step`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("demo", "--output", folder.path, "--json")
        #expect(run.code == .success, "\(run.messages)")
        let steps = run.objects.compactMap { $0["step"]?.text }
        #expect(steps == ["found", "connected", "live-view", "aperture", "shutter", "shot", "saved", "checked", "finished"])
        #expect(run.objects[3]["from"] == .text("f/5.6"))
        #expect(run.objects[3]["to"] == .text("f/2.8"))
        #expect(run.objects[5]["exposure"]?.text?.hasPrefix("f/2.8 ") == true)
        #expect(folder.names() == ["IMG_0001.JPG"])
    }

    @Test func `failures are reported and repaired`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated(
            "demo",
            "--output",
            folder.path,
            "--fault",
            "unplug@connect",
            "--fault",
            "busy@set-property",
            "--fault",
            "focus-fails",
            "--fault",
            "truncated-download",
            "--fault",
            "unplug@live-view"
        )
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.count { $0.hasPrefix("Error ") } == 5)
        #expect(run.lines.count { $0.hasPrefix("Recovery ") } == 5)
        #expect(run.lines.last?.hasPrefix("Finished ") == true)
    }

    @Test func `a misfortune that cannot be mended ends the tour with its code`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("demo", "--output", folder.path, "--fault", "battery-low@live-view")
        #expect(run.code == .unavailable)
        #expect(run.messages.contains("the battery is too low"))
        #expect(folder.names() == [])
    }

    @Test func `a camera that does not answer is connected to again`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("demo", "--output", folder.path, "--fault", "hang@start-live-view")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.contains { $0.hasPrefix("Recovery   connecting again") })
    }

    @Test func `the tour is for the simulated camera`() async {
        #expect(await CommandRun.of(["demo", "--camera", "usb:1-2"]).code == .usage)
    }
}
