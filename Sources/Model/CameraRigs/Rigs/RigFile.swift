/// The text of a file that describes a rig: its cameras by role, and their settings. Pure.
///
/// Lines are `KEY = VALUE`; `#` begins a comment. A section `[ROLE]` describes a camera, `[all]` every one of them:
///
///     name = turntable
///
///     [left]
///     camera = EOS R5
///     release-lag = 42 ms
///     set aperture = f/8
///
///     [all]
///     set iso = 400
///
/// `camera` is selected as by `--camera` of the command line, `release-lag` is ``RigMember/releaseLag`` in `ms` or `s`.
public struct RigFile: Sendable, Hashable {
    /// A camera of the file.
    public struct Entry: Sendable, Hashable {
        /// The role.
        public var role: String
        /// The selector of the camera, such as a serial number or an address.
        public var camera: String
        /// See ``RigMember/releaseLag``.
        public var releaseLag: Duration

        /// Creates an entry. See the properties for the meaning of the parameters.
        public init(role: String, camera: String, releaseLag: Duration = .zero) {
            self.role = role
            self.camera = camera
            self.releaseLag = releaseLag
        }
    }

    /// A setting of the file.
    public struct Setting: Sendable, Hashable {
        /// The role that is set; nil for all.
        public var role: String?
        /// The name of the property, which may be a vendor's.
        public var property: String
        /// The value as a person writes it.
        public var value: String

        /// Creates a setting. See the properties for the meaning of the parameters.
        public init(role: String? = nil, property: String, value: String) {
            self.role = role
            self.property = property
            self.value = value
        }
    }

    /// The name of the rig; empty if the file has none.
    public var name: String
    /// The cameras, in the order of the file.
    public var entries: [Entry]
    /// The settings: those for all cameras first, then those of single ones, which take precedence.
    public var settings: [Setting]

    /// The section that describes all cameras.
    static let everyRole = "all"
    /// The most bytes of a file.
    static let limit = 65_536

    /// Creates a description.
    public init(name: String = "", entries: [Entry] = [], settings: [Setting] = []) {
        self.name = name
        self.entries = entries
        self.settings = settings
    }

    /// Parses the text of a file.
    ///
    /// - Parameter text: At most 64 KiB.
    /// - Throws: ``RigError/Code/invalidArgument``; the message names the line.
    public init(parsing text: String) throws(RigError) {
        guard text.utf8.count <= Self.limit else {
            throw RigError(.invalidArgument, "The file has more than \(Self.limit / 1024) KiB.")
        }
        var parser = RigFileParser()
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() { try parser.read(line, number: index + 1) }
        self = try parser.finish()
    }
}

/// Reads a file of a rig line by line.
private struct RigFileParser {
    private var file = RigFile()
    private var section: String?
    /// The line of each role.
    private var lines: [String: Int] = [:]
    private var own: [RigFile.Setting] = []

    mutating func read(_ line: Substring, number: Int) throws(RigError) {
        let text = Self.trimmed(line)
        if text.isEmpty || text.hasPrefix("#") { return }
        if text.hasPrefix("[") {
            guard text.hasSuffix("]") else { throw problem("A section ends with ].", number) }
            return try begin(Self.trimmed(text.dropFirst().dropLast()), number)
        }
        guard let sign = text.firstIndex(of: "=") else {
            throw problem("This is no KEY = VALUE, no [ROLE], and no comment.", number)
        }
        let (key, value) = (Self.trimmed(text[..<sign]), Self.trimmed(text[text.index(after: sign)...]))
        guard !value.isEmpty else { throw problem("\"\(key)\" has no value.", number) }
        try assign(String(key), String(value), number)
    }

    mutating func finish() throws(RigError) -> RigFile {
        for entry in file.entries where entry.camera.isEmpty {
            throw problem("[\(entry.role)] has no camera: add `camera = …`.", lines[entry.role] ?? 0)
        }
        guard !file.entries.isEmpty else {
            throw RigError(.invalidArgument, "The file has no camera: add [ROLE] and `camera = …`.")
        }
        file.settings += own
        return file
    }

    private mutating func begin(_ name: Substring, _ number: Int) throws(RigError) {
        let role = String(name)
        section = role
        guard role != RigFile.everyRole else { return }
        if let message = Rig.problem(ofRole: role) { throw problem(message, number) }
        guard lines.updateValue(number, forKey: role) == nil else { throw problem("[\(role)] occurs twice.", number) }
        guard file.entries.count < Rig.limit else { throw problem("A rig has at most \(Rig.limit) cameras.", number) }
        file.entries.append(RigFile.Entry(role: role, camera: ""))
    }

    private mutating func assign(_ key: String, _ value: String, _ number: Int) throws(RigError) {
        let words = key.split(separator: " ", maxSplits: 1).map(String.init)
        switch (section, words[0], words.count) {
        case (nil, "name", 1): file.name = value
        case (nil, _, _): throw problem("Before the first section there is only `name = …`.", number)
        case (let role?, "set", 2):
            let setting = RigFile.Setting(
                role: role == RigFile.everyRole ? nil : role,
                property: String(Self.trimmed(words[1][...])),
                value: value
            )
            if setting.role == nil { file.settings.append(setting) } else { own.append(setting) }
        case (RigFile.everyRole?, _, _): throw problem("[all] has only `set PROPERTY = VALUE`.", number)
        case (_, "camera", 1):
            guard file.entries[file.entries.count - 1].camera.isEmpty else { throw problem("camera occurs twice.", number) }
            file.entries[file.entries.count - 1].camera = value
        case (_, "release-lag", 1):
            guard let lag = Self.duration(value), lag <= .seconds(10) else {
                throw problem("release-lag is 0 to 10 s, such as `42 ms` or `0.042 s`.", number)
            }
            file.entries[file.entries.count - 1].releaseLag = lag
        default: throw problem("\"\(key)\" is unknown. There is camera, release-lag, and set PROPERTY.", number)
        }
    }

    private func problem(_ message: String, _ number: Int) -> RigError {
        RigError(.invalidArgument, "Line \(number): \(message)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start.prefix(0) }
        return start[...end]
    }

    /// "42 ms", "0.042 s".
    private static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard isMilliseconds || text.hasSuffix("s") else { return nil }
        let digits = trimmed(text.dropLast(isMilliseconds ? 2 : 1))
        guard digits.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), let number = Double(digits), number <= 10_000 else {
            return nil
        }
        return .seconds(isMilliseconds ? number / 1000 : number)
    }
}
