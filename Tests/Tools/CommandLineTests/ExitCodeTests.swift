import CameraModel
import Testing

@testable import hotshoe

@Suite struct ExitCodeTests {
    @Test func `no camera error ends a command with success`() {
        for code in CameraError.Code.allCases { #expect(ExitCode(code) != .success) }
    }

    @Test(arguments: [
        (CameraError.Code.connectionLost, ExitCode.connection), (.authenticationFailed, .authentication), (.timedOut, .timedOut),
        (.busy, .busy), (.invalidValue, .value), (.notAvailable, .unavailable), (.focusFailed, .focus), (.storageFull, .storage),
        (.fileSystem, .storage), (.internalFailure, .internalError),
    ])
    func `a camera error has the code of its kind`(code: CameraError.Code, exitCode: ExitCode) {
        #expect(ExitCode(code) == exitCode)
    }

    @Test func `a camera that is not found is no camera, a file no file`() {
        #expect(CommandFailure(CameraError(.notFound, "x", operation: .discover)).code == .noCamera)
        #expect(CommandFailure(CameraError(.notFound, "x", operation: .download)).code == .storage)
    }

    @Test func `a camera error is one line about its subject, else about the operation`() {
        let about = CameraError(.invalidValue, "no", operation: .setProperty, subject: "aperture")
        #expect(CommandFailure(about).text?.plain == "hotshoe: aperture: no")
        #expect(CommandFailure(CameraError(.busy, "no", operation: .shoot)).text?.plain == "hotshoe: shoot: no")
        #expect(
            CommandFailure(CameraError(.connectionLost, "live view ended", operation: .liveView)).text?.plain
                == "hotshoe: live view ended"
        )
    }

    @Test func `the device's answer and the causes are details`() {
        let error = CameraError(
            .busy,
            "no",
            response: .init(domain: "PTP", code: 0x2019, name: "Device_Busy"),
            cause: CameraError(.timedOut, "late", cause: CameraError(.busy, "deep"))
        )
        #expect(
            CommandFailure(error).details == [
                "the camera answered PTP 0x2019 (Device_Busy)", "caused by: late", "caused by: deep",
            ]
        )
    }
}
