import CameraRecords
import HotShoe
import WebServer

extension RouteTable {
    /// Time after which the server releases a half-pressed shutter button that no client presses again.
    private static let halfPressLimit = Duration.seconds(30)

    private static let extend = WebRoute.Parameter(
        name: "extend",
        values: .flag,
        summary: "Extends the time of a button that is held, and presses none: 409 if the server has released it. Default: false."
    )

    /// Buttons that are held, and the choice of a focus area.
    static let holding: [WebRoute] = [
        WebRoute(
            .put,
            "cameras/{camera}/half-press",
            "holdHalfPress",
            "Presses the shutter button halfway, focuses, and holds it for 30 s or until it is released. Pressing it again extends the time.",
            body: [extend],
            content: .object(.focus)
        ) { call in
            try await holdHalfPress(call)
        },
        WebRoute(
            .delete,
            "cameras/{camera}/half-press",
            "releaseHalfPress",
            "Releases the half-pressed shutter button.",
            content: .object(.button)
        ) { call in
            try await call.core.buttons.releaseHalfPress(of: call.camera(for: .stillsShooting))
            return try call.json(["held": false])
        },
        WebRoute(
            .put,
            "cameras/{camera}/shutter",
            "holdShutter",
            "Presses the shutter button and holds it: for a bulb exposure or a burst. Events report the files.",
            body: [
                .init(name: "autofocus", values: .flag, summary: "Focus first. Default: true."),
                .init(
                    name: "limit",
                    values: .number(0.1...3600),
                    summary: "Seconds after which the server releases the button, if no client has. Default: 30."
                ), extend,
            ],
            content: .object(.button)
        ) { call in
            try await holdShutter(call)
        },
        WebRoute(
            .delete,
            "cameras/{camera}/shutter",
            "releaseShutter",
            "Releases the shutter button.",
            content: .object(.button)
        ) { call in
            try await call.core.buttons.releaseShutter(of: call.camera(for: .stillsShooting))
            return try call.json(["held": false])
        },
        WebRoute(
            .put,
            "cameras/{camera}/focus/area",
            "selectFocusArea",
            "Selects a focus area.",
            body: [
                .init(
                    name: "index",
                    values: .integer(0...4095),
                    summary: "Index in the list focusAreas of the state, from 0.",
                    isRequired: true
                )
            ],
            content: .object(.state)
        ) { call in
            let camera = try await call.camera(for: .stillsShooting)
            try await camera.setFocusArea(call.integer("index") ?? 0)
            return try call.json(StateRecord(camera))
        },
    ]

    // Functions instead of closures of the table: the compiler (6.3.1) crashes on such closures in optimized builds.

    private static func holdHalfPress(_ call: RouteCall) async throws -> WebResponse {
        let camera: Camera
        if call.flag("extend") ?? false {
            camera = try extended(.halfPress, call, for: halfPressLimit)
        } else {
            camera = try await call.camera(for: .stillsShooting)
            try await call.core.buttons.holdHalfPress(of: camera, for: halfPressLimit)
        }
        return try call.json(FocusRecord(focused: true, camera.focusInfo?.areas ?? []))
    }

    private static func holdShutter(_ call: RouteCall) async throws -> WebResponse {
        let limit = Duration.seconds(call.number("limit") ?? 30)
        if call.flag("extend") ?? false {
            _ = try extended(.shutter, call, for: limit)
        } else {
            let camera = try await call.camera(for: .stillsShooting)
            try await call.core.buttons.holdShutter(of: camera, autofocus: call.flag("autofocus") ?? true, for: limit)
        }
        return try call.json(["held": true])
    }

    /// Extends the time of a button that is held. Does not connect: a camera without a connection holds none.
    private static func extended(
        _ button: HeldButtons.Button,
        _ call: RouteCall,
        for limit: Duration
    ) throws(WebProblem) -> Camera {
        let camera = try call.knownCamera()
        guard call.core.buttons.extend(button, of: camera, for: limit) else {
            throw WebProblem(409, "notHeld", "The server does not hold this button any more.")
        }
        return camera
    }
}
