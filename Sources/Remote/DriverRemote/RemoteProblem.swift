package import CameraModel
package import HTTPTransport
import JSONText

/// Errors of the server and of requests, as errors of a camera.
extension CameraError {
    /// The error of a request that the server has not answered.
    package init(_ error: HTTPError, _ operation: CameraOperation?) {
        let code: Code =
            switch error.kind {
            case .libraryMissing: .notAvailable
            case .unreachable: .connectionRefused
            case .untrusted: .authenticationFailed
            case .otherScheme: .connectionLost
            case .timedOut: .timedOut
            case .ended: .connectionLost
            case .invalidAnswer: .protocolFailure
            case .cancelled: .cancelled
            }
        let advice =
            switch error.kind {
            case .untrusted:
                " Use the whole link that the server prints now: it has the key of the server, which --renew changes."
            case .unreachable: " Is `hotshoe serve` running there?"
            case .otherScheme: " Does the address begin with the right one of http:// and https://?"
            default: ""
            }
        self.init(code, error.kind == .cancelled ? "This was cancelled." : error.description + advice, operation: operation)
    }

    /// The error of an answer whose status is no success: a document of RFC 9457.
    package init(status: Int, _ body: [UInt8], _ operation: CameraOperation?) {
        let json = try? JSONParser.parse(body.span)
        let message = json?["detail"]?.string ?? "The server answered with the status \(status)."
        let code =
            json?["number"]?.integer.flatMap { Int32(exactly: $0) }.flatMap { Code(rawValue: $0) }
            ?? Self.code(ofStatus: status, json?["code"]?.string)
        self.init(
            code,
            String(message.prefix(2000)),
            operation: operation,
            subject: json?["subject"]?.string.map { String($0.prefix(500)) },
            response: json?["response"]?.string.flatMap { DeviceResponse($0) }
        )
    }

    /// The code of an answer that is the server's own.
    private static func code(ofStatus status: Int, _ name: String?) -> Code {
        switch (status, name) {
        case (401, _), (429, _): .authenticationFailed
        case (403, "readOnly"?), (403, "noDeletion"?): .notSupported
        case (403, _): .permissionDenied
        case (404, _): .notFound
        case (409, _): .notAvailable
        case (413, _): .tooLarge
        case (416, _), (400, _): .invalidArgument
        case (421, _): .connectionRefused
        case (503, _): .connectionLost
        case (504, _): .timedOut
        default: .protocolFailure
        }
    }
}

extension CameraError.DeviceResponse {
    /// Parses the text of ``description``, such as "PTP 0x2019 (DeviceBusy)"; nil for other text.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard text.utf8.count <= 500, let index = words.lastIndex(where: { $0.hasPrefix("0x") }), index > 0,
            let code = UInt32(words[index].dropFirst(2), radix: 16)
        else { return nil }
        let rest = words[(index + 1)...].joined(separator: " ")
        let name = rest.hasPrefix("(") && rest.hasSuffix(")") ? String(rest.dropFirst().dropLast()) : nil
        self.init(domain: words[..<index].joined(separator: " "), code: code, name: name)
    }
}
