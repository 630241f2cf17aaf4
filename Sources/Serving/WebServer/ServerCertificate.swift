private import CGnuTLS
private import Glibc

/// A certificate for TLS with its key, as PEM texts.
package struct ServerCertificate: Hashable, Sendable {
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

    /// The SHA-256 hash of the certificate's public key in base64, by which clients recognize the server (as in RFC 7469, section 2.4); nil
    /// for a text that is no certificate.
    package var publicKeyHash: String? {
        unsafe withCertificate { certificate in
            var publicKey: gnutls_pubkey_t?
            guard unsafe gnutls_pubkey_init(&publicKey) == 0 else { return nil }
            defer { unsafe gnutls_pubkey_deinit(publicKey) }
            guard unsafe gnutls_pubkey_import_x509(publicKey, certificate, 0) == 0 else { return nil }
            let content = unsafe Self.data({ unsafe gnutls_pubkey_export2(publicKey, GNUTLS_X509_FMT_DER, $0) })
            return content.map { Secrets.base64(Secrets.hash($0, .sha256)) }
        }
    }

    /// The SHA-256 hash of the certificate in hexadecimal with colons; nil for a text that is no certificate.
    package var fingerprint: String? {
        unsafe withCertificate { certificate in
            let content = unsafe Self.data({ unsafe gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_DER, $0) })
            let digits = content.map { Secrets.hash($0, .sha256) }?.map {
                ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
            }
            return digits?.joined(separator: ":")
        }
    }

    /// Whether the certificate is valid for some more time.
    package func isValid(for time: Duration) -> Bool {
        unsafe withCertificate { certificate in
            unsafe gnutls_x509_crt_get_expiration_time(certificate) > Glibc.time(nil) + Int(time.components.seconds)
        } ?? false
    }

    /// Passes the first certificate of the text on; nil for a text that is no certificate.
    private func withCertificate<Value>(_ body: (gnutls_x509_crt_t) -> Value?) -> Value? {
        var parsed: gnutls_x509_crt_t?
        guard unsafe gnutls_x509_crt_init(&parsed) == 0, let certificate = unsafe parsed else { return nil }
        defer { unsafe gnutls_x509_crt_deinit(certificate) }
        var bytes = Array(self.certificate.utf8)
        let isParsed = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return unsafe gnutls_x509_crt_import(certificate, &datum, GNUTLS_X509_FMT_PEM) == 0
        }
        return isParsed ? unsafe body(certificate) : nil
    }

    /// Makes a certificate that is signed by its own key, for ten years: a client that knows its fingerprint can trust it.
    ///
    /// - Parameters:
    ///   - names: DNS names of the server, besides `localhost`.
    ///   - address: numeric address of the server; ignored if it is a name.
    /// - Returns: the certificate.
    /// - Throws: ``WebServerError`` if GnuTLS fails.
    package static func make(
        names: [String],
        address: String
    ) throws(WebServerError) -> ServerCertificate {
        guard let made = signed(names, address) else {
            throw WebServerError(.certificate, "A certificate cannot be made.")
        }
        return made
    }

    private static func signed(_ names: [String], _ address: String) -> ServerCertificate? {
        var key: gnutls_x509_privkey_t?
        var certificate: gnutls_x509_crt_t?
        guard unsafe gnutls_x509_privkey_init(&key) == 0 else { return nil }
        defer { unsafe gnutls_x509_privkey_deinit(key) }
        guard unsafe gnutls_x509_crt_init(&certificate) == 0 else { return nil }
        defer { unsafe gnutls_x509_crt_deinit(certificate) }
        // A curve of 256 bits.
        let bits = gnutls_sec_param_to_pk_bits(GNUTLS_PK_ECDSA, GNUTLS_SEC_PARAM_HIGH)
        let serial = [0x01] + Secrets.random(count: 15)
        let (now, name) = (time(nil), "HotShoe")
        var isMade =
            unsafe gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, bits, 0) == 0
            && gnutls_x509_crt_set_version(certificate, 3) == 0
            && gnutls_x509_crt_set_serial(certificate, serial, serial.count) == 0
            // An hour for clocks that are behind.
            && gnutls_x509_crt_set_activation_time(certificate, now - 3600) == 0
            && gnutls_x509_crt_set_expiration_time(certificate, now + 3650 * 86400) == 0
            && gnutls_x509_crt_set_dn_by_oid(certificate, "2.5.4.3", 0, name, UInt32(name.utf8.count)) == 0
            && gnutls_x509_crt_set_key(certificate, key) == 0
            && gnutls_x509_crt_set_key_usage(certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)) == 0
            && gnutls_x509_crt_set_basic_constraints(certificate, 0, -1) == 0
        for name in ["localhost"] + names where isMade {
            unsafe isMade =
                gnutls_x509_crt_set_subject_alt_name(
                    certificate,
                    GNUTLS_SAN_DNSNAME,
                    name,
                    UInt32(name.utf8.count),
                    UInt32(GNUTLS_FSAN_APPEND)
                ) == 0
        }
        if isMade, let bytes = Self.bytes(of: address) {
            unsafe isMade =
                gnutls_x509_crt_set_subject_alt_name(
                    certificate,
                    GNUTLS_SAN_IPADDRESS,
                    bytes,
                    UInt32(bytes.count),
                    UInt32(GNUTLS_FSAN_APPEND)
                ) == 0
        }
        guard isMade, unsafe gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0) == 0,
            let certificateText = unsafe text({ unsafe gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, $0) }),
            let keyText = unsafe text({ unsafe gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, $0) })
        else { return nil }
        return ServerCertificate(certificate: certificateText, key: keyText)
    }

    private static func bytes(of address: String) -> [UInt8]? {
        var (four, sixteen) = (in_addr(), in6_addr())
        if unsafe inet_pton(AF_INET, address, &four) == 1 { return unsafe withUnsafeBytes(of: four) { unsafe Array($0) } }
        if unsafe inet_pton(AF_INET6, address, &sixteen) == 1 { return unsafe withUnsafeBytes(of: sixteen) { unsafe Array($0) } }
        return nil
    }

    private static func text(_ export: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) -> String? {
        unsafe data(export).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func data(_ export: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) -> [UInt8]? {
        var datum = unsafe gnutls_datum_t()
        guard unsafe export(&datum) == 0, let start = unsafe datum.data else { return nil }
        defer { unsafe datum_free(&datum) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(datum.size)))
    }
}
