import CameraRecords
import HotShoe
import JSONText
import WebServer

/// The table of routes.
enum RouteTable {
    static let routes: [WebRoute] =
        overview + session + cameras + authentication + properties + shooting + focus + holding + series + tethering + files
        + changes + storages + programs
        + events + liveView + pages

    private static let overview: [WebRoute] = [
        WebRoute(.get, "", "overview", "The routes of this interface.", content: .list(.route)) { call in
            try call.json(routes.filter { !$0.name.isEmpty }.map(RouteRecord.init))
        }
    ]

    /// A row of the table as JSON.
    private struct RouteRecord: Encodable {
        let method: String
        let path: String
        let name: String
        let summary: String
        let query: [Member]?
        let body: [Member]?

        struct Member: Encodable {
            let name: String
            let values: String
            let summary: String
            let required: Bool

            init(_ parameter: WebRoute.Parameter) {
                (name, values, summary) = (parameter.name, parameter.values.words, parameter.summary)
                required = parameter.isRequired
            }
        }

        init(_ route: WebRoute) {
            (method, path, name, summary) = (route.method.rawValue, route.template, route.name, route.summary)
            query = route.query.isEmpty ? nil : route.query.map(Member.init)
            body = route.body.isEmpty ? nil : route.body.map(Member.init)
        }
    }
}

// MARK: - Cameras

extension RouteTable {
    private static let cameras: [WebRoute] = [
        WebRoute(.get, "cameras", "listCameras", "The cameras that are found now.", content: .list(.camera)) { call in
            try call.json(call.core.cameras.all.map(call.core.cameras.record))
        },
        WebRoute(
            .get,
            "cameras/{camera}",
            "getCamera",
            "Identity and functions of a camera. Connects to it.",
            content: .object(.cameraInfo)
        ) { call in
            try call.json(call.core.cameras.information(about: await call.camera()))
        },
        WebRoute(
            .get,
            "cameras/{camera}/state",
            "getState",
            "State of a camera, and of its connection. Does not connect.",
            content: .object(.state)
        ) { call in
            try call.json(StateRecord(call.knownCamera()))
        },
        WebRoute(
            .put,
            "cameras/{camera}/connection",
            "connect",
            "Connects to a camera.",
            content: .object(.state)
        ) { call in
            try call.json(StateRecord(await call.camera()))
        },
        WebRoute(
            .delete,
            "cameras/{camera}/connection",
            "disconnect",
            "Disconnects from a camera.",
            query: [.init(name: "powerOff", values: .flag, summary: "Switches the camera off, if it can. Default: false.")],
            content: .object(.state)
        ) { call in
            let camera = try call.knownCamera()
            // They would connect again.
            let isUsed = call.core.series.isRunning(at: camera.identifier.text)
            guard !isUsed, !call.core.tethering.isRunning(camera.identifier.text) else {
                throw WebProblem(
                    409,
                    "inUse",
                    "A series or tethering runs at this camera, and would connect again. Stop it first."
                )
            }
            await camera.disconnect(DisconnectOptions(powersOff: call.flag("powerOff") ?? false))
            return try call.json(StateRecord(camera))
        },
    ]

    private static let events: [WebRoute] = [
        WebRoute(
            .get,
            "events",
            "events",
            "Events of all cameras as Server-Sent Events. The field Last-Event-ID continues after an event.",
            query: [
                .init(
                    name: "camera",
                    values: .text,
                    summary: "Only the events of the camera with this identifier or serial number."
                ),
                .init(name: "after", values: .text, summary: "As Last-Event-ID, for clients that cannot send it."),
            ],
            content: .bytes("text/event-stream")
        ) { call in
            let identifier = call.request.fields["last-event-id"] ?? call.text("after")
            let camera = try call.text("camera").map { name throws(WebProblem) in try call.core.cameras.knownIdentifier(name) }
            return WebResponse(
                200,
                fields: [("Content-Type", "text/event-stream")],
                body: .stream(call.core.feed.stream(camera: camera, after: identifier), length: nil)
            )
        }
    ]
}
