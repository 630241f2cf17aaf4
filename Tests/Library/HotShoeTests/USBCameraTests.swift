import CameraModel
import Glibc
import HotShoe
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets
import Testing
import TestSupport

/// Cameras on USB that are plugged in and out, under the rig of `script/test-usb`.
@Suite("Cameras on USB", .enabled(if: USBRig.isThere), .serialized, .timeLimit(.minutes(5)))
struct USBCameraTests {
    private static func simulator(_ serial: String = "SIM-0001") -> CameraSimulator {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.serialNumber = serial
        return CameraSimulator(configuration)
    }

    @Test("one that is plugged in again is the same camera, and is connected where it is now")
    func replugging() async throws {
        let plugged = try await PluggedCamera(Self.simulator())
        let camera = plugged.camera
        try await camera.connect()
        let states = camera.connectionStates
        try await USBRig.detach(plugged.address)
        for await state in states where !state.isConnected { break }
        #expect(camera.connectionState == .notConnected(.connectionLost))
        await #expect(throws: CameraError.self) { try await camera.connect() }
        let port = try #require(plugged.responder.addresses.first?.port)
        let address = try await USBRig.attach(port: port, busID: "1-1")
        #expect(address != plugged.address)
        #expect(try await PluggedCamera.camera(at: address, plugged.discovery) === camera)
        try await camera.connect()
        #expect(try await camera.shoot().original != nil)
        await camera.disconnect()
        try await USBRig.detach(address)
        await plugged.responder.stop()
    }

    @Test("two with the same serial number are two cameras")
    func twins() async throws {
        let (first, second) = (try await PluggedCamera(Self.simulator()), try PluggedCamera.serve([Self.simulator()]))
        let address = try await USBRig.attach(port: try #require(second.addresses.first?.port), busID: "1-1")
        let other = try await PluggedCamera.camera(at: address, first.discovery)
        #expect(other !== first.camera && other.description.serialNumber == first.camera.description.serialNumber)
        #expect(other.description.identifier != first.camera.description.identifier)
        try await first.camera.connect()
        try await other.connect()
        try await USBRig.detach(first.address)
        for await state in first.camera.connectionStates where !state.isConnected { break }
        #expect(other.connectionState == .connected)
        // Requesting the first camera by its location must not turn it into the other one, which the program holds.
        _ = try await first.discovery.camera(at: address)
        let gone = await #expect(throws: CameraError.self) { try await first.camera.connect() }
        #expect(gone?.code == .connectionLost)
        #expect(try await other.shoot().original != nil)
        await other.disconnect()
        try await USBRig.detach(address)
        await first.responder.stop()
        await second.stop()
    }

    @Test("a missing permission is reported with the udev rule that helps")
    func permission() async throws {
        let plugged = try await PluggedCamera(Self.simulator())
        try await USBRig.deny(plugged.address)
        let error = await #expect(throws: CameraError.self) { try await plugged.camera.connect() }
        #expect(error?.code == .permissionDenied && error?.message.contains("70-hotshoe.rules") == true)
        await plugged.stop()
    }

    @Test("the second program reads the holder of the device, and does not disturb the first")
    func twoPrograms() async throws {
        let plugged = try await PluggedCamera(Self.simulator())
        try await plugged.camera.connect()
        // Another process: in this one, connecting would wait until the camera is released.
        let other = try Self.run(["info", "--camera", "usb:\(Self.place(plugged.address))"])
        #expect(other.code == 3)
        let me = try String(decoding: Self.contents(of: "/proc/self/comm"), as: UTF8.self).prefix { $0 != "\n" }
        #expect(other.errors.contains("claimed by ") && other.errors.contains("\(me) (pid \(getpid()))"), "\(other.errors)")
        #expect(try await plugged.camera.shoot().original != nil)
        await plugged.stop()
    }

    @Test("a device with an impossible description is listed as unusable, and does no harm", arguments: falseDevices)
    fileprivate func falseDevice(_ description: FalseDevice) async throws {
        let address = try await USBRig.attachRaw(description.bytes)
        let discovery = CameraDiscovery(clientName: "Tests", providers: [USBCameraProvider()])
        if description.isCamera {
            let camera = try await PluggedCamera.camera(at: address, discovery)
            #expect(camera.description.obstacle?.kind == description.obstacle)
            await #expect(throws: CameraError.self) { try await camera.connect() }
        } else {
            // A device that was attached earlier than a discovered one has been examined.
            let next = try await USBRig.attachRaw(try #require(Self.falseDevices.first { $0.isCamera }).bytes)
            _ = try await PluggedCamera.camera(at: next, discovery)
            #expect(!discovery.cameras.contains { $0.description.address == address })
            try await USBRig.detach(next)
        }
        try await USBRig.detach(address)
    }

    @Test("a file is received whole for any piece size", arguments: [(-1, 0), (1, 1), (5000, 2), (1 << 30, 1000)])
    func tuning(transferSize: Int, transfersInFlight: Int) async throws {
        let provider = USBCameraProvider(transferSize: transferSize, transfersInFlight: transfersInFlight)
        let plugged = try await PluggedCamera(Self.simulator(), .canonEOSR5, provider: provider)
        try await plugged.camera.connect()
        let contents = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let sent = Guarded(0)
        let card = try #require(plugged.camera.storages.first)
        let item = try await card.upload("PATTERN.BIN", size: UInt64(contents.count)) { most in
            sent.withLock { sent in
                defer { sent = min(sent + most, contents.count) }
                return Array(contents[sent..<min(sent + most, contents.count)])
            }
        }
        #expect(try await item.file.contents() == contents)
        for try await frame in plugged.camera.liveView() where frame.byteCount > 0 { break }
        await plugged.stop()
    }

    @Test("a cable that is pulled in the middle of anything ends it with one error", arguments: Work.allCases)
    fileprivate func pulled(_ work: Work) async throws {
        for rounds in [0, 1, 2, 5] {
            let plugged = try await PluggedCamera(Self.simulator(), .canonEOSR5)
            try await plugged.camera.connect()
            let states = plugged.camera.connectionStates
            let reached = Promise<Void, Never>()
            let working = Task {
                await Self.errors(of: work, plugged.camera) { if $0 == rounds { reached.fulfil(.success(())) } }
            }
            _ = await reached.result()
            try await USBRig.detach(plugged.address)
            for await state in states where !state.isConnected { break }
            #expect(plugged.camera.connectionState == .notConnected(.connectionLost))
            let codes = await working.value
            #expect(codes.allSatisfy { [.connectionLost, .notConnected].contains($0) }, "\(codes)")
            await plugged.responder.stop()
        }
    }

    @Test("a camera with false descriptors does no harm", arguments: USBDescriptorFault.allCases)
    func falseDescriptors(_ fault: USBDescriptorFault) async throws {
        let served = try #require(ResponderFault("descriptors=\(fault.rawValue)"))
        let responder = try PluggedCamera.serve([Self.simulator()], .canonEOSR5, [served])
        let port = try #require(responder.addresses.first?.port)
        // A kernel rejects some of these devices, and so does the rig.
        if let address = try? await USBRig.attach(port: port, busID: "1-1") {
            let discovery = CameraDiscovery(clientName: "Tests", providers: [USBCameraProvider()])
            let camera = try await PluggedCamera.camera(at: address, discovery)
            do throws(CameraError) {
                try await camera.connect()
                #expect(camera.description.obstacle == nil)
                _ = try await camera.shoot()
                await camera.disconnect()
            } catch {
                #expect(camera.description.obstacle?.kind == .unusable, "\(error)")
                #expect(error.message == camera.description.obstacle?.message)
            }
            try await USBRig.detach(address)
        }
        await responder.stop()
    }

    // MARK: Faults during use

    fileprivate enum Work: String, CaseIterable, Sendable {
        case listing, shooting, downloading, uploading, setting, watching
    }

    /// Repeats an operation until it fails, and returns the errors. `begins` receives the number of the attempt.
    private static func errors(
        of work: Work,
        _ camera: Camera,
        _ begins: @Sendable (Int) -> Void
    ) async -> [CameraError.Code] {
        do throws(CameraError) {
            var (round, picture): (Int, RemoteFile?) = (0, nil)
            while true {
                begins(round)
                round += 1
                switch work {
                case .listing: for storage in camera.storages { _ = try await storage.items() }
                case .shooting: _ = try await camera.shoot()
                case .downloading:
                    if picture == nil { picture = try await camera.shoot().original }
                    _ = try await picture?.contents()
                case .uploading:
                    _ = try await camera.storages.first?.upload("\(UInt32.random(in: 0...999_999)).BIN", size: 3) { _ in
                        [1, 2, 3]
                    }
                case .setting:
                    let iso = camera.property(.isoSpeed)
                    for value in iso.settable.values.prefix(3) { try await iso.set(value) }
                case .watching:
                    for try await _ in camera.liveView() {
                        begins(round)
                        round += 1
                    }
                }
            }
        } catch { return [error.code] }
    }

    private static func place(_ address: CameraAddress) -> String {
        guard case .usb(let bus, let device) = address else { return "" }
        return "\(bus)-\(device)"
    }

    private static func contents(of path: String) throws -> [UInt8] {
        let file = unsafe open(path, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Runs `hotshoe`, as it was built beside the tests.
    private static func run(_ arguments: [String]) throws -> (code: Int32, errors: String) {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = unsafe path.withUnsafeMutableBytes {
            unsafe readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        let folder = String(decoding: path.prefix(count), as: UTF8.self).split(separator: "/").dropLast().joined(separator: "/")
        let words = (["/\(folder)/hotshoe"] + arguments).map { "'\($0)'" }.joined(separator: " ")
        guard let pipe = unsafe popen(words + " 2>&1 >/dev/null", "r") else { throw USBRig.Failure(description: "no pipe") }
        var errors: [UInt8] = []
        while case let byte = unsafe fgetc(pipe), byte != EOF { errors.append(UInt8(truncatingIfNeeded: byte)) }
        let status = unsafe pclose(pipe)
        return (status >> 8 & 0xFF, String(decoding: errors, as: UTF8.self))
    }

    // MARK: Devices with invalid descriptors

    fileprivate struct FalseDevice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let obstacle: CameraObstacle.Kind?
        var isCamera = true
    }

    fileprivate static let falseDevices: [FalseDevice] = [
        FalseDevice(testDescription: "no endpoints", bytes: device(interfaces: [interface(endpoints: [])]), obstacle: .unusable),
        FalseDevice(
            testDescription: "odd packets",
            bytes: device(interfaces: [interface(endpoints: [endpoint(0x81, 2, 511), endpoint(2, 2, 0)])]),
            obstacle: .unusable
        ),
        FalseDevice(
            testDescription: "one way only",
            bytes: device(interfaces: [interface(endpoints: [endpoint(0x81, 2, 512), endpoint(0x82, 2, 512)])]),
            obstacle: .unusable
        ),
        FalseDevice(
            testDescription: "thirty interfaces that are none",
            bytes: device(interfaces: (0..<30).map { interface(UInt8($0), kind: [3, 0, 0], endpoints: []) }),
            obstacle: nil,
            isCamera: false
        ),
        FalseDevice(
            testDescription: "a hundred interfaces, of a maker of cameras",
            bytes: device(
                vendor: 0x04A9,
                interfaces: (0..<100).map { interface(UInt8($0), endpoints: [endpoint(0x81, 2, 512), endpoint(2, 2, 512)]) }
            ),
            obstacle: .unusable
        ),
        FalseDevice(
            testDescription: "a camera as a disk",
            bytes: device(vendor: 0x04A9, interfaces: [interface(kind: [8, 6, 0x50], endpoints: [endpoint(0x81, 2, 512)])]),
            obstacle: .wrongMode
        ),
        FalseDevice(
            testDescription: "everything is refused",
            bytes: device(interfaces: [interface(endpoints: [endpoint(0x81, 2, 512), endpoint(2, 2, 512), endpoint(0x83, 3, 8)])]
            ),
            obstacle: nil
        ),
    ]

    private static func device(vendor: UInt16 = 0x1234, interfaces: [[UInt8]]) -> [UInt8] {
        let body = interfaces.flatMap(\.self)
        let total = 9 + body.count
        return [
            18, 1, 0, 2, 0, 0, 0, 64, UInt8(truncatingIfNeeded: vendor), UInt8(truncatingIfNeeded: vendor >> 8), 1, 0, 0, 1, 0, 0,
            0, 1,
            9, 2, UInt8(truncatingIfNeeded: total), UInt8(truncatingIfNeeded: total >> 8), UInt8(interfaces.count), 1, 0, 0x80,
            50,
        ] + body
    }

    private static func interface(_ number: UInt8 = 0, kind: [UInt8] = [6, 1, 1], endpoints: [[UInt8]]) -> [UInt8] {
        [9, 4, number, 0, UInt8(endpoints.count)] + kind + [0] + endpoints.flatMap(\.self)
    }

    private static func endpoint(_ address: UInt8, _ type: UInt8, _ size: UInt16) -> [UInt8] {
        [7, 5, address, type, UInt8(truncatingIfNeeded: size), UInt8(truncatingIfNeeded: size >> 8), 9]
    }
}
