import CameraMessages
import CameraRecords
import HotShoe
import JSONText
import WebServer

/// What a program needs that uses a camera as if it were attached to its own computer (docs/remote-cameras.md).
extension RouteTable {
    private static func part(_ name: String, _ summary: String) -> WebRoute.Parameter {
        .init(name: name, values: .number(0...1), summary: summary, isRequired: true)
    }

    private static let point = [
        part("x", "From the left edge, 0, to the right one, 1."), part("y", "From the upper edge, 0, to the lower one, 1."),
    ]

    static let programs: [WebRoute] = observing + exactFiles + transfers + control

    private static let observing: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/changes",
            "changes",
            "The whole state of a camera, then each change, as lines of JSON that restore it exactly. Does not connect.",
            content: .bytes("application/jsonl")
        ) { call in
            let changes = ChangeStream(try call.knownCamera(), call.core.questions, call.core.time)
            return WebResponse(200, fields: [("Content-Type", "application/jsonl")], body: .stream(changes, length: nil))
        },
        WebRoute(
            .put,
            "cameras/{camera}/categories",
            "setCategories",
            "Activates command categories: the purposes for which the camera is in use.",
            body: [
                .init(
                    name: "categories",
                    values: .texts,
                    summary: "The categories: stills shooting, file access, video recording.",
                    isRequired: true
                )
            ],
            content: .object(.cameraInfo)
        ) { call in
            try await setCategories(call)
        },
    ]

    private static let exactFiles: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}/item",
            "getItem",
            "All that the camera says of a file or folder.",
            content: .exact
        ) { call in
            call.exact(try await item(call, orFolder: true).info.json)
        },
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}/exif",
            "getExactMetadata",
            "The EXIF data of a picture, in the form of `changes`.",
            content: .exact
        ) { call in
            call.exact(try await item(call).pictureMetadata().json)
        },
    ]

    private static let transfers: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/transfers",
            "listTransfers",
            "The pictures that the camera offers for transfer.",
            content: .exact
        ) { call in
            call.exact(.array(try await call.camera().pendingTransfers.map(\.offer.json)))
        },
        WebRoute(
            .post,
            "cameras/{camera}/transfers/{offer}",
            "fetchTransfer",
            "Fetches an offered picture. The offer ends: the camera may keep no copy.",
            body: [
                .init(
                    name: "representation",
                    values: .choice(["original", "preview"]),
                    summary: "The picture itself, or a smaller one. Default: original."
                ),
                .init(
                    name: "again",
                    values: .flag,
                    summary:
                        "After a broken connection: the last picture that was fetched, which is kept for 5 min, as well. Default: false."
                ),
            ],
            content: .bytes("*/*"),
            timeLimit: { _ in .seconds(3600) }
        ) { call in
            try await fetch(call)
        },
        WebRoute(
            .delete,
            "cameras/{camera}/transfers/{offer}",
            "declineTransfer",
            "Declines an offered picture: the camera may discard it.",
            content: .object(.deletion),
            access: .deletion
        ) { call in
            try await decline(call)
        },
    ]

    private static let control: [WebRoute] = [
        WebRoute(
            .post,
            "cameras/{camera}/shot",
            "takeShot",
            "Takes one picture, and answers with all that the camera says of its files.",
            body: [
                .init(name: "autofocus", values: .flag, summary: "Focus first. Default: true."),
                .init(name: "timeLimit", values: .number(0...7200), summary: "Seconds to wait for the files."),
                .init(
                    name: "time",
                    values: .text,
                    summary:
                        "The moment of the release, in nanoseconds since 1970-01-01 00:00 UTC by the server's clock. At most an hour ahead."
                ),
                .init(
                    name: "clockLimit",
                    values: .number(0...10),
                    summary: "The largest error in seconds that the server's clock may have, with `time`. Default: any."
                ),
                .init(
                    name: "client",
                    values: .text,
                    summary:
                        "A name that the program has chosen for itself at random, for `othersPictures`. At most 64 bytes."
                ),
            ],
            content: .exact,
            timeLimit: { _ in .seconds(7300) }
        ) { call in
            try await shoot(call)
        },
        WebRoute(
            .get,
            "cameras/{camera}/others-pictures",
            "othersPictures",
            "The newest 500 pictures that were taken for other clients, and the numbers of those that are being taken.",
            query: [.init(name: "client", values: .text, summary: "The name that the program used for its own pictures.")],
            content: .exact
        ) { call in
            call.exact(call.core.shots.others(than: call.text("client"), of: try await call.camera()).json)
        },
        WebRoute(
            .post,
            "cameras/{camera}/properties/{property}/step",
            "stepProperty",
            "Moves a property by one step of its list.",
            body: [
                .init(
                    name: "direction",
                    values: .choice(["increment", "decrement"]),
                    summary: "Towards the end of the list, or its beginning.",
                    isRequired: true
                )
            ],
            content: .object(.property)
        ) { call in
            try await step(call)
        },
        WebRoute(
            .get,
            "cameras/{camera}/clock",
            "readClock",
            "The date of the camera's clock.",
            content: .object(.clock)
        ) { call in
            try call.json(["date": try await call.camera().readClock().description])
        },
        WebRoute(
            .get,
            "cameras/{camera}/host-clock",
            "readHostClock",
            "The clock of the server's computer, by which it keeps the time of `takeShot`.",
            content: .object(.hostClock)
        ) { call in
            _ = try call.knownCamera()
            return try call.json(HostClockRecord(ClockQuality.current(), .now()))
        },
        WebRoute(
            .put,
            "cameras/{camera}/clock",
            "setClock",
            "Sets the camera's clock.",
            body: [.init(name: "date", values: .text, summary: "The date in ISO 8601. Default: that of the server.")],
            content: .object(.clock)
        ) { call in
            try await setClock(call)
        },
        WebRoute(
            .put,
            "cameras/{camera}/live-view/crop",
            "cropLiveView",
            "Limits live view to a part of the picture, while it runs.",
            body: point + [part("width", "Width, as a part of the whole."), part("height", "Height, as a part of the whole.")],
            content: .object(.part)
        ) { call in
            try await crop(call)
        },
        WebRoute(
            .delete,
            "cameras/{camera}/live-view/crop",
            "uncropLiveView",
            "Lets live view show the whole picture again.",
            content: .object(.state)
        ) { call in
            let camera = try await call.camera()
            try await camera.setLiveViewCrop(nil)
            return try call.json(StateRecord(camera))
        },
        WebRoute(
            .post,
            "cameras/{camera}/live-view/pan",
            "panLiveView",
            "Moves the part that an enlarged live view shows.",
            body: point,
            content: .object(.point)
        ) { call in
            try await pan(call)
        },
    ]

    // Functions instead of closures of the table: the compiler (6.3.1) crashes on such closures in optimized builds.

    private static func setCategories(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera()
        let names = call.texts("categories") ?? []
        let categories = CommandCategories(names: names)
        guard categories.names.count == Set(names).count else {
            throw WebProblem(
                400,
                "invalidMember",
                "categories has other names than stills shooting, file access, video recording."
            )
        }
        try await camera.setCommandCategories(categories)
        return try call.json(call.core.cameras.information(about: camera))
    }

    private static func shoot(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .stillsShooting)
        let limit = call.number("timeLimit").map { Duration.seconds($0) }
        let client = call.text("client")
        guard client?.utf8.count ?? 0 <= 64 else { throw WebProblem(400, "invalidMember", "client has more than 64 bytes.") }
        let options = ShootOptions(
            autofocus: call.flag("autofocus") ?? true,
            timeLimit: limit,
            time: try releaseTime(call)
        )
        let shot = try await call.core.shots.shoot(camera, options, by: client)
        return call.exact(shot.result.json)
    }

    /// The moment of a release by this computer's clock, if it is certain enough.
    private static func releaseTime(_ call: RouteCall) throws -> ClockTime? {
        guard let text = call.text("time") else { return nil }
        guard let nanoseconds = Int64(text) else {
            throw WebProblem(400, "invalidMember", "time is no number of nanoseconds since 1970.")
        }
        let time = ClockTime(nanosecondsSince1970: nanoseconds)
        guard time.duration(since: .now()) <= .seconds(3600) else {
            throw WebProblem(400, "invalidMember", "time is more than an hour ahead of this computer's clock.")
        }
        if let limit = call.number("clockLimit") { try ClockQuality.current().check(.seconds(limit)) }
        return time
    }

    private static func step(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera()
        let property = try property(call.text("property") ?? "", of: camera)
        try await property.step(call.text("direction") == "decrement" ? .decrement : .increment)
        return try call.json(PropertyRecord(property.state, withValues: true, in: SettingObstacle.Situation(camera)))
    }

    private static func setClock(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera()
        var date = CameraDate.now()
        if let text = call.text("date") {
            guard let parsed = CameraDate(text: text) else {
                throw WebProblem(400, "invalidMember", "date is not a date in ISO 8601, such as 2026-11-20T21:52:03+01:00.")
            }
            date = parsed
        }
        try await camera.setClock(date)
        return try call.json(["date": date.description])
    }

    private static func offer(_ call: RouteCall) throws(WebProblem) -> TransferOffer.Identifier {
        guard let number = call.text("offer").flatMap({ UInt64($0) }) else { throw notOffered }
        return TransferOffer.Identifier(number)
    }

    private static var notOffered: WebProblem {
        WebProblem(
            404,
            "notFound",
            "The camera offers no picture with this identifier, or not in this form. GET …/transfers lists them."
        )
    }

    private static func fetch(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera()
        let representation = call.text("representation").flatMap(TransferOffer.Representation.init) ?? .original
        let isRepeated = call.flag("again") ?? false
        guard let picture = try await call.core.offers.picture(offer(call), representation, of: camera, isRepeated: isRepeated)
        else { throw notOffered }
        let name = WebTarget.encoded(picture.name)
        let fields = [
            ("Content-Type", type(of: picture.name)), ("Content-Disposition", "attachment; filename*=UTF-8''\(name)"),
        ]
        return WebResponse(200, fields: fields, body: .bytes(picture.bytes))
    }

    private static func decline(_ call: RouteCall) async throws -> WebResponse {
        let offer = try offer(call)
        guard let transfer = try await call.camera().pendingTransfers.first(where: { $0.offer.identifier == offer }) else {
            throw notOffered
        }
        try await transfer.decline()
        return try call.json(["deleted": transfer.offer.fileName])
    }

    /// The coordinate space of live view, which must be running.
    private static func space(_ camera: Camera) async throws -> (LiveViewStream.Iterator, PixelSize) {
        guard camera.liveViewState.isRunning else {
            throw CameraError(.needsLiveView, "This works only while live view is running. Start live view first.")
        }
        return try await PictureTaking.viewing(camera)
    }

    private static func crop(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera()
        let (frames, space) = try await space(camera)
        defer { withExtendedLifetime(frames) {} }
        let (width, height) = (Double(space.width), Double(space.height))
        func number(_ name: String) -> Double { call.number(name) ?? 0 }
        try await camera.setLiveViewCrop(
            Rect(
                x: number("x") * width,
                y: number("y") * height,
                width: number("width") * width,
                height: number("height") * height
            )
        )
        return try call.json(["x": number("x"), "y": number("y"), "width": number("width"), "height": number("height")])
    }

    private static func pan(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera()
        let (frames, space) = try await space(camera)
        defer { withExtendedLifetime(frames) {} }
        let (x, y) = (call.number("x") ?? 0, call.number("y") ?? 0)
        try await camera.panLiveView(to: Point(x: x * Double(space.width), y: y * Double(space.height)))
        return try call.json(["x": x, "y": y])
    }
}

/// The clock of this computer, as JSON.
private struct HostClockRecord: Encodable {
    let time: String
    let synchronized: Bool
    let maximumError: Double
    let estimatedError: Double

    init(_ quality: ClockQuality, _ now: ClockTime) {
        time = String(now.nanosecondsSince1970)
        synchronized = quality.isSynchronized
        (maximumError, estimatedError) = (quality.maximumError / .seconds(1), quality.estimatedError / .seconds(1))
    }
}
