/// A file of the page, or of the description of the interface.
package struct ServedPage: Sendable {
    /// The name, which is the path below the root of the server.
    package let name: String
    package let bytes: [UInt8]

    /// All files.
    package static let files: [ServedPage] = page + interface

    private static let interface: [ServedPage] = [
        .init("interface.html", PackageResources.interface_html), .init("interface.css", PackageResources.interface_css),
        .init("interface.js", PackageResources.interface_js), .init("client_base.js", PackageResources.client_base_js),
        .init("client_base.d.ts", PackageResources.client_base_d_ts),
    ]

    private static let page: [ServedPage] = [
        .init("allsettings.js", PackageResources.allsettings_js),
        .init("analysis.js", PackageResources.analysis_js),
        .init("api.js", PackageResources.api_js),
        .init("bracket.js", PackageResources.bracket_js),
        .init("camera.js", PackageResources.camera_js),
        .init("cameralist.js", PackageResources.cameralist_js),
        .init("cameraview.js", PackageResources.cameraview_js),
        .init("dial.js", PackageResources.dial_js),
        .init("dialogs.js", PackageResources.dialogs_js),
        .init("dom.js", PackageResources.dom_js),
        .init("emitter.js", PackageResources.emitter_js),
        .init("events.js", PackageResources.events_js),
        .init("fields.js", PackageResources.fields_js),
        .init("frame.js", PackageResources.frame_js),
        .init("geometry.js", PackageResources.geometry_js),
        .init("gestures.js", PackageResources.gestures_js),
        .init("gridview.js", PackageResources.gridview_js),
        .init("halfpress.js", PackageResources.halfpress_js),
        .init("help.js", PackageResources.help_js),
        .init("hold.js", PackageResources.hold_js),
        .init("icon.svg", PackageResources.icon_svg),
        .init("index.html", PackageResources.index_html),
        .init("information.js", PackageResources.information_js),
        .init("interval.js", PackageResources.interval_js),
        .init("livestream.js", PackageResources.livestream_js),
        .init("liveview.js", PackageResources.liveview_js),
        .init("names.js", PackageResources.names_js),
        .init("notices.js", PackageResources.notices_js),
        .init("overlay.js", PackageResources.overlay_js),
        .init("overlaymenu.js", PackageResources.overlaymenu_js),
        .init("page.css", PackageResources.page_css),
        .init("page.js", PackageResources.page_js),
        .init("pictures.js", PackageResources.pictures_js),
        .init("preferences.js", PackageResources.preferences_js),
        .init("questions.js", PackageResources.questions_js),
        .init("release.js", PackageResources.release_js),
        .init("route.js", PackageResources.route_js),
        .init("seriescard.js", PackageResources.seriescard_js),
        .init("session.js", PackageResources.session_js),
        .init("settings.js", PackageResources.settings_js),
        .init("single.js", PackageResources.single_js),
        .init("stack.js", PackageResources.stack_js),
        .init("status.js", PackageResources.status_js),
        .init("tethering.js", PackageResources.tethering_js),
        .init("text.js", PackageResources.text_js),
        .init("video.js", PackageResources.video_js),
        .init("viewer.js", PackageResources.viewer_js),
    ]

    private init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    /// The media type.
    package var type: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/javascript; charset=utf-8"
        }
    }

    /// The text of a file; empty if there is none of this name.
    package static func text(_ name: String) -> String {
        files.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }
}
