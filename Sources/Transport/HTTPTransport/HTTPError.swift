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
    init(_ code: CURLcode, _ text: String) {
        kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CACERT_BADFILE: .untrusted
            case CURLE_SSL_CONNECT_ERROR, CURLE_GOT_NOTHING: .otherScheme
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR: .ended
            case CURLE_WRITE_ERROR, CURLE_ABORTED_BY_CALLBACK: .cancelled
            default: .invalidAnswer
            }
        description = text.hasSuffix(".") ? text : text + "."
    }
}
