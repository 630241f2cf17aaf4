internal import CCurl

/// A failure of a request over HTTP, other than an answer of the server.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kind of failure.
    package enum Kind: Hashable, Sendable {
        /// libcurl is not installed, or too old.
        case libraryMissing
        /// The host name is not known, or no server answers at the address.
        case unreachable
        /// The server's certificate is not trusted, or is not the expected one.
        case untrusted
        /// The server does not speak TLS, or expects it.
        case otherScheme
        /// The time limit passed.
        case timedOut
        /// The connection ended before the answer was complete.
        case ended
        /// The answer is larger than the limit, or is no HTTP.
        case invalidAnswer
        /// The caller cancelled the request.
        case cancelled
    }

    package let kind: Kind
    /// One sentence for display.
    package let description: String

    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// The failure of a transfer of libcurl.
    ///
    /// - Parameters:
    ///   - code: The result of the transfer.
    ///   - origin: Scheme, host and port of the server.
    init(_ code: CURLcode, _ origin: String) {
        (kind, description) =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: (.unreachable, "The host name in \(origin) is not known.")
            case CURLE_COULDNT_CONNECT: (.unreachable, "No server answers at \(origin).")
            case CURLE_SSL_PINNEDPUBKEYNOTMATCH: (.untrusted, "The server at \(origin) has another key than the address names.")
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
                (.untrusted, "This computer does not trust the certificate of \(origin).")
            case CURLE_SSL_CONNECT_ERROR: (.otherScheme, "The server at \(origin) accepts no encrypted connection.")
            case CURLE_GOT_NOTHING: (.otherScheme, "The server at \(origin) closed the connection without an answer.")
            case CURLE_OPERATION_TIMEDOUT: (.timedOut, "The server at \(origin) did not answer in time.")
            case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR: (.ended, "The connection to \(origin) was lost.")
            case CURLE_WRITE_ERROR, CURLE_ABORTED_BY_CALLBACK: (.cancelled, "The request was cancelled.")
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING:
                (.invalidAnswer, "The server at \(origin) does not speak HTTP.")
            case CURLE_OUT_OF_MEMORY: (.libraryMissing, "There is no memory for a request to \(origin).")
            default: (.invalidAnswer, "The request to \(origin) failed (libcurl's error \(code.rawValue)).")
            }
    }
}
