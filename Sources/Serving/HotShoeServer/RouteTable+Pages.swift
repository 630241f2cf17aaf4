import CameraRecords
import HotShoe
import JSONText
import ServedPages
import WebServer

extension RouteTable {
    /// The files of the page, and the description of the interface. They contain no secrets and need no token.
    static let pages: [WebRoute] = files(of: ServedPage.files) + description

    private static func files(of pages: [ServedPage]) -> [WebRoute] {
        pages.filter { !$0.name.hasPrefix("client_base") }.map { page in
            let file = StaticFile(page.bytes, type: page.type)
            return WebRoute(page: path(of: page.name), type: page.type) { call in file.answer(to: call.request) }
        }
    }

    private static func path(of name: String) -> String {
        switch name {
        case "index.html": ""
        case "interface.html": "api"
        default: name
        }
    }

    private static let description: [WebRoute] = [
        row("openapi.json", "The description of this interface in OpenAPI 3.1.", "application/json") {
            InterfaceDescription.text
        },
        row("client.js", "A client for JavaScript, for browsers and Node 18 and later.", "text/javascript; charset=utf-8") {
            ScriptClient.module
        },
        row("client.d.ts", "The declarations of the client for TypeScript.", "text/plain; charset=utf-8") {
            ScriptClient.declarations
        },
    ]

    private static func row(
        _ path: String,
        _ summary: String,
        _ type: String,
        _ text: @escaping @Sendable () -> String
    ) -> WebRoute {
        // Made with the first request: the table describes itself.
        WebRoute(.get, path, "", summary, content: .bytes(type), access: .everybody) { call in
            StaticFile(Array(text().utf8), type: type).answer(to: call.request)
        }
    }
}

/// A file whose bytes do not change while the server runs.
private struct StaticFile: Sendable {
    private let bytes: [UInt8]
    private let type: String
    private let tag: String

    init(_ bytes: [UInt8], type: String) {
        (self.bytes, self.type) = (bytes, type)
        tag = "\"\(Secrets.base64(Array(Secrets.hash(bytes, .sha256).prefix(12))))\""
    }

    /// The page may load only files of this server.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    func answer(to request: WebRequest) -> WebResponse {
        var fields = [("Content-Type", type), ("ETag", tag), ("Cache-Control", "no-cache")]
        if type.hasPrefix("text/html") { fields.append(("Content-Security-Policy", Self.policy)) }
        if request.fields["if-none-match"] == tag { return WebResponse(304, fields: fields) }
        return WebResponse(200, fields: fields, body: .bytes(bytes))
    }
}
