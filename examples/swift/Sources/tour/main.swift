import HotShoe
import SimulatedCamera

// A complete use of a camera. Run it with `swift run` in examples/swift.

let discovery = CameraDiscovery(clientName: "Tour", providers: [SimulatedCameraProvider([CameraSimulator()])])
let camera = try await discovery.first(timeout: .seconds(5))
try await camera.connect()
print("connected to", camera.info?.model ?? "a camera")

let watching = camera.aperture.observe { aperture in print("aperture is", aperture?.description ?? "–") }
try await camera.exposureMode.set(.aperturePriority, until: .reflected(timeout: .seconds(1)))
try await camera.aperture.set(.f2_8, until: .reflected(timeout: .seconds(1)))

for try await frame in camera.liveView(.maximumRate(30)).prefix(30) where frame.sequenceNumber % 10 == 0 {
    print("frame", frame.sequenceNumber, "of", frame.bytes.byteCount, "bytes")
}

let shot = try await camera.shoot()
try await shot.original?.write(to: "picture.jpg", replacing: true) { progress in
    print("downloaded", progress.completedBytes, "bytes")
}
watching.cancel()
await camera.disconnect()
