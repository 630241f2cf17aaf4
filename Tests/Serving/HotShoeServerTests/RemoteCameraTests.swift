import CameraModel
import HotShoe
import HotShoeServer
import HotShoeSupport
import SimulatedCamera
import TestSupport
import Testing
import WebClient
import WebServer

/// A simulated camera that a server in this process serves, and the same camera by its address.
private final class ServedRig: Sendable {
    let simulator: CameraSimulator
    /// The camera as the server has it.
    let local: Camera
    let server: HotShoeServer
    let remote: Camera
    private let discovery: CameraDiscovery

    init(
        _ change: (inout HotShoeServer.Options) throws -> Void = { _ in },
        simulator settings: (inout CameraSimulator.Configuration) -> Void = { _ in }
    ) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.liveViewSize = PixelSize(width: 96, height: 64)
        settings(&configuration)
        simulator = CameraSimulator(configuration)
        discovery = CameraDiscovery(clientName: "Tests", providers: [SimulatedCameraProvider([simulator])])
        local = try await discovery.first(timeout: waitLimit)
        var options = HotShoeServer.Options()
        try change(&options)
        server = try HotShoeServer(discovery, options)
        remote = try await Self.camera(server, local.identifier.text)
    }

    /// A camera of a server, with the token and the key of the server.
    static func camera(_ server: HotShoeServer, _ name: String, key: String? = nil) async throws -> Camera {
        var address = server.url + name
        if let token = server.token { address += "#token=\(token)" }
        if let key = key ?? server.publicKeyHash { address += "\(server.token == nil ? "#" : "&")key=\(key)" }
        return try await camera(address)
    }

    static func camera(_ address: String) async throws -> Camera {
        let colon = try #require(address.firstIndex(of: ":"))
        let discovery = CameraDiscovery(clientName: "Tests", providers: [RemoteCameraProvider()])
        return try await discovery.camera(
            at: .provider(identifier: String(address[..<colon]), text: String(address[address.index(after: colon)...]))
        )
    }

    func stop() async {
        await remote.disconnect()
        await server.stop()
        discovery.stop()
    }
}

@Suite("Cameras of other computers", .timeLimit(.minutes(3)))
struct RemoteCameraTests {
    @Test("everything that the camera reports is known, exactly")
    func state() async throws {
        let rig = try await ServedRig()
        try await rig.remote.connect()
        let (local, remote) = (rig.local, rig.remote)
        #expect(remote.info == local.info && remote.capabilities == local.capabilities)
        #expect(remote.commandCategories == local.commandCategories)
        #expect(remote.supportedCommandCategories == local.supportedCommandCategories)
        #expect(remote.storages.map(\.info) == local.storages.map(\.info))
        #expect(Set(remote.knownProperties) == Set(local.knownProperties))
        for property in local.knownProperties { #expect(remote.property(property).state == local.property(property).state) }
        #expect(remote.focusInfo == local.focusInfo && remote.displayName == local.displayName)
        await rig.stop()
    }

    @Test("a setting of one program is observed by another, and both keep the camera")
    func twoPrograms() async throws {
        let rig = try await ServedRig()
        let other = try await ServedRig.camera(rig.server, rig.local.identifier.text)
        try await rig.remote.connect()
        try await other.connect()
        let changes = other.property(.isoSpeed).changes
        try await rig.remote.property(.isoSpeed).set(text: "800", until: .reflected(timeout: waitLimit))
        for await change in changes where change.value?.isoSpeed?.speed == 800 { break }
        await other.disconnect()
        #expect(other.connectionState == .notConnected(.requested))
        #expect(rig.local.connectionState == .connected && rig.remote.connectionState == .connected)
        #expect(try await rig.remote.shoot().files.count == 1)
        await rig.stop()
    }

    @Test(
        "the camera's request to authenticate is answered by the program",
        arguments: [
            CameraSimulator.Authentication.confirmOnCamera(after: .seconds(600)),
            .userNameAndPassword(userName: "u", password: "p"),
            .numericCode("123456"),
            .joinNetwork(name: "n", password: "w"),
        ]
    )
    func authentication(_ kind: CameraSimulator.Authentication) async throws {
        let rig = try await ServedRig { _ in
        } simulator: {
            $0.authentication = kind
        }
        let asked = Guarded(0)
        try await rig.remote.connect(ConnectOptions(timeout: waitLimit)) { request in
            asked.withLock { $0 += 1 }
            switch request.kind {
            case .confirmOnCamera: rig.simulator.confirm()
            case .userNameAndPassword: request.respond(.userNameAndPassword(userName: "u", password: "p"))
            case .numericCode: request.respond(.numericCode("123456"))
            case .joinNetwork: request.respond(.joinedNetwork)
            }
        }
        #expect(asked.withLock { $0 } == 1 && rig.local.connectionState == .connected)
        await rig.stop()
    }

    @Test("a wrong answer is asked for again; without an answer, connecting fails")
    func wrongAnswer() async throws {
        let rig = try await ServedRig { _ in
        } simulator: {
            $0.authentication = .numericCode("123456")
        }
        let retries = Guarded<[Bool]>([])
        try await rig.remote.connect(ConnectOptions(timeout: waitLimit)) { request in
            retries.withLock { $0.append(request.isRetry) }
            request.respond(.numericCode(request.isRetry ? "123456" : "000000"))
        }
        #expect(retries.withLock { $0 } == [false, true])
        await rig.remote.disconnect()
        await rig.local.disconnect()
        await #expect(throws: CameraError.self) {
            try await rig.remote.connect(ConnectOptions(timeout: waitLimit)) { $0.cancel() }
        }
        await #expect(throws: CameraError.self) { try await rig.remote.connect(ConnectOptions(timeout: waitLimit)) }
        await rig.stop()
    }

    @Test("what the server does not permit is a capability that is missing")
    func permissions() async throws {
        let reading = try await ServedRig { $0.isReadOnly = true }
        try await reading.remote.connect(ConnectOptions(timeout: waitLimit))
        #expect(reading.remote.capabilities.contains(.liveView) && !reading.remote.capabilities.contains(.shutterControl))
        #expect(!reading.remote.property(.isoSpeed).settable.isSettable)
        let error = await #expect(throws: CameraError.self) { try await reading.remote.shoot() }
        #expect(error?.code == .notAvailable)
        for try await _ in reading.remote.liveView().prefix(1) {}
        await reading.stop()
        let keeping = try await ServedRig { $0.allowsDeletion = false }
        try await keeping.remote.connect()
        #expect(!keeping.remote.capabilities.contains(.fileDeletion) && !keeping.remote.capabilities.contains(.formatting))
        #expect(keeping.remote.capabilities.contains(.shutterControl))
        await keeping.stop()
    }

    @Test("a frame is the same as that of the camera itself, with areas and histogram")
    func frames() async throws {
        let rig = try await ServedRig()
        try await rig.remote.connect()
        var last = UInt64?.none
        for try await frame in rig.remote.liveView().prefix(5) {
            #expect(last.map { frame.sequenceNumber > $0 } ?? true)
            last = frame.sequenceNumber
            #expect(frame.size == PixelSize(width: 96, height: 64) && !frame.focusAreas.isEmpty && frame.info.space.width > 0)
            #expect(unsafe frame.bytes.withUnsafeBytes { unsafe Array($0.prefix(2)) } == [0xFF, 0xD8])
            #expect(frame.info.rollDegrees != nil)
            // On this computer's clock.
            #expect(abs(frame.timestamp.components.seconds - SystemClock.shared.now.components.seconds) < 60)
        }
        await rig.remote.stopLiveView()
        await rig.stop()
    }

    @Test("the shutter is held, and released by the program or when it disconnects")
    func heldShutter() async throws {
        let rig = try await ServedRig()
        try await rig.remote.connect()
        try await rig.remote.engageAutoFocus()
        try await rig.remote.disengageAutoFocus()
        try await rig.remote.property(.exposureMode).set(.exposureMode(.bulb), until: .reflected(timeout: waitLimit))
        let added = rig.remote.events
        try await rig.remote.pressShutter()
        try await rig.remote.releaseShutter()
        for await event in added { if case .itemAdded = event { break } }
        try await rig.remote.pressShutter()
        let events = rig.local.events
        await rig.remote.disconnect()
        for await event in events { if case .itemAdded = event { break } }
        await rig.stop()
    }

    @Test("pictures for this computer are offered, fetched, and gone then")
    func offers() async throws {
        let rig = try await ServedRig()
        try await rig.remote.connect()
        let destination = rig.remote.property(.imageDestination)
        let host = try #require(destination.settable.values.first { $0.common == .imageDestination(.host) })
        try await destination.set(host, until: .reflected(timeout: waitLimit))
        let shot = try await rig.remote.shoot()
        let file = try #require(shot.original)
        #expect(file.item == nil)
        #expect(try await file.contents().starts(with: [0xFF, 0xD8]))
        try await until("the offer is gone") { rig.remote.pendingTransfers.isEmpty }
        let error = await #expect(throws: CameraError.self) { try await file.contents() }
        #expect(error?.code == .notFound)
        await rig.stop()
    }

    @Test("a camera that is unplugged, one that another program disconnects, and a server that stops end the connection")
    func ends() async throws {
        let rig = try await ServedRig()
        for end in [{ await rig.local.disconnect() }, { await rig.server.stop() }] as [@Sendable () async -> Void] {
            try await rig.remote.connect()
            let states = rig.remote.connectionStates
            await end()
            for await state in states where !state.isConnected { break }
            #expect(rig.remote.connectionState == .notConnected(.connectionLost))
            let error = await #expect(throws: CameraError.self) { try await rig.remote.shoot() }
            #expect(error?.code == .notConnected && error?.message == "The connection to the camera was lost. Connect again.")
        }
        await rig.stop()
    }

    @Test("a download continues within a file, and an upload arrives")
    func files() async throws {
        let rig = try await ServedRig()
        try await rig.remote.connect()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let position = Guarded(0)
        let item = try await rig.remote.storages[0].upload("DATA.BIN", size: UInt64(bytes.count)) { limit in
            position.withLock { position in
                defer { position = min(position + limit, bytes.count) }
                return Array(bytes[position..<min(position + limit, bytes.count)])
            }
        }
        #expect(item.info.size == UInt64(bytes.count))
        #expect(try await item.file.contents() == bytes)
        let rest = Guarded<[UInt8]>([])
        try await item.file.download(from: 2_999_000) { chunk in
            rest.withLock { rest in unsafe chunk.withUnsafeBytes { unsafe rest.append(contentsOf: $0) } }
            return .proceed
        }
        #expect(rest.withLock { $0 } == Array(bytes.suffix(1000)))
        // A consumer that has enough.
        let count = Guarded(0)
        try await item.file.download { chunk in
            count.withLock { $0 += chunk.byteCount }
            return .stop
        }
        #expect((1..<bytes.count).contains(count.withLock { $0 }))
        try await item.setRating(3)
        #expect(try await item.loadMetadata().info.rating == 3)
        try await item.delete()
        let error = await #expect(throws: CameraError.self) { try await item.loadMetadata() }
        #expect(error?.code == .notFound)
        await rig.stop()
    }

    @Test("errors of the camera arrive as they are")
    func errors() async throws {
        let rig = try await ServedRig { _ in
        } simulator: {
            $0.faults = [SimulatedFault(.fail(.batteryLow), .during(.shoot))]
        }
        try await rig.remote.connect()
        let error = await #expect(throws: CameraError.self) { try await rig.remote.shoot() }
        #expect(error?.code == .batteryLow && error?.operation == .shoot)
        let value = await #expect(throws: CameraError.self) { try await rig.remote.property(.aperture).set(.aperture(.f8)) }
        #expect(value?.code == .invalidValue || value?.code == .notAvailable)
        await rig.stop()
    }
}

@Suite("Servers and their cameras", .timeLimit(.minutes(3)))
struct RemoteDiscoveryTests {
    @Test("the cameras of a server are found, and lost with it")
    func discovery() async throws {
        let rig = try await ServedRig()
        let discovery = CameraDiscovery(clientName: "Tests", providers: [RemoteCameraProvider(servers: [rig.server.url])])
        var changes = discovery.changes.makeAsyncIterator()
        let camera = try await discovery.first(timeout: waitLimit)
        while let change = await changes.next() { if case .found = change { break } }
        #expect(camera.description.serialNumber == "SIM-0001" && camera.description.transport == .network)
        #expect(camera.identifier.text == rig.server.url + rig.local.identifier.text)
        try await camera.connect()
        #expect(camera.info?.serialNumber == "SIM-0001")
        rig.simulator.unplug()
        while let change = await changes.next() { if case .lost = change { break } }
        rig.simulator.plugIn()
        while let change = await changes.next() { if case .found = change { break } }
        await rig.server.stop()
        while let change = await changes.next() { if case .lost = change { break } }
        discovery.stop()
        await rig.stop()
    }

    @Test("a server that is not there ends the first search; an address that is none is an error of the provider")
    func absent() async throws {
        let gone = CameraDiscovery(clientName: "Tests", providers: [RemoteCameraProvider(servers: ["http://127.0.0.1:1"])])
        #expect(await gone.waitForFirstSearch(timeout: waitLimit))
        #expect(gone.cameras.isEmpty)
        gone.stop()
        let wrong = CameraDiscovery(clientName: "Tests", providers: [RemoteCameraProvider(servers: ["http://u@h/#token=secret"])])
        for await change in wrong.changes {
            guard case .providerFailed(let failure) = change else { continue }
            #expect(failure.error.code == .invalidArgument && !"\(failure.error)".contains("secret"))
            break
        }
        wrong.stop()
    }

    @Test("the reason why a server has no cameras is known; an address with a camera means that one")
    func reasons() async throws {
        let rig = try await ServedRig { $0.token = "12345678" }
        let wrong = CameraDiscovery(
            clientName: "Tests",
            providers: [RemoteCameraProvider(servers: [rig.server.url], token: "87654321")]
        )
        let error = await #expect(throws: CameraError.self) { try await wrong.first(timeout: .milliseconds(1)) }
        #expect(error?.code == .notFound)
        for await change in wrong.changes {
            guard case .providerFailed(let failure) = change else { continue }
            #expect(failure.error.code == .authenticationFailed && failure.error.message.contains(rig.server.url.dropLast()))
            break
        }
        wrong.stop()
        for (name, isThere) in [("SIM-0001", true), ("none", false)] {
            let provider = RemoteCameraProvider(servers: [rig.server.url + name], token: "12345678")
            let one = CameraDiscovery(clientName: "Tests", providers: [provider])
            #expect(await one.waitForFirstSearch(timeout: waitLimit))
            #expect(one.cameras.isEmpty != isThere)
            one.stop()
        }
        await rig.stop()
    }

    @Test("a picture waits for that of another program")
    func busy() async throws {
        let rig = try await ServedRig()
        let other = try await ServedRig.camera(rig.server, "")
        try await rig.remote.connect()
        try await other.connect()
        async let first = rig.remote.shoot()
        async let second = other.shoot()
        async let third = rig.local.shoot()
        // The camera's own object refuses the second request; programs of other computers wait.
        _ = try? await third
        #expect(try await first.files.count == 1)
        #expect(try await second.files.count == 1)
        await other.disconnect()
        await rig.stop()
    }

    @Test(
        "pictures of other programs are known: those of a program, of a request, of a held button and of a series on the server"
    )
    func pictureOwners() async throws {
        let rig = try await ServedRig { _ in
        } simulator: {
            $0.serialNumber = "SIM-0001"
        }
        rig.simulator.turn(.exposureMode, to: "A")
        let other = try await ServedRig.camera(rig.server, "")
        try await rig.remote.connect()
        try await other.connect()
        #expect(await rig.remote.picturesOfOthers() == PicturesOfOthers())
        let own = try await rig.remote.shoot()
        let theirs = try await other.shoot()
        let known = try #require(await rig.remote.picturesOfOthers())
        #expect(known == PicturesOfOthers(shots: [theirs.result]))
        #expect(await other.picturesOfOthers()?.shots == [own.result])
        #expect(known.contains(theirs.result.items[0]) && !known.contains(own.result.items[0]))
        // A handle that is used again is another file.
        var next = theirs.result.items[0]
        next.name = "IMG_9999.JPG"
        #expect(!known.contains(next))
        let port = try #require(UInt16(rig.server.url.split(separator: ":").last?.filter(\.isNumber) ?? ""))
        let statuses = try await onOwnThread {
            ["{\"count\": 2}", "{\"hold\": 0.01}", "{\"bracket\": [\"-1\", \"+1\"]}"].map { body in
                Result { try WebClient(port: port).request("POST", "\(camera)/shoot", json, body: body).status }
            }
        }.get()
        for status in statuses { #expect(try status.get() == 200) }
        #expect(await rig.remote.picturesOfOthers()?.shots.count == 6)
        // After a new connection, what was taken before is its own.
        await rig.remote.disconnect()
        try await rig.remote.connect()
        #expect(await rig.remote.picturesOfOthers()?.contains(own.result.items[0]) == false)
        #expect(await rig.remote.picturesOfOthers()?.contains(theirs.result.items[0]) == true)
        // The camera's own object, in the server's program, belongs to no client.
        let local = try await rig.local.shoot()
        #expect(await rig.remote.picturesOfOthers()?.contains(local.result.items[0]) == false)
        await other.disconnect()
        await rig.stop()
    }

    @Test("guesses of the token are counted for the permissions too")
    func guesses() async throws {
        let rig = try await ServedRig { $0.token = "12345678" }
        var codes: [CameraError] = []
        for number in 0..<12 {
            let camera = try await ServedRig.camera(rig.server.url + "#token=wrong\(number)00")
            do throws(CameraError) { try await camera.connect() } catch { codes.append(error) }
        }
        #expect(codes.count == 12 && codes.allSatisfy { $0.code == .authenticationFailed })
        #expect(codes.last?.message.contains("Too many") == true)
        await rig.stop()
    }

    @Test("the only camera of a server needs no name")
    func only() async throws {
        let rig = try await ServedRig()
        let camera = try await ServedRig.camera(rig.server, "")
        try await camera.connect()
        #expect(camera.displayName == "Simulated Camera")
        await camera.disconnect()
        let missing = try await ServedRig.camera(rig.server, "none")
        let error = await #expect(throws: CameraError.self) { try await missing.connect() }
        #expect(error?.code == .notFound)
        await rig.stop()
    }

    @Test("an encrypted server is recognized by its key, and no other is accepted")
    func key() async throws {
        let made = try ServerCertificate.make(names: [], address: "127.0.0.1")
        let rig = try await ServedRig {
            $0.certificate = (made.certificate, made.key)
            $0.token = "12345678"
        }
        #expect(rig.server.url.hasPrefix("https:"))
        try await rig.remote.connect()
        #expect(try await rig.remote.shoot().files.count == 1)
        for try await frame in rig.remote.liveView().prefix(2) { #expect(frame.byteCount > 100) }
        let other = try #require(try ServerCertificate.make(names: [], address: "127.0.0.1").publicKeyHash)
        let wrong = try await ServedRig.camera(rig.server, rig.local.identifier.text, key: other)
        let error = await #expect(throws: CameraError.self) { try await wrong.connect() }
        #expect(error?.code == .authenticationFailed)
        // Without the key its certificate is of no authority that this computer knows.
        let unknown = try await ServedRig.camera("\(rig.server.url)\(rig.local.identifier.text)#token=12345678")
        let untrusted = await #expect(throws: CameraError.self) { try await unknown.connect() }
        #expect(untrusted?.code == .authenticationFailed && untrusted?.message.contains("key of the server") == true)
        let guess = try await ServedRig.camera("\(rig.server.url)#token=87654321&key=\(rig.server.publicKeyHash ?? "")")
        let refused = await #expect(throws: CameraError.self) { try await guess.connect() }
        #expect(refused?.code == .authenticationFailed && refused?.message.contains("token") == true)
        await rig.stop()
    }
}
