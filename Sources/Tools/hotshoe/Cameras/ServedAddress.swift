import ArgumentParsing
import CameraModel
import HotShoe

/// The address of a server, or of one of its cameras: `http://HOST[:PORT][/CAMERA][#token=TOKEN&key=KEY]`. Pure.
struct ServedAddress: Sendable, Equatable, CustomStringConvertible {
    /// "http" or "https".
    let scheme: String
    /// The address after the scheme and its colon.
    let rest: String

    init(_ text: String) throws(ValueProblem) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ValueProblem(message: "has a space or another character that an address does not have; write %20 for a space")
        }
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        (scheme, rest) = (text[..<colon].lowercased(), String(text[colon...].dropFirst()))
        guard rest.hasPrefix("//"), rest.utf8.count > 2, !["/", "#"].contains(rest.dropFirst(2).prefix(1)) else {
            throw ValueProblem(message: "has no host; write \(scheme)://HOST:PORT or \(scheme)://HOST:PORT/CAMERA")
        }
        if let problem = RemoteCameraProvider.problem(inAddress: text) {
            throw ValueProblem(message: "is not understood: \(problem)")
        }
    }

    /// The part before `#`, which has no secrets.
    private var place: Substring { rest.prefix { $0 != "#" } }

    /// The host and the port.
    private var authority: Substring { place.dropFirst(2).prefix { $0 != "/" } }

    /// The host, without brackets, and the port; those of the scheme where the address has none.
    var hostAndPort: (host: String, port: UInt16) {
        let port = authority.last == "]" ? nil : authority.split(separator: ":").dropFirst().last
        let name = port.map { authority.dropLast($0.utf8.count + 1) } ?? authority
        let host = name.first == "[" ? name.dropFirst().dropLast() : name
        return (String(host), port.flatMap { UInt16($0) } ?? (scheme == "https" ? 443 : 80))
    }

    /// Whether the address names a camera, and not only a server.
    var hasCamera: Bool { place.dropFirst(2 + authority.count).contains { $0 != "/" } }

    /// The address of the server, with its secrets.
    var server: String { "\(scheme)://\(authority)/\(rest.dropFirst(place.count))" }

    /// The address without secrets.
    var description: String { "\(scheme):\(place)" }

    /// Whether a camera with an address is the one that is meant, or one of the server that is.
    func includes(_ address: CameraAddress?) -> Bool {
        guard case .provider(let provider, let text)? = address, provider == scheme else { return false }
        if hasCamera { return text == place }
        return text == "//\(authority)" || text.hasPrefix("//\(authority)/")
    }
}
