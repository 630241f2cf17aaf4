/// A file of the page, or of the description of the interface.
package struct ServedPage: Sendable {
    /// The name, which is the path below the root of the server.
    package let name: String
    package let bytes: [UInt8]

    /// All files.
    package static let files: [ServedPage] = page + interface

    private static let interface: [ServedPage] = [
        .init("api.html", PackageResources.api_html), .init("api.css", PackageResources.api_css),
        .init("api.js", PackageResources.api_js), .init("client_base.js", PackageResources.client_base_js),
        .init("client_base.d.ts", PackageResources.client_base_d_ts),
    ]

    private static let page: [ServedPage] = []

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
