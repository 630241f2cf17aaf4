import CameraModel
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Live view, the operations that need live view, and video recording.
@Suite(.timeLimit(.minutes(5))) struct EOSLiveViewTests {
    private static let size: [UInt32] = [0x0020_0000, 0, 0]

    /// Requests until there is a frame. Returns the frame and the number of refusals.
    private static func frame(_ host: EOSHost) throws -> (bytes: [UInt8], refusals: Int) {
        for refusals in 0..<100_000 {
            let outcome = try host.client.run(.eosGetViewFinderData, size)
            if outcome.code == .ok, let data = outcome.data { return (data, refusals) }
            guard outcome.code == .eosObjectNotReady else { throw WireClient.Unexpected(what: "\(outcome.code)") }
            // A client that waits for frames may request events in between.
            _ = try host.reply()
        }
        throw EOSHost.NotReceived()
    }

    private static func blob(_ bytes: [UInt8]) -> LiveViewBlob {
        let span = bytes.span
        return unsafe LiveViewBlob(span.bytes)
    }

    private static func view(_ host: EOSHost) throws -> LiveViewBlob {
        try host.change(.eosEVFOutputDevice, to: 3)
        return blob(try frame(host).bytes)
    }

    private static func small(_ configuration: inout CameraSimulator.Configuration) {
        configuration.liveViewSize = PixelSize(width: 96, height: 64)
        configuration.liveViewRate = nil
    }

    @Test(arguments: EOSModeTests.bodies) func `frames arrive with their metadata`(_ personality: Personality) async throws {
        try await ServedCamera.eos(personality, change: Self.small) { _, host throws in
            #expect(try host.code(.eosGetViewFinderData, Self.size) == .eosObjectNotReady)
            try host.change(.eosEVFOutputDevice, to: 3)
            for _ in 0..<20 {
                let bytes = try Self.frame(host).bytes
                let blob = Self.blob(bytes)
                let picture = try #require(blob.picture)
                #expect(blob.failure == nil && blob.pictureIsWhole)
                #expect(bytes[picture].starts(with: [0xFF, 0xD8]) && bytes[picture].suffix(2) == [0xFF, 0xD9])
                #expect(blob.zoomFactor == 1 && blob.position == .init(0, 0) && blob.zoomRectangle == .init(0, 0))
                #expect(blob.coordinateSystem == .init(96, 64) && blob.histogram != nil)
                #expect(bytes[4] == (personality.name == "canon-eos-r5" ? 11 : 1))
            }
            try host.change(.eosEVFOutputDevice, to: 1)
            #expect(try host.code(.eosGetViewFinderData, Self.size) == .eosObjectNotReady)
        }
    }

    @Test func `a frame that exceeds the system's buffer arrives whole`() async throws {
        let picture = try await ServedCamera.eos(change: Self.small) { _, host throws in
            try host.change(.eosEVFOutputDevice, to: 3)
            let bytes = try Self.frame(host).bytes
            return Array(bytes[try #require(Self.blob(bytes).picture)])
        }
        // Inserts comments of 64 KiB, 8 MiB in total, after the start of the picture.
        let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 65_533)
        let large = Array(picture.prefix(2) + repeatElement(comment, count: 128).joined() + picture.dropFirst(2))
        try await ServedCamera.eos(change: { $0.liveViewSource = .pictures([large]) }) { _, host throws in
            try host.change(.eosEVFOutputDevice, to: 3)
            for _ in 0..<3 {
                let bytes = try Self.frame(host).bytes
                let blob = Self.blob(bytes)
                let picture = try #require(blob.picture)
                #expect(blob.failure == nil && bytes[picture].elementsEqual(large))
                #expect(blob.coordinateSystem != nil)
            }
        }
    }

    @Test func `a body that is not to show anything shows nothing`() async throws {
        try await ServedCamera.eos(change: Self.small) { _, host throws in
            try host.change(.eosEVFOutputDevice, to: 2)
            _ = try Self.frame(host)
            try host.change(.eosEVFMode, to: 0)
            #expect(try host.code(.eosGetViewFinderData, Self.size) == .eosObjectNotReady)
            try host.change(.eosEVFMode, to: 1)
            _ = try Self.frame(host)
            for output in [16, 0xFFFF_FFFF] as [Int64] {
                #expect(try host.set(.eosEVFOutputDevice, to: output) == .invalidDevicePropValue)
            }
        }
    }

    @Test func `the view is enlarged as far as the camera can`() async throws {
        try await ServedCamera.eos(change: Self.small) { _, host throws in
            for operation in [OperationCode.eosZoom, .eosZoomPosition, .eosDoAf, .eosTouchAfPosition, .eosDriveLens] {
                #expect(try host.code(operation, [1, 1, 1]) == .eosOperationRefused)
            }
            _ = try Self.view(host)
            for factor in [5, 10, 1] as [UInt32] {
                try host.accept(.eosZoom, [factor])
                while Self.blob(try Self.frame(host).bytes).zoomFactor != factor { _ = try host.reply() }
            }
            for factor in [0, 2, 0xFFFF_FFFF] as [UInt32] { #expect(try host.code(.eosZoom, [factor]) == .invalidParameter) }
            try host.accept(.eosZoomPosition, [12, 34])
            #expect(Self.blob(try Self.frame(host).bytes).zoomRectangle == .init(12, 34))
            try host.accept(.eosZoomPosition, [0xFFFF_FFFF, 0xFFFF_FFFF])
        }
    }

    @Test func `in live view the body focuses by itself, at a touch and by steps`() async throws {
        try await ServedCamera.eos(change: Self.small) { served, host throws in
            try host.accept(.eosSetRequestOLCInfoGroup, [0x1FFF])
            _ = try Self.view(host)
            func wait(for focus: OLCInfo.Focus) throws {
                _ = try host.records { EOSHost.focus([$0], version: 0x12) == [focus] }
            }
            try host.accept(.eosDoAf)
            try wait(for: .found)
            try host.accept(.eosAfCancel)
            try wait(for: .idle)
            served.simulator.inject(SimulatedFault("focus-fails")!)
            try host.accept(.eosDoAf)
            try wait(for: .failed)
            try host.accept(.eosTouchAfPosition, [2, 48, 32])
            try wait(for: .found)
            #expect(try host.code(.eosTouchAfPosition, [2, 0xFFFF_FFFF, 0]) == .invalidParameter)
            for step in [1, 2, 3, 0x8001, 0x8002, 0x8003] as [UInt32] { try host.accept(.eosDriveLens, [step]) }
            for step in [0, 4, 0x8000, 0x1_0001] as [UInt32] {
                #expect(try host.code(.eosDriveLens, [step]) == .invalidParameter)
            }
            try host.accept(.eosDepthOfFieldPreview, [1])
        }
    }

    @Test func `the lens is driven and a touch focuses as soon as live view has begun`() async throws {
        try await ServedCamera.eos(change: { configuration in
            Self.small(&configuration)
            configuration.speed.command = .milliseconds(50)
        }) { _, host throws in
            try host.change(.eosEVFOutputDevice, to: 3)
            try host.accept(.eosDriveLens, [1])
            try host.change(.eosEVFOutputDevice, to: 0)
            try host.change(.eosEVFOutputDevice, to: 3)
            try host.accept(.eosTouchAfPosition, [2, 48, 32])
        }
    }

    @Test func `video is recorded to the card, with the switch of a body that has one`() async throws {
        for personality in EOSModeTests.bodies {
            try await ServedCamera.eos(personality, change: Self.small) { served, host throws in
                for target in [3, 1] as [Int64] {
                    #expect(try host.set(.eosEVFRecordStatus, to: target) == .invalidDevicePropValue)
                }
                if personality.name == "canon-eos-80d" {
                    #expect(try host.set(.eosEVFRecordStatus, to: 4) == .eosOperationRefused)
                    try host.accept(.eosMovieSelectSWOn)
                    try host.wait(for: 1, of: .eosFixedMovie)
                }
                try host.change(.eosEVFRecordStatus, to: 4)
                #expect(served.camera.recording.isRecording)
                try host.change(.eosEVFRecordStatus, to: 0)
                #expect(try host.added().name == "MVI_0001.AVI")
            }
        }
    }

    @Test(arguments: [
        "replace=0:00000000@0x9153", "replace=0:FFFFFFFF@0x9153", "truncate=4@0x9153", "truncate=100@0x9153", "data=@0x9153",
        "replace=8:0000@0x9153", "append=00000000@0x9153", "response=0xA102@0x9153*5", "response=0x2019@0x9153",
    ])
    func `frames can be broken in every way, and the next one is whole`(_ fault: String) async throws {
        try await ServedCamera.eos(change: Self.small) { served, host throws in
            _ = try Self.view(host)
            let fault = try #require(ResponderFault(fault))
            served.responder.inject(fault)
            for _ in 0..<fault.count {
                let outcome = try host.client.run(.eosGetViewFinderData, Self.size)
                if case .response(let code) = fault.kind { #expect(outcome.code == code) }
                let blob = Self.blob(outcome.data ?? [])
                #expect(outcome.code != .ok || blob.failure != nil || !blob.pictureIsWhole)
            }
            let blob = Self.blob(try Self.frame(host).bytes)
            #expect(blob.failure == nil && blob.pictureIsWhole)
        }
    }

    @Test func `a camera without live view has none here`() async throws {
        try await ServedCamera.eos(change: Self.small) { served, host throws in
            served.simulator.setBatteryCharge(0.04)
            try host.change(.eosEVFOutputDevice, to: 2)
            for _ in 0..<3 { #expect(try host.code(.eosGetViewFinderData, Self.size) == .eosObjectNotReady) }
        }
    }
}
