private import Glibc
import HotShoeServer

/// The certificate and the token of a server, which are kept from one start to the next: links, the default camera of other computers, and what
/// browsers have accepted stay valid.
///
/// They are in one file that only its owner can read: a line with the token, and the two PEM texts.
struct ServerIdentity: Equatable, Sendable {
    let token: String
    let certificate: String
    let key: String

    /// Maximum size of the file in bytes.
    private static let sizeLimit = 64 << 10

    /// Makes a new one.
    static func make(names: [String], host: String) throws(HotShoeServer.StartError) -> ServerIdentity {
        let (certificate, key) = try HotShoeServer.makeCertificate(names: names, host: host)
        return ServerIdentity(token: HotShoeServer.makeToken(), certificate: certificate, key: key)
    }

    init(token: String, certificate: String, key: String) {
        (self.token, self.certificate, self.key) = (token, certificate, key)
    }

    // MARK: The file

    /// The file: `server.pem` in systemd's folder for the state of a service, or in `hotshoe` of the user's folder for states; nil without
    /// either.
    static func path(_ variable: (String) -> String?) -> String? {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        // Several folders are separated by colons.
        if let folder = folder("STATE_DIRECTORY") { return folder.prefix { $0 != ":" } + "/server.pem" }
        if let folder = folder("XDG_STATE_HOME") { return folder + "/hotshoe/server.pem" }
        return folder("HOME").map { $0 + "/.local/state/hotshoe/server.pem" }
    }

    /// Reads the file; nil if there is none that can be used: of this user, readable by no other one, with a certificate that is valid for some
    /// time.
    static func kept(at path: String) -> ServerIdentity? {
        // SAFETY, for all calls here: the path is a terminated string for the time of a call, and `fstat` fills in one structure.
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, status.st_size <= sizeLimit
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let part = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            guard part > 0 else { return nil }
            count += part
        }
        guard let text = String(validating: bytes, as: UTF8.self), let identity = ServerIdentity(text),
            HotShoeServer.isLasting(identity.certificate)
        else { return nil }
        return identity
    }

    /// Writes the file.
    func keep(at path: String) throws(CommandFailure) {
        let folder = String(path.dropLast(path.reversed().prefix { $0 != "/" }.count))
        try LocalFolder.prepare(folder)
        try NewFile.replace(path, with: Array(text.utf8), isPrivate: true)
    }

    // MARK: The text

    private static let tokenLine = "token = "

    private var text: String { "\(Self.tokenLine)\(token)\n\(certificate)\(key)" }

    /// Parses the text of the file; nil for other text.
    init?(_ text: String) {
        var blocks: [[Substring]] = []
        var token: Substring?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("-----BEGIN ") { blocks.append([]) }
            if blocks.isEmpty, line.hasPrefix(Self.tokenLine) { token = line.dropFirst(Self.tokenLine.utf8.count) }
            if !blocks.isEmpty { blocks[blocks.count - 1].append(line) }
        }
        guard let token, token.utf8.count >= 8, blocks.count == 2, blocks[0][0] == "-----BEGIN CERTIFICATE-----",
            blocks[1][0].hasSuffix("PRIVATE KEY-----")
        else { return nil }
        self.token = String(token)
        certificate = blocks[0].joined(separator: "\n") + "\n"
        key = blocks[1].joined(separator: "\n") + "\n"
    }
}
