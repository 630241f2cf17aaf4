import CameraRecords
import HotShoe
import JSONText
import WebServer

/// The table of routes.
enum RouteTable {
    static let routes: [WebRoute] = overview + cameras + properties + shooting + focus + files + events + liveView

    private static let overview: [WebRoute] = [
        WebRoute(.get, "", "overview", "The routes of this interface.", content: .list) { call in
            try call.json(routes.map(RouteRecord.init))
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
        WebRoute(.get, "cameras", "listCameras", "The cameras that are found now.", content: .list) { call in
            try call.json(call.core.cameras.all.map { CameraRecord($0.connectedDescription) })
        },
        WebRoute(.get, "cameras/{camera}", "getCamera", "Identity and functions of a camera. Connects to it.") { call in
            try call.json(InfoRecord(await call.camera()))
        },
        WebRoute(.get, "cameras/{camera}/state", "getState", "State of a camera, and of its connection. Does not connect.") {
            call in
            try call.json(StateRecord(call.knownCamera()))
        },
        WebRoute(.put, "cameras/{camera}/connection", "connect", "Connects to a camera.") { call in
            try call.json(StateRecord(await call.camera()))
        },
        WebRoute(.delete, "cameras/{camera}/connection", "disconnect", "Disconnects from a camera.") { call in
            let camera = try call.knownCamera()
            await camera.disconnect()
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
                .init(name: "camera", values: .text, summary: "Only the events of the camera with this identifier."),
                .init(name: "after", values: .text, summary: "As Last-Event-ID, for clients that cannot send it."),
            ],
            content: .bytes("text/event-stream")
        ) { call in
            let identifier = call.request.fields["last-event-id"] ?? call.text("after")
            return WebResponse(
                200,
                fields: [("Content-Type", "text/event-stream")],
                body: .stream(call.core.feed.stream(camera: call.text("camera"), after: identifier), length: nil)
            )
        }
    ]
}

/// The state of a camera, as JSON.
private struct StateRecord: Encodable {
    struct Area: Encodable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let active: Bool
        let focused: Bool
    }

    let connection: String
    /// Why the last connection ended; nil if none has ended.
    let reason: String?
    let recording: Bool
    let recordedSeconds: Int?
    let remainingSeconds: Int?
    let liveView: Bool
    /// The focus areas in parts of the picture, from 0 to 1.
    let focusAreas: [Area]?
    let storages: [StorageRecord]

    init(_ camera: Camera) {
        switch camera.connectionState {
        case .notConnected(let reason): (connection, self.reason) = ("not connected", reason?.description)
        case .connecting: (connection, reason) = ("connecting", nil)
        case .waitingForUser: (connection, reason) = ("waiting for a confirmation at the camera", nil)
        case .connected: (connection, reason) = ("connected", nil)
        case .disconnecting: (connection, reason) = ("disconnecting", nil)
        }
        recording = camera.recording.isRecording
        switch camera.recording.timer {
        case .none: (recordedSeconds, remainingSeconds) = (nil, nil)
        case .elapsed(let seconds): (recordedSeconds, remainingSeconds) = (seconds, nil)
        case .remaining(let seconds): (recordedSeconds, remainingSeconds) = (nil, seconds)
        }
        liveView = if case .running = camera.liveViewState { true } else { false }
        focusAreas = camera.focusInfo.map { info in
            let (width, height) = (Double(max(info.space.width, 1)), Double(max(info.space.height, 1)))
            return info.areas.map { area in
                Area(
                    x: area.rect.x / width,
                    y: area.rect.y / height,
                    width: area.rect.width / width,
                    height: area.rect.height / height,
                    active: area.isActive,
                    focused: area.hasFocus
                )
            }
        }
        storages = camera.storages.map { StorageRecord($0.info) }
    }
}
