import CameraModel
import DriverPTP
import HotShoeSupport
import MadeUpVendor
import PTP
import PTPSession
import TestSupport
import Testing
import VendorKit

/// A vendor's driver that consists of the kit's parts, see `MadeUpVendor`, with a camera whose answers are scripted.
@Suite(.timeLimit(.minutes(5))) struct MadeUpVendorTests {
    /// The smallest picture with a size that can be read: SOI, SOF0 of 4 × 3 pixels, EOI.
    private static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0] + [0xFF, 0xD9]

    private struct Body: Sendable {
        var tone: UInt8 = 0
        var events: [[UInt8]] = []
        var busyCount = 0
        var focusFails = false
        /// Number of requests without a picture before the first frame.
        var framesBefore = 4
    }

    private final class Memory: Sendable {
        /// Guards the state of the body.
        private let body = Guarded(Body())

        func withLock<Value: Sendable>(_ use: (inout Body) -> Value) -> Value { body.withLock { use(&$0) } }
    }

    /// The camera with its state, and the program's camera object.
    private struct Rig {
        let body = Memory()
        let device: ScriptedCamera
        let camera: Camera

        init(_ time: any TimeSource = SystemClock.shared) {
            let body = body
            let device = ScriptedCamera { request, sent in Self.answer(request, sent, body) }
            self.device = device
            let driver = PTPDriver(credentialKey: "test", dialects: [.madeUp], time: time) { _ throws(CameraError) in device }
            let description = CameraDescription(identifier: CameraIdentifier("made-up"), family: .generic, transport: .usb)
            camera = Camera(description, driver: driver, time: time)
        }

        static func connected() async throws -> Rig {
            let rig = Rig()
            try await rig.camera.connect()
            return rig
        }

        private static func answer(_ request: OperationRequest, _ sent: [UInt8], _ body: Memory) -> ScriptedCamera.Answer {
            body.withLock { body -> ScriptedCamera.Answer in
                switch request.code {
                case .getDeviceInfo:
                    var info = DeviceInfo(manufacturer: "Made", model: "Up", deviceVersion: "1", serialNumber: "3")
                    info.operations = [
                        .getDeviceInfo, .openSession, .closeSession, .getDevicePropDesc, .setDevicePropValue, .initiateCapture,
                        .madeUpGetEvents, .madeUpIsReady, .madeUpFocus, .madeUpEndFocus, .madeUpStartLiveView, .madeUpGetFrame,
                    ]
                    return (try? info.encoded()).map { .data($0) } ?? .silence
                case .getDevicePropDesc where request.parameters[0] == UInt32(DevicePropCode.madeUpTone.rawValue):
                    func number(_ number: UInt8) -> DataValue { .integer(number, as: .uint8) ?? .string("") }
                    let form = PropForm.enumeration([number(0), number(1)])
                    let desc = DevicePropDesc(.madeUpTone, isSettable: true, current: number(body.tone), form: form)
                    return (try? desc.encoded()).map { .data($0) } ?? .silence
                case .setDevicePropValue:
                    body.tone = sent[0]
                    return .ok
                case .madeUpGetEvents: return .data(body.events.isEmpty ? [0, 0] : body.events.removeFirst())
                case .madeUpFocus where body.focusFails: return .response(.madeUpOutOfFocus)
                case .madeUpIsReady where body.busyCount > 0:
                    body.busyCount -= 1
                    return .response(.deviceBusy)
                case .madeUpGetFrame where body.framesBefore > 0:
                    body.framesBefore -= 1
                    return body.framesBefore.isMultiple(of: 2) ? .response(.madeUpNoFrame) : .data([0x40])
                case .madeUpGetFrame: return .data([0x40, 0, 0x30, 0, 9, 0, 7, 0] + picture)
                default: return .ok
                }
            }
        }
    }

    @Test func `a property of the vendor has a name, its values, and follows the events of the poll`() async throws {
        let rig = try await Rig.connected()
        let tone = rig.camera.property(.colorTone)
        #expect(tone.value?.label == "Neutral")
        #expect(tone.settable.values.map(\.label) == ["Neutral", "Vivid"])
        try await tone.set(text: "vivid")
        #expect(rig.body.withLock { $0.tone } == 1)
        try await tone.wait(timeout: waitLimit) { $0.value?.label == "Vivid" }
        #expect(tone.value?.label == "Vivid")
        // Changed at the camera: one event with the property's code.
        rig.body.withLock { body in
            body.tone = 0
            body.events = [[1, 0] + [0x06, 0x40] + [0xA0, 0xD0, 0, 0]]
        }
        try await tone.wait(timeout: waitLimit) { $0.value?.label == "Neutral" }
        await rig.camera.disconnect()
    }

    @Test func `the vendor's properties are read again when the camera reports that it has changed`() async throws {
        let rig = try await Rig.connected()
        let tone = rig.camera.property(.colorTone)
        rig.body.withLock { $0.tone = 1 }
        rig.device.send(Event(.deviceInfoChanged, [], transaction: .none))
        try await tone.wait(timeout: waitLimit) { $0.value?.label == "Vivid" }
        #expect(tone.value?.label == "Vivid")
        await rig.camera.disconnect()
    }

    @Test func `focusing waits until the camera is ready, and fails with the vendor's answer`() async throws {
        let rig = try await Rig.connected()
        rig.body.withLock { $0.busyCount = 3 }
        try await rig.camera.engageAutoFocus()
        #expect(rig.body.withLock { $0.busyCount } == 0)
        try await rig.camera.disengageAutoFocus()
        #expect(rig.device.count(of: .madeUpEndFocus) == 1)
        rig.body.withLock { $0.focusFails = true }
        let error = await #expect(throws: CameraError.self) { try await rig.camera.engageAutoFocus() }
        #expect(error?.code == .focusFailed)
        #expect(rig.device.count(of: .madeUpEndFocus) == 2, "a press that failed is released")
        await rig.camera.disconnect()
    }

    @Test func `frames are the pictures after the vendor's header, with the geometry that it contains`() async throws {
        let rig = try await Rig.connected()
        let frame = try #require(try await rig.camera.liveView().first { _ in true })
        #expect(unsafe frame.bytes.withUnsafeBytes { unsafe Array($0) } == Self.picture)
        #expect(frame.info.size == PixelSize(width: 4, height: 3))
        #expect(frame.info.space == PixelSize(width: 64, height: 48))
        #expect(frame.focusAreas.first?.rect == Rect(x: 9, y: 7, width: 1, height: 1))
        await rig.camera.stopLiveView()
        #expect(rig.device.count(of: .madeUpStartLiveView) == 1)
        #expect(rig.device.count(of: .madeUpEndLiveView) == 1)
        await rig.camera.disconnect()
    }

    @Test func `live view without a picture for three seconds fails, and is stopped at the camera`() async throws {
        let clock = VirtualClock()
        let rig = Rig(clock)
        try await rig.camera.connect()
        rig.body.withLock { $0.framesBefore = .max }
        let call = Task { () async -> CameraError.Code? in
            do {
                _ = try await rig.camera.liveView().first { _ in true }
                return nil
            } catch { return (error as? CameraError)?.code }
        }
        try await clock.advance(by: .milliseconds(10), until: "live view is stopped at the camera") {
            // Time that passes while a request is under way would count for its time limit.
            await rig.device.untilIdle()
            return rig.device.count(of: .madeUpEndLiveView) > 0
        }
        #expect(await call.value == .timedOut)
        #expect(clock.now >= .seconds(3))
        await rig.camera.disconnect()
    }

    @Test func `a lost link ends live view and all calls`() async throws {
        let rig = try await Rig.connected()
        let stream = rig.camera.liveView()
        _ = try await stream.first { _ in true }
        rig.device.script { _, _ in .unplugged }
        await #expect(throws: (any Error).self) { for try await _ in rig.camera.liveView() {} }
        await rig.camera.disconnect()
    }

    @Test func `facets that neither the vendor nor the standard has are not supported`() async throws {
        let rig = try await Rig.connected()
        let error = await #expect(throws: CameraError.self) { try await rig.camera.startRecording() }
        #expect(error?.code == .notAvailable)
        await rig.camera.disconnect()
        #expect(rig.device.count(of: .closeSession) == 1)
    }
}
