import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import MadeUpVendor
import PTP
import PTPSession
import SimulatedCamera
import TestSupport
import Testing

@testable import PTPResponder

/// The made-up vendor's body on the network, used by a session and by its driver.
@Suite(.timeLimit(.minutes(5))) struct MadeUpVendorTests {
    private struct NotReceived: Error {}

    /// Polls the body's events until one has a code and, unless it is nil, a parameter; returns the parameter.
    @discardableResult
    private static func event(_ code: EventCode, _ parameter: UInt32? = nil, _ session: PTPSession) async throws -> UInt32 {
        for _ in 0..<100_000 {
            let bytes = try await session.receive(.madeUpGetEvents).bytes
            let span = bytes.span
            var reader = unsafe DatasetReader(span.bytes)
            for _ in 0..<(try reader.integer("count", as: UInt16.self)) {
                let found = try reader.integer("code", as: UInt16.self)
                let number = try reader.integer("parameter", as: UInt32.self)
                if found == code.rawValue && number == parameter ?? number { return number }
            }
        }
        throw NotReceived()
    }

    /// Serves the body, and calls a function with one session after the other.
    private static func withSessions(_ count: Int = 1, _ body: (PTPSession) async throws -> Void) async throws {
        let served = try ServedCamera {
            $0.liveViewSize = PixelSize(width: 96, height: 64)
        } serving: {
            $0.personality = .madeUp
        }
        served.simulator.turn(.exposureMode, to: "A")
        let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
        for _ in 0..<count {
            let link = try await IPConnector(identity, time: SystemClock.shared).connect(to: [served.address])
            let session = PTPSession(link, time: SystemClock.shared) { _ in
            } onEnd: { _ in
            }
            try await session.open()
            try await body(session)
            await session.close()
        }
        await served.responder.stop()
    }

    @Test func `a body on the kit answers a session: events, a property, a picture and frames`() async throws {
        try await Self.withSessions { session in
            let info = try await session.receive(.getDeviceInfo, as: DeviceInfo.self)
            #expect(info.model == "Up One" && info.vendorExtension.rawValue == 0xACE && info.operations.contains(.madeUpGetFrame))

            let aperture = try await session.receive(.getDevicePropDesc, [0x5007], as: DevicePropDesc.self)
            guard case .enumeration(let offered) = aperture.form else { throw NotReceived() }
            let other = try #require(offered.first { $0 != aperture.current })
            try await session.send(.setDevicePropValue, [0x5007], try other.encoded("aperture"))
            try await Self.event(.devicePropChanged, 0x5007, session)

            try await session.perform(.madeUpFocus)
            // The session repeats the operation while the body is busy.
            try await session.perform(.madeUpIsReady)
            try await session.perform(.madeUpEndFocus)
            try await session.perform(.initiateCapture)
            let picture = try await Self.event(.objectAdded, nil, session)
            #expect(try await session.receive(.getObject, [picture]).bytes.starts(with: [0xFF, 0xD8]))

            try await session.perform(.madeUpStartLiveView)
            for _ in 0..<3 {
                let bytes = try await session.receive(.madeUpGetFrame).bytes
                #expect(bytes[8...].starts(with: [0xFF, 0xD8]))
            }
        }
    }

    @Test func `a setting without effect has a description, keeps its value from one session to the next, and can be reset`()
        async throws
    {
        let sessions = Guarded(0)
        try await Self.withSessions(2) { session in
            let isFirst = sessions.withLock { count in
                count += 1
                return count == 1
            }
            let code = UInt32(DevicePropCode.madeUpTone.rawValue)
            let info = try await session.receive(.getDeviceInfo, as: DeviceInfo.self)
            #expect(info.deviceProps.contains(.madeUpTone))
            let described = try await session.receive(.getDevicePropDesc, [code], as: DevicePropDesc.self)
            let values = [DataValue.integer(0, as: .uint8), .integer(1, as: .uint8)].compactMap { $0 }
            #expect(described.form == .enumeration(values) && described.factoryDefault == values[0] && described.isSettable)
            #expect(described.current == values[isFirst ? 0 : 1])
            #expect(try await session.receive(.getDevicePropValue, [code]).bytes == [isFirst ? 0 : 1])
            let refused: [([UInt8], ResponseCode)] = [([2], .invalidDevicePropValue), ([0, 0], .invalidDevicePropFormat)]
            for (data, refusal) in refused {
                let error = await #expect(throws: SessionError.self) {
                    try await session.send(.setDevicePropValue, [code], data)
                }
                guard case .refused(_, let response) = error else { throw NotReceived() }
                #expect(response.code == refusal)
            }
            try await session.send(.setDevicePropValue, [code], [1])
            try await Self.event(.devicePropChanged, code, session)
            if isFirst { return }
            try await session.perform(.resetDevicePropValue, [code])
            #expect(try await session.receive(.getDevicePropValue, [code]).bytes == [0])
        }
    }

    @Test func `the vendor's driver and its body together: a property, focus, a picture and frames`() async throws {
        let served = try ServedCamera {
            $0.liveViewSize = PixelSize(width: 96, height: 64)
        } serving: {
            $0.personality = .madeUp
        }
        let address = served.address
        let driver = PTPDriver(credentialKey: "test", dialects: [.madeUp]) { _ throws(CameraError) in
            let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
            do throws(IPConnectError) {
                return try await IPConnector(identity, time: SystemClock.shared).connect(to: [address])
            } catch { throw CameraError(.connectionRefused, error.description, operation: .connect) }
        }
        let description = CameraDescription(identifier: CameraIdentifier("made-up"), family: .generic, transport: .network)
        let camera = Camera(description, driver: driver)
        try await camera.connect()
        #expect(camera.info?.model == "Up One")

        let tone = camera.property(.colorTone)
        #expect(tone.settable.values.map(\.label) == ["Neutral", "Vivid"])
        // Shown after the body has reported the change as an event of its queue.
        try await tone.set(text: "vivid", until: .reflected(timeout: waitLimit))
        #expect(tone.value?.label == "Vivid")

        try await camera.engageAutoFocus()
        try await camera.disengageAutoFocus()
        let frame = try #require(try await camera.liveView().first { _ in true })
        #expect(frame.info.size == PixelSize(width: 96, height: 64))
        #expect(frame.info.space == PixelSize(width: 96, height: 64) && frame.focusAreas.count == 1)
        await camera.stopLiveView()
        let picture = try #require(try await camera.shoot().original)
        #expect(try await picture.contents().starts(with: [0xFF, 0xD8]))
        await camera.disconnect()
        await served.responder.stop()
    }
}
