import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing
import VendorKit

/// A connection of the kit's parts: its end, its operations, its presses, its live view.
@Suite(.timeLimit(.minutes(5))) struct VendorConnectionTests {
    private static let frame = OperationCode(rawValue: 0x9203)
    private static let press = OperationCode(rawValue: 0x90C1)
    private static let ready = OperationCode(rawValue: 0x90C8)
    private static let list = OperationCode(rawValue: 0x90CA)
    private static let done = OperationCode(rawValue: 0x90C3)
    private static let outOfFocus = ResponseCode(rawValue: 0xA002)
    private static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0] + [0xFF, 0xD9]

    fileprivate enum Press: ButtonPress {
        case full, half

        static let exposing: Set<Press> = [.full]
        static let focusing: Set<Press> = [.half]
    }

    /// A connection that notes which of its functions the kit calls.
    private final class Connection: LiveViewConnection, FocusDriver, ShutterDriver {
        let parts: VendorParts<Event, Press>
        /// Guards the names of the calls.
        private let noted = Guarded<[String]>([])
        /// Error of the vendor's operations that start live view.
        let beginError = Guarded<CameraError?>(nil)

        init(_ parts: VendorParts<Event, Press>) { self.parts = parts }

        var calls: [String] { noted.withLock { $0 } }

        func note(_ call: String) { noted.withLock { $0.append(call) } }

        func open() async throws(SessionError) { parts.start() }

        func eventReceived(_ event: Event) {}

        func release(_ presses: [Press]) async {
            note((["release"] + presses.map { $0 == .full ? "full" : "half" }).joined(separator: " "))
        }

        func leave(_ pictures: [ObjectHandle]) async { note("leave \(pictures.map(\.rawValue))") }

        func endOwnWaits() { note("end waits") }

        func beginView(_ options: LiveViewOptions) async throws(CameraError) {
            note("begin view")
            if let error = beginError.withLock({ $0 }) { throw error }
        }

        func endView() async { note("end view") }
    }

    /// A driver that connects to a scripted camera.
    private final class Driver: CameraDriver {
        let device: ScriptedCamera
        let connection = Promise<Connection, Never>()

        init(_ device: ScriptedCamera) { self.device = device }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            var info = DeviceInfo(manufacturer: "A", model: "B", deviceVersion: "1", serialNumber: "1")
            info.operations = [
                VendorConnectionTests.press, VendorConnectionTests.frame, VendorConnectionTests.list, VendorConnectionTests.done,
            ]
            info.deviceProps = [.fNumber]
            let session = device.session(VirtualClock())
            let standard = StandardConnection(session, info, host: host, time: SystemClock.shared)
            let made = Connection(VendorParts(standard, VendorConnectionTests.operations))
            connection.fulfil(.success(made))
            host.update([
                .capabilities([.liveView, .halfPress, .shutterControl]),
                .categories(active: .stillsShooting, supported: [.stillsShooting]),
            ])
            return made
        }
    }

    private static var operations: VendorOperations<Event> {
        let meanings = ResponseMeanings([outOfFocus: (.focusFailed, "No focus.")])
        var operations = VendorOperations<Event>(
            events: EventPoll(OperationCode(rawValue: 0x90C7), emptySize: 2) { _ in [] },
            frame: LiveViewRequest(frame, notReady: [], meanings: meanings) { LiveViewReply(picture: 0..<$0.byteCount) }
        )
        operations.readiness = ReadinessPoll(ready)
        operations.pictureDone = done
        return operations
    }

    private static func with(
        _ script: @escaping ScriptedCamera.Script = { request, _ in request.code == frame ? .data(picture) : .ok },
        _ use: (Camera, Connection, ScriptedCamera) async throws -> Void
    ) async throws {
        let device = ScriptedCamera(script)
        let driver = Driver(device)
        let description = CameraDescription(identifier: CameraIdentifier("parts"), family: .generic, transport: .usb)
        let camera = Camera(description, driver: driver)
        try await camera.connect()
        guard case .success(let connection) = await driver.connection.result() else { return }
        try await use(camera, connection, device)
        await camera.disconnect()
    }

    // MARK: The end

    @Test func `a connection ends with its waits, live view, its presses, the vendor's mode and the session`() async throws {
        try await Self.with { camera, connection, device in
            for try await _ in camera.liveView().prefix(1) {
                connection.presses.hold(.half)
                connection.presses.hold(.full)
                await connection.disconnect(DisconnectOptions())
            }
            let calls = connection.calls.drop { $0 != "end waits" }
            #expect(Array(calls) == ["end waits", "end view", "release full half", "leave []"])
            #expect(device.requests.last?.code == .closeSession)
            #expect(connection.presses.pop().isEmpty && connection.liveRuns.current == nil)
        }
    }

    @Test func `a lost link ends the waits, and calls nothing of the camera`() async throws {
        try await Self.with { _, connection, device in
            let requests = device.requests.count
            let wait = Task { () async -> CameraError? in
                do throws(CameraError) { try await connection.recordings.wait(for: true, .startRecording) } catch { return error }
                return nil
            }
            connection.linkEnded()
            #expect(connection.calls == ["end waits"] && device.requests.count == requests)
            connection.recordings.endWaits()
            _ = await wait.value
        }
    }

    // MARK: Operations

    @Test func `an operation that the camera does not have is not sent`() async throws {
        try await Self.with { _, connection, device in
            let error = await #expect(throws: CameraError.self) {
                try await connection.perform(.driveFocus, OperationCode(rawValue: 0x9299))
            }
            #expect(error?.code == .notSupported && error?.operation == .driveFocus)
            #expect(device.count(of: OperationCode(rawValue: 0x9299)) == 0)
        }
    }

    @Test func `a refusal has the vendor's meaning, of the operation and of the poll after it`() async throws {
        for code in [Self.press, Self.ready] {
            try await Self.with({ request, _ in request.code == code ? .response(Self.outOfFocus) : .ok }) { _, connection, _ in
                let error = await #expect(throws: CameraError.self) {
                    try await connection.performToEnd(.engageAutoFocus, Self.press, [7], within: .seconds(1))
                }
                #expect(error?.code == .focusFailed && error?.message == "No focus.")
            }
        }
    }

    @Test func `properties that DeviceInfo lists already are left out of the vendor's list`() async throws {
        let codes: [UInt8] = [3, 0, 0, 0, 0x07, 0x50, 0xA0, 0xD0, 0xA1, 0xD0]
        try await Self.with({ request, _ in request.code == Self.list ? .data(codes) : .ok }) { _, connection, device in
            let found = try await connection.properties(listedBy: Self.list, as: UInt16.self)
            #expect(found.map(\.rawValue) == [0xD0A0, 0xD0A1])
            #expect(try await connection.properties(listedBy: OperationCode(rawValue: 0x9439), as: UInt32.self).isEmpty)
            device.script { _, _ in .response(.accessDenied) }
            #expect(try await connection.properties(listedBy: Self.list, as: UInt16.self).isEmpty)
            device.script { _, _ in .data([9, 0, 0, 0, 1]) }
            #expect(try await connection.properties(listedBy: Self.list, as: UInt16.self).isEmpty)
            device.script { _, _ in .unplugged }
            await #expect(throws: SessionError.self) { try await connection.properties(listedBy: Self.list, as: UInt16.self) }
        }
    }

    @Test func `a picture that was transferred or declined is removed, and events are requested`() async throws {
        try await Self.with { _, connection, device in
            let offer = TransferOffer(
                identifier: TransferOffer.Identifier(0xFFFF_0001),
                fileName: "A.JPG",
                created: nil,
                available: [.init(representation: .original, predictedSize: 8, fileExtension: "JPG")],
                isOnlyCopy: true,
                mustBeExecuted: true,
                item: nil
            )
            connection.offers.add(offer)
            try await connection.offers.declineTransfer(offer.identifier)
            #expect(device.requests.last { $0.code == Self.done }?.parameters[0] == 0xFFFF_0001)
        }
    }

    // MARK: Presses

    @Test func `work that fails releases its presses, and no others`() async throws {
        try await Self.with { _, connection, _ in
            connection.presses.hold(.full)
            let failed = CameraError(.focusFailed, "", operation: .engageAutoFocus)
            let error = await #expect(throws: CameraError.self) {
                try await connection.pressing(Press.focusing) { () throws(CameraError) in
                    connection.presses.hold(.half)
                    throw failed
                }
            }
            #expect(error?.code == .focusFailed && connection.calls.count == 1 && connection.calls[0].contains("half"))
            try await connection.pressing(Press.exposing) {}
            #expect(connection.calls.count == 1)
            try await connection.releaseShutter()
            #expect(connection.calls.last?.contains("full") == true)
            try await connection.disengageAutoFocus()
            #expect(connection.calls.last == "release")
        }
    }

    // MARK: Live view

    @Test func `live view that does not start is ended at the camera, with its error`() async throws {
        try await Self.with { camera, connection, _ in
            connection.beginError.withLock { $0 = CameraError(.cardError, "No card.", operation: .startLiveView) }
            let error = await #expect(throws: CameraError.self) { _ = try await camera.liveView().first { _ in true } }
            #expect(error?.code == .cardError)
            #expect(connection.calls == ["begin view", "end view"] && connection.liveRuns.current == nil)
            connection.beginError.withLock { $0 = nil }
            _ = try await camera.liveView().first { _ in true }
            await camera.stopLiveView()
            #expect(Array(connection.calls.suffix(2)) == ["begin view", "end view"])
            // It is ended once.
            await connection.stopLiveView()
            #expect(connection.calls.count == 4)
        }
    }
}
