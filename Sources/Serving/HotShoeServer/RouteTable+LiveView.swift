import HotShoe
import WebServer

extension RouteTable {
    private static let rate = WebRoute.Parameter(
        name: "rate",
        values: .number(0.1...240),
        summary: "Maximum number of frames a second for this client."
    )

    static let liveView: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/live-view.mjpeg",
            "liveViewParts",
            "Live view as multipart/x-mixed-replace, for pictures in pages and for programs such as OBS.",
            query: [
                rate,
                .init(
                    name: "head",
                    values: .flag,
                    summary: "Adds the head of each frame in hexadecimal as a field HotShoe-Frame. Default: false."
                ),
            ],
            content: .bytes("multipart/x-mixed-replace")
        ) { call in
            let packing = LiveViewPieces.Packing.part(hasHead: call.flag("head") ?? false)
            let pieces = LiveViewPieces(try await liveCamera(call), options(call), packing)
            let type = "multipart/x-mixed-replace; boundary=\(LiveViewPieces.boundary)"
            return WebResponse(200, fields: [("Content-Type", type)], body: .stream(pieces, length: nil))
        },
        WebRoute(
            .get,
            "cameras/{camera}/live-view.jpg",
            "liveViewFrame",
            "One frame of live view.",
            content: .bytes("image/jpeg")
        ) {
            call in
            let frames = try await liveCamera(call).liveView().makeAsyncIterator()
            while let frame = try await frames.next() {
                guard frame.info.format == .jpeg else { continue }
                var bytes: [UInt8] = []
                unsafe frame.bytes.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
                return WebResponse(200, fields: [("Content-Type", "image/jpeg")], body: .bytes(bytes))
            }
            throw WebProblem(409, "notAvailable", "The camera ended live view.")
        },
        WebRoute(
            .get,
            "cameras/{camera}/live-view",
            "liveViewMessages",
            "Live view as binary messages of a WebSocket: a head, and a JPEG.",
            query: [rate],
            content: .messages
        ) { call in
            WebResponse(101, body: .webSocket(LiveViewPieces(try await liveCamera(call), options(call), .message)))
        },
        WebRoute(
            .get,
            "cameras/{camera}/live-view.frames",
            "liveViewRecords",
            "Live view with all that the camera says of each frame, for programs: records that docs/remote-cameras.md describes.",
            query: [
                rate, .init(name: "fast", values: .flag, summary: "Prefers a high rate to large frames. Default: false."),
                .init(name: "width", values: .integer(1...100_000), summary: "Wanted width of the frames in pixels."),
                .init(name: "height", values: .integer(1...100_000), summary: "Wanted height of the frames in pixels."),
            ],
            content: .bytes("application/octet-stream")
        ) { call in
            let pieces = try await LiveViewPieces(liveCamera(call), frameOptions(call), .record).start()
            return WebResponse(200, fields: [("Content-Type", "application/octet-stream")], body: .stream(pieces, length: nil))
        },
    ]

    private static func options(_ call: RouteCall) -> LiveViewOptions { LiveViewOptions(maximumRate: call.number("rate")) }

    private static func frameOptions(_ call: RouteCall) -> LiveViewOptions {
        var options = options(call)
        options.prefersHighRate = call.flag("fast") ?? false
        if let width = call.integer("width"), let height = call.integer("height") {
            options.size = PixelSize(width: width, height: height)
        }
        return options
    }

    private static func liveCamera(_ call: RouteCall) async throws -> Camera {
        let camera = try await call.camera()
        guard camera.capabilities.contains(.liveView) else {
            throw WebProblem(CameraError(.notSupported, "This camera has no live view.", operation: .liveView))
        }
        return camera
    }
}
