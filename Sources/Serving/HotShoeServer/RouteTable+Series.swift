import HotShoe
import WebServer

extension RouteTable {
    static let series: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/series",
            "listSeries",
            "The series of pictures at a camera, the newest one last. Does not connect.",
            content: .list(.series)
        ) { call in
            let all = call.core.series.all(of: call.cameraIdentifier)
            if all.isEmpty { _ = try call.knownCamera() }
            return try call.json(all.map(SeriesRecord.init))
        },
        WebRoute(
            .post,
            "cameras/{camera}/series",
            "startSeries",
            "Begins a series of pictures, which continues when the client disconnects.",
            body: seriesMembers,
            content: .object(.series),
            status: 201
        ) { call in
            try await startSeries(call)
        },
        WebRoute(
            .get,
            "cameras/{camera}/series/{series}",
            "getSeries",
            "A series of pictures.",
            content: .object(.series)
        ) { call in
            try call.json(SeriesRecord(series(call)))
        },
        WebRoute(
            .delete,
            "cameras/{camera}/series/{series}",
            "stopSeries",
            "Stops a series. A picture that is being taken is completed.",
            content: .object(.series)
        ) { call in
            let series = try series(call)
            await series.stop()
            return try call.json(SeriesRecord(series))
        },
    ]

    private static let seriesMembers: [WebRoute.Parameter] = [
        .init(name: "count", values: .integer(1...10_000), summary: "Number of pictures.", isRequired: true),
        .init(
            name: "interval",
            values: .number(0...86_400),
            summary: "Seconds from the beginning of one picture to that of the next. Default: 0, without a pause."
        ),
        .init(name: "delay", values: .number(0...86_400), summary: "Seconds until the first picture. Default: 0."),
        .init(name: "autofocus", values: .flag, summary: "Focus before each picture. Default: true, and false with focusSteps."),
        .init(
            name: "bracket",
            values: .texts,
            summary: "Exposure compensations, such as -1, 0 and +1: each picture of the series is one with each of them."
        ),
        .init(
            name: "focusSteps",
            values: .integer(1...1000),
            summary: "Steps of the lens after each picture: a focus stack. At the end the lens is moved back."
        ),
        .init(name: "focusDirection", values: .choice(["near", "far"]), summary: "Direction of the steps. Default: far."),
        .init(
            name: "focusAmount",
            values: .choice(["small", "medium", "large"]),
            summary: "Size of a step of the lens. Default: small."
        ),
    ]

    // Functions instead of closures of the table: the compiler (6.3.1) crashes on such closures in optimized builds.

    private static func startSeries(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        var plan = PictureSeries.Plan(
            count: call.integer("count") ?? 1,
            interval: .seconds(call.number("interval") ?? 0),
            delay: .seconds(call.number("delay") ?? 0),
            options: ShootOptions(autofocus: call.flag("autofocus") ?? (call.values["focusSteps"] == nil)),
            compensations: call.texts("bracket") ?? []
        )
        // A value or function that the camera lacks is an error now, and not one of the first picture.
        if call.values["bracket"] != nil { _ = try PictureTaking.values(plan.compensations, of: camera) }
        if let steps = call.integer("focusSteps") {
            guard camera.capabilities.contains(.focusDrive) else {
                throw WebProblem(CameraError(.notSupported, "This camera offers no focus drive over this connection."))
            }
            let direction: FocusStep.Direction = call.text("focusDirection") == "near" ? .towardsCamera : .towardsInfinity
            let amount = call.text("focusAmount").flatMap(FocusStep.Amount.init) ?? .small
            plan.focus = (FocusStep(direction, amount), steps)
        }
        let series = try call.core.series.start(plan, at: camera.identifier.text)
        var answer = try call.json(SeriesRecord(series), 201)
        let name = WebTarget.encoded(camera.identifier.text)
        answer.fields.append(("Location", "/api/v1/cameras/\(name)/series/\(series.identifier)"))
        return answer
    }

    private static func series(_ call: RouteCall) throws(WebProblem) -> PictureSeries {
        let all = call.core.series.all(of: call.cameraIdentifier)
        if all.isEmpty { _ = try call.knownCamera() }
        guard let series = all.first(where: { String($0.identifier) == call.text("series") }) else {
            throw WebProblem(404, "notFound", "There is no series with this identifier. GET …/series lists them.")
        }
        return series
    }

    // MARK: Tethering

    static let tethering: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/tethering",
            "getTethering",
            "Whether new pictures are copied to the server, and the newest copies. Does not connect.",
            content: .object(.tethering)
        ) { call in
            if !call.core.tethering.isKnown(call.cameraIdentifier) { _ = try call.knownCamera() }
            return try call.json(call.core.tethering.progress(of: call.cameraIdentifier))
        },
        WebRoute(
            .put,
            "cameras/{camera}/tethering",
            "startTethering",
            "Copies each new picture into the folder of the server, until it is stopped; also when the client disconnects.",
            content: .object(.tethering)
        ) { call in
            let camera = try await call.camera(for: .stillsShooting)
            let questions = call.core.questions
            try call.core.tethering.start(camera) { questions.add($0, of: camera.identifier) }
            return try call.json(call.core.tethering.progress(of: camera.identifier.text))
        },
        WebRoute(
            .delete,
            "cameras/{camera}/tethering",
            "stopTethering",
            "Ends the copying of new pictures.",
            content: .object(.tethering)
        ) { call in
            let camera = call.cameraIdentifier
            if !call.core.tethering.isKnown(camera) { _ = try call.knownCamera() }
            await call.core.tethering.stop(camera)
            return try call.json(call.core.tethering.progress(of: camera))
        },
    ]
}
