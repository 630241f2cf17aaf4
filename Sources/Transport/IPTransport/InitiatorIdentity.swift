import Glibc
public import PTP

/// Identity of this computer towards cameras: its name, and the identifier by which cameras recognise it.
public struct InitiatorIdentity: Hashable, Sendable {
    /// Unique identifier.
    public var identifier: IPIdentifier
    /// Name that cameras display when they ask for a confirmation; at most 39 UTF-16 units.
    public var name: String

    /// Creates an identity; shortens the name to 39 UTF-16 units and removes NUL characters.
    public init(identifier: IPIdentifier, name: String) {
        self.identifier = identifier
        var short = String(name.filter { $0 != "\0" })
        while short.utf16.count > 39 { short.removeLast() }
        self.name = short
    }

    /// Returns the identity that is stored for this user. **Reads a file, and creates it the first time.**
    ///
    /// - Parameters:
    ///   - name: Name; nil for the host name.
    ///   - folder: Folder of the file; nil for `$XDG_STATE_HOME/hotshoe`, or else `~/.local/state/hotshoe`.
    /// - Returns: The identity with the stored identifier; with a random one each time if no file can be written.
    public static func persistent(name: String? = nil, in folder: String? = nil) -> InitiatorIdentity {
        let name = name ?? hostName
        guard let folder = folder ?? standardFolder else { return InitiatorIdentity(identifier: .random(), name: name) }
        let path = folder + "/initiator"
        if let kept = read(path) { return InitiatorIdentity(identifier: kept, name: name) }
        let made = IPIdentifier.random()
        makeFolders(folder)
        // The first writer wins, so that two programs that start together have the same identifier.
        write(made, to: path)
        return InitiatorIdentity(identifier: read(path) ?? made, name: name)
    }

    private static var standardFolder: String? {
        if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/hotshoe" }
        return variable("HOME").map { $0 + "/.local/state/hotshoe" }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "HotShoe" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "HotShoe" : name
    }

    private static func read(_ path: String) -> IPIdentifier? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return IPIdentifier(String(text.prefix { !$0.isNewline }))
    }

    private static func write(_ identifier: IPIdentifier, to path: String) {
        let temporary = path + ".\(getpid())"
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let text = Array("\(identifier)\n".utf8)
        let isWritten = unsafe Glibc.write(file, text, text.count) == text.count
        close(file)
        if isWritten { unsafe _ = link(temporary, path) }
        unsafe _ = unlink(temporary)
    }

    private static func makeFolders(_ path: String) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            unsafe _ = mkdir(made, 0o700)
        }
    }
}
