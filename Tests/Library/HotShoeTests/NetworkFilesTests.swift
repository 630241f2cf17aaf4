import CameraModel
import HotShoe
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets
import Testing

/// Reading the cards of a camera on the network.
@Suite("Files over the network", .timeLimit(.minutes(5)))
struct NetworkFilesTests {
    /// A camera with a few pictures, connected over a socket with these faults.
    private static func withCamera(
        faults: [String] = [],
        _ body: (Camera, CameraSimulator) async throws -> Void
    ) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 16, height: 16)
        let simulator = CameraSimulator(configuration)
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.faults = try faults.map { try #require(ResponderFault($0)) }
        let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
        try responder.start()
        let port = try #require(responder.addresses.first?.port)
        let discovery = CameraDiscovery(clientName: "Tests", providers: [NetworkCameraProvider(clientName: "Tests")])
        let camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: port))
        try await camera.connect()
        do { try await body(camera, simulator) } catch {
            await camera.disconnect()
            await responder.stop()
            throw error
        }
        await camera.disconnect()
        await responder.stop()
    }

    private static func pictures(_ camera: Camera) async throws -> [ItemInfo] {
        var found: [ItemInfo] = []
        for storage in camera.storages {
            var waiting = try await storage.items()
            while let item = waiting.popLast() {
                if item.isFolder { waiting += try await item.items() } else { found.append(item.info) }
            }
        }
        return found.sorted { $0.name < $1.name }
    }

    @Test(arguments: [
        "response=0x2005@get-object-prop-list*100", "truncate=40@get-object-prop-list*100",
        "data=FFFFFFFF@get-object-prop-list*100",
    ])
    func `a folder is the same whether the camera lists all items together, one by one, or with invalid data`(_ fault: String)
        async throws
    {
        for faults in [[], [fault]] {
            try await Self.withCamera(faults: faults) { camera, _ in
                for _ in 0..<3 { try await camera.shoot() }
                let pictures = try await Self.pictures(camera)
                #expect(pictures.map(\.name) == ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG"])
                for picture in pictures {
                    #expect(picture.size ?? 0 > 0)
                    #expect(picture.pixelSize == PixelSize(width: 16, height: 16))
                    #expect(picture.created != nil && picture.parent != nil && picture.kind == .image)
                }
            }
        }
    }

    @Test func `a rating that was set is read back`() async throws {
        try await Self.withCamera { camera, _ in
            let item = try #require(try await camera.shoot().original?.item)
            try await item.setRating(4)
            #expect(try await Self.pictures(camera).first?.rating == 4)
        }
    }

    @Test func `a file is received whole repeatedly`() async throws {
        try await Self.withCamera { camera, _ in
            let file = try #require(try await camera.shoot().original)
            let first = try await file.contents()
            for _ in 0..<3 { #expect(try await file.contents() == first) }
            #expect(first.count == file.size.map { Int($0) })
        }
    }
}
