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
            content: .list(.picture),
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
            do {
                if let hold = call.number("hold") {
                    pictures += try await PictureTaking.held(camera, options, for: .seconds(hold), call.core.shots)
                } else if let compensations = call.texts("bracket") {
                    let values = try PictureTaking.values(compensations, of: camera)
                    try await PictureTaking.bracket(camera, options, values, call.core.shots) { number, shot in
                        pictures += PictureRecord.records(of: shot, picture: number)
                    }
                } else {
                    for number in 1...(call.integer("count") ?? 1) {
                        let shot = try await call.core.shots.shoot(camera, options)
                        pictures += PictureRecord.records(of: shot, picture: number)
                    }
                }
            } catch {
                throw pictures.isEmpty ? error : WebProblem(error).adding(pictures)
            }
            return try call.json(pictures)
        },
        WebRoute(.post, "cameras/{camera}/video/start", "startVideo", "Starts recording video.", content: .object(.recording)) {
            call in
            let camera = try await call.camera(for: .videoRecording)
            try await camera.startRecording()
            return try call.json(["recording": true])
        },
        WebRoute(.post, "cameras/{camera}/video/stop", "stopVideo", "Stops recording video.", content: .object(.recording)) {
            call in
            let camera = try await call.camera(for: .videoRecording)
            try await camera.stopRecording()
            return try call.json(["recording": false])
        },
    ]
}

// MARK: - Focus

extension RouteTable {
    private static func autofocus(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        try await camera.engageAutoFocus()
        let areas = camera.focusInfo?.areas ?? []
        do { try await camera.disengageAutoFocus() } catch { Log.write(.info, "serve", "the focus was not released: \(error)") }
        call.core.buttons.halfPressEnded(at: camera)
        return try call.json(FocusRecord(focused: true, areas))
    }

    static let focus: [WebRoute] = [
        WebRoute(
            .post,
            "cameras/{camera}/focus/auto",
            "autofocus",
            "Focuses, as half-pressing the shutter does.",
            content: .object(.focus)
        ) { call in
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
            content: .object(.focusDrive),
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
            ],
            content: .object(.point)
        ) { call in
            try await focusPoint(call)
        },
    ]

    // Functions instead of closures of the table: the compiler (6.3.1) crashes on such closures in optimized builds.

    private static func drive(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        let direction: FocusStep.Direction = call.text("direction") == "near" ? .towardsCamera : .towardsInfinity
        let amount = call.text("amount").flatMap(FocusStep.Amount.init) ?? .medium
        let steps = call.integer("steps") ?? 1
        try await PictureTaking.drive(camera, FocusStep(direction, amount), steps: steps)
        return try call.json(FocusDriveRecord(FocusStep(direction, amount), steps: steps))
    }

    private static func focusPoint(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        let (x, y) = (call.number("x") ?? 0, call.number("y") ?? 0)
        let (frames, space) = try await PictureTaking.viewing(camera)
        defer { withExtendedLifetime(frames) {} }
        try await camera.touchFocus(at: Point(x: x * Double(space.width), y: y * Double(space.height)))
        return try call.json(["x": x, "y": y])
    }
}
