import CameraRecords
import HotShoe
import HotShoeSupport
import JSONText
import WebServer

extension RouteTable {
    static let shooting: [WebRoute] = [
        WebRoute(
            .post,
            "cameras/{camera}/shoot",
            "shoot",
            "Takes pictures, and answers when the camera has stored them.",
            body: [
                .init(name: "autofocus", values: .flag, summary: "Focus first. Default: true."),
                .init(name: "count", values: .integer(1...100), summary: "Number of pictures, one after the other. Default: 1."),
                .init(
                    name: "hold",
                    values: .number(0...3600),
                    summary: "Seconds for which the shutter button is held: the exposure in bulb mode, or a burst."
                ),
                .init(
                    name: "bracket",
                    values: .texts,
                    summary: "Exposure compensations, such as -1, 0 and +1: a picture with each. The compensation is set back."
                ),
            ],
            content: .list,
            timeLimit: { call in
                let pictures = max(call.integer("count") ?? 1, call.texts("bracket")?.count ?? 1)
                return WebRoute.usualTimeLimit + .seconds(120 * pictures) + .seconds(2 * (call.number("hold") ?? 0))
            }
        ) { call in
            let camera = try await call.camera(for: .stillsShooting)
            let options = ShootOptions(autofocus: call.flag("autofocus") ?? true)
            let isExclusive = ["count", "hold", "bracket"].count { call.values[$0] != nil } <= 1
            guard isExclusive else { throw WebProblem(400, "invalidMember", "Of count, hold and bracket only one can be used.") }
            var pictures: [PictureRecord] = []
            if let hold = call.number("hold") {
                let files = try await held(camera, options, for: .seconds(hold))
                pictures += files.map { PictureRecord($0, picture: 1) }
            } else if let compensations = call.texts("bracket") {
                try await bracket(camera, options, compensations) { number, shot in
                    pictures += shot.files.map { PictureRecord($0, picture: number) }
                }
            } else {
                for number in 1...(call.integer("count") ?? 1) {
                    let shot = try await camera.shoot(options)
                    pictures += shot.files.map { PictureRecord($0, picture: number) }
                }
            }
            return try call.json(pictures)
        },
        WebRoute(.post, "cameras/{camera}/video/start", "startVideo", "Starts recording video.") { call in
            let camera = try await call.camera(for: .videoRecording)
            try await camera.startRecording()
            return try call.json(["recording": true])
        },
        WebRoute(.post, "cameras/{camera}/video/stop", "stopVideo", "Stops recording video.") { call in
            let camera = try await call.camera(for: .videoRecording)
            try await camera.stopRecording()
            return try call.json(["recording": false])
        },
    ]

    /// Time after the last file of a picture in which its companion may follow.
    private static let companionDelay = Duration.milliseconds(500)

    /// Holds the shutter button for a time, and returns the files that the camera reports.
    private static func held(_ camera: Camera, _ options: ShootOptions, for time: Duration) async throws -> [RemoteFile] {
        let clock = SystemClock.shared
        if options.autofocus, camera.capabilities.contains(.halfPress) { try await camera.engageAutoFocus() }
        // Observed from before the press, because a camera may report the file before it answers.
        let events = camera.events
        do {
            try await camera.pressShutter()
            await clock.sleep(for: time)
            try await camera.releaseShutter()
        } catch {
            // A cancelled request still reaches the camera.
            try? await camera.releaseShutter()
            throw error
        }
        if options.autofocus, camera.capabilities.contains(.halfPress) { try? await camera.disengageAutoFocus() }
        let limit = clock.makeTimer { events.cancel() }
        // The camera may take a dark frame of the same duration.
        limit.arm(at: clock.now + time + .seconds(40))
        defer { limit.disarm() }
        var files: [RemoteFile] = []
        for await event in events {
            switch event {
            case .itemAdded(let item) where item.kind != .folder: files.append(camera.item(item).file)
            case .connection(.notConnected): return files
            default: continue
            }
            limit.arm(at: clock.now + companionDelay)
        }
        return files
    }

    /// Takes a picture with each exposure compensation, and sets the compensation back.
    private static func bracket(
        _ camera: Camera,
        _ options: ShootOptions,
        _ compensations: [String],
        _ taken: (Int, Shot) -> Void
    ) async throws {
        let property = camera.property(.exposureCompensation)
        guard (1...25).contains(compensations.count) else {
            throw WebProblem(400, "invalidMember", "bracket has 1 to 25 values.")
        }
        // A value that the camera does not have is an error before the first picture.
        let values = try compensations.map { text throws(CameraError) in try property.state.settableValue(for: text) }
        let old = property.value
        var failure: (any Error)?
        do {
            for (index, value) in values.enumerated() {
                if property.value?.matches(value) != true {
                    try await property.set(value, until: .reflected(timeout: .seconds(2)))
                }
                taken(index + 1, try await camera.shoot(options))
            }
        } catch {
            failure = error
        }
        if let old, property.value?.matches(old) != true { try? await property.set(old, until: .reflected(timeout: .seconds(2))) }
        if let failure { throw failure }
    }
}

/// A file of a picture that was taken, as JSON.
private struct PictureRecord: Encodable {
    let picture: Int
    let file: String
    /// Identifier of the file on its card; nil for a picture that the camera only offers.
    let id: String?
    let size: UInt64?
    let pixels: String?
    let raw: Bool

    init(_ file: RemoteFile, picture: Int) {
        self.picture = picture
        self.file = file.name
        id = file.item?.info.handle.description
        (size, raw) = (file.size, file.isRAW)
        pixels = file.item?.info.pixelSize?.description
    }
}

// MARK: - Focus

extension RouteTable {
    private static func autofocus(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        try await camera.engageAutoFocus()
        let areas = camera.focusInfo?.areas ?? []
        do { try await camera.disengageAutoFocus() } catch { Log.write(.info, "serve", "the focus was not released: \(error)") }
        return try call.json(FocusRecord(focused: true, areas))
    }

    static let focus: [WebRoute] = [
        WebRoute(.post, "cameras/{camera}/focus/auto", "autofocus", "Focuses, as half-pressing the shutter does.") { call in
            try await autofocus(call)
        },
        WebRoute(
            .post,
            "cameras/{camera}/focus/drive",
            "driveFocus",
            "Moves the lens by steps. Runs live view during the movement, which cameras need for it.",
            body: [
                .init(
                    name: "direction",
                    values: .choice(["near", "far"]),
                    summary: "Direction of the movement.",
                    isRequired: true
                ),
                .init(
                    name: "amount",
                    values: .choice(["small", "medium", "large"]),
                    summary: "Size of a step. Default: medium."
                ),
                .init(name: "steps", values: .integer(1...1000), summary: "Number of steps. Default: 1."),
            ],
            timeLimit: { WebRoute.usualTimeLimit + .seconds(5 * ($0.integer("steps") ?? 1)) }
        ) { call in
            try await drive(call)
        },
        WebRoute(
            .post,
            "cameras/{camera}/focus/point",
            "focusPoint",
            "Focuses at a point of the picture.",
            body: [
                .init(
                    name: "x",
                    values: .number(0...1),
                    summary: "From the left edge, 0, to the right one, 1.",
                    isRequired: true
                ),
                .init(
                    name: "y",
                    values: .number(0...1),
                    summary: "From the upper edge, 0, to the lower one, 1.",
                    isRequired: true
                ),
            ]
        ) { call in
            try await focusPoint(call)
        },
    ]

    /// Starts live view, which runs as long as the iterator exists. Returns also the size of its coordinate space.
    private static func viewing(_ camera: Camera) async throws -> (LiveViewStream.AsyncIterator, PixelSize) {
        let frames = camera.liveView().makeAsyncIterator()
        guard let first = try await frames.next() else { throw CancellationError() }
        return (frames, first.info.space)
    }

    // Functions instead of closures of the table: the compiler (6.3.1) crashes on such closures in optimized builds.

    private static func drive(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        let direction: FocusStep.Direction = call.text("direction") == "near" ? .towardsCamera : .towardsInfinity
        let amount = call.text("amount").flatMap(FocusStep.Amount.init) ?? .medium
        let steps = call.integer("steps") ?? 1
        let (frames, _) = try await viewing(camera)
        defer { withExtendedLifetime(frames) {} }
        for _ in 0..<steps {
            try Task.checkCancellation()
            try await camera.driveFocus(FocusStep(direction, amount))
        }
        return try call.json(FocusDriveRecord(FocusStep(direction, amount), steps: steps))
    }

    private static func focusPoint(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        let (x, y) = (call.number("x") ?? 0, call.number("y") ?? 0)
        let (frames, space) = try await viewing(camera)
        defer { withExtendedLifetime(frames) {} }
        try await camera.touchFocus(at: Point(x: x * Double(space.width), y: y * Double(space.height)))
        return try call.json(["x": x, "y": y])
    }
}
