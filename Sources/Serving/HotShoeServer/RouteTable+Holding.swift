import CameraRecords
import HotShoe
import WebServer

extension RouteTable {
    /// Time after which the server releases a half-pressed shutter button that no client presses again.
    private static let halfPressLimit = Duration.seconds(30)

    /// Buttons that are held, and the choice of a focus area.
    static let holding: [WebRoute] = [
        WebRoute(
            .put,
            "cameras/{camera}/half-press",
            "holdHalfPress",
            "Presses the shutter button halfway, focuses, and holds it for 30 s or until it is released. Pressing it again extends the time.",
            content: .object(.focus)
        ) { call in
            let camera = try await call.camera(for: .stillsShooting)
            try await call.core.buttons.holdHalfPress(of: camera, for: halfPressLimit)
            return try call.json(FocusRecord(focused: true, camera.focusInfo?.areas ?? []))
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
                ),
            ],
            content: .object(.button)
        ) { call in
            let camera = try await call.camera(for: .stillsShooting)
            try await call.core.buttons.holdShutter(
                of: camera,
                autofocus: call.flag("autofocus") ?? true,
                for: .seconds(call.number("limit") ?? 30)
            )
            return try call.json(["held": true])
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
}
