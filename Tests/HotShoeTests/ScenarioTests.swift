import HotShoe
import ImageFormats
import SimulatedCamera
import Testing

/// The whole way, as a user goes it: find, connect, observe, stream, adjust, shoot, download, disconnect.
@Suite("Scenario")
struct ScenarioTests {
    @Test("a camera is found, connected, watched, set, fired, and its picture is the one that was set")
    func wholeWay() async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 600, height: 400)
        let simulator = CameraSimulator(configuration)
        let discovery = CameraDiscovery(clientName: "Tests", providers: [SimulatedCameraProvider([simulator])])
        let camera = try await discovery.first(timeout: .seconds(10))
        #expect(camera.info == nil)
        try await camera.connect()
        #expect(camera.info?.serialNumber == "SIM-0001")
        #expect(camera.knownProperties.count == 37)
        #expect(camera.storages.count == 2)

        try await camera.property(.exposureMode).set(.exposureMode(.aperturePriority), until: .reflected(timeout: .seconds(5)))
        let watching = camera.property(.aperture).changes
        try await camera.property(.aperture).set(.aperture(.f2_8), until: .reflected(timeout: .seconds(5)))
        var seen: [Aperture?] = []
        while let change = watching.takeNow() { seen.append(change.value?.aperture) }
        #expect(seen.contains(.f2_8))

        var frames = 0
        for try await frame in camera.liveView().prefix(3) {
            #expect(frame.byteCount > 1000)
            frames += 1
        }
        #expect(frames == 3)

        let shot = try await camera.shoot()
        let file = try #require(shot.original)
        let bytes = try await file.contents()
        let exif = try EXIFMetadata(jpeg: bytes.span)
        #expect(exif.fNumber?.value == 2.8)
        await camera.disconnect()
        #expect(camera.connectionState == .notConnected(.requested))
        #expect(camera.property(.aperture).value == nil)
    }
}
