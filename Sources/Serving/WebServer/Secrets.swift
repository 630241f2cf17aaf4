private import CGnuTLS

/// Random numbers, hashes and comparisons of secrets, by GnuTLS.
package enum Secrets {
    package enum Hash: Sendable {
        case sha1
        case sha256

        fileprivate var algorithm: gnutls_digest_algorithm_t { self == .sha1 ? GNUTLS_DIG_SHA1 : GNUTLS_DIG_SHA256 }
        fileprivate var count: Int { self == .sha1 ? 20 : 32 }
    }

    /// Returns random bytes that cannot be predicted.
    package static func random(count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Fails only where the system has no source of random numbers; there the process must not continue with a known secret.
            let result = unsafe gnutls_rnd(GNUTLS_RND_KEY, buffer.baseAddress!, count)
            precondition(result == 0, "The system has no random numbers.")
            initialized = count
        }
    }

    /// Returns the hash of bytes.
    package static func hash(_ bytes: [UInt8], _ hash: Hash) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: hash.count) { buffer, initialized in
            let result = unsafe gnutls_hash_fast(
                gnutls_digest_algorithm_t(hash.algorithm.rawValue),
                bytes,
                bytes.count,
                buffer.baseAddress!
            )
            precondition(result == 0, "GnuTLS has no such hash.")
            initialized = hash.count
        }
    }

    /// Compares two texts in a time that depends on neither of them: their hashes are compared.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (hash(Array(left.utf8), .sha256), hash(Array(right.utf8), .sha256))
        return unsafe gnutls_memcmp(left, right, left.count) == 0
    }

    /// Bytes in base 64 (RFC 4648, section 4).
    package static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? alphabet[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
