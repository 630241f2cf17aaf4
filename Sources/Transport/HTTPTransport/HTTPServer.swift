/// Where requests are sent.
package struct HTTPServer: Hashable, Sendable {
    /// Address without a path, such as `https://192.168.1.20:8443`.
    package var origin: String
    /// The token of each request (RFC 6750); nil for none.
    package var token: String?
    /// The hash of the server's public key, `sha256//` and base64, as `CURLOPT_PINNEDPUBLICKEY` of libcurl has it: then the certificate need
    /// not be of a known authority. Nil for a certificate that this computer trusts.
    package var publicKey: String?

    package init(origin: String, token: String? = nil, publicKey: String? = nil) {
        (self.origin, self.token, self.publicKey) = (origin, token, publicKey)
    }

    /// Whether requests are encrypted.
    package var isEncrypted: Bool { origin.hasPrefix("https:") }
}
