import BodyRig
import CameraModel
import DriverCanon
import HotShoeSupport
import PTPResponder
import PTPSession
import SimulatedCamera
import Sockets
import Testing

@testable import DriverPTP

/// Video recording by EOS bodies, over a real socket: every recording ends, and the reported state equals the body's state.
@Suite(.timeLimit(.minutes(5))) struct RecordingTests {
    private static let bodies: [Personality] = [.canonEOSR5, .canonEOS80D]

    private static func withBody(_ personality: Personality, _ use: (Camera) async throws -> Void) async throws {
        try await BodyRig.serve(BodyRig.simulator(), BodyRig.serving(personality), .canonEOS, use)
    }

    @Test(arguments: bodies) func `starting returns when the body records, and stopping when it has stopped`(
        _ personality: Personality
    ) async throws {
        try await Self.withBody(personality) { camera in
            try await camera.setCommandCategories(.videoRecording)
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test(arguments: bodies) func `a body does not record on when its program has left`(_ personality: Personality) async throws {
        try await Self.withBody(personality) { camera in
            try await camera.startRecording()
            await camera.disconnect()
            try await camera.connect()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test(arguments: bodies) func `a body is left recording for a program that wants that, and stopped by the next`(
        _ personality: Personality
    ) async throws {
        try await Self.withBody(personality) { camera in
            try await camera.startRecording()
            await camera.disconnect(DisconnectOptions(leavesRecording: true))
            try await camera.connect()
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test(arguments: bodies) func `a start that its caller cancelled immediately does not leave the body recording`(
        _ personality: Personality
    )
        async throws
    {
        try await Self.withBody(personality) { camera in
            let start = Task { try await camera.startRecording() }
            start.cancel()
            _ = await start.result
            await camera.disconnect()
            try await camera.connect()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test(arguments: bodies) func `a stop whose caller is cancelled stops the body`(_ personality: Personality) async throws {
        try await Self.withBody(personality) { camera in
            try await camera.startRecording()
            let stop = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await camera.stopRecording()
            }
            _ = await stop.result
            await camera.disconnect(DisconnectOptions(leavesRecording: true))
            try await camera.connect()
            #expect(!camera.recording.isRecording)
        }
    }
}
