package import CameraModel
package import JSONText

/// A command for the cameras of a host. Pure.
package struct BrokerCommand: Sendable, Hashable {
    /// The kinds of commands.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case connect, arm, disarm, fire, set
    }

    /// A property and its value, as a person writes it.
    package struct Setting: Sendable, Hashable {
        package let property: String
        package let text: String

        package init(_ property: String, _ text: String) { (self.property, self.text) = (property, text) }
    }

    /// Names the command: 8 to 64 letters, digits, - _ and .
    package var id: String
    /// After this moment the command is not begun.
    package var expires: ClockTime
    package var kind: Kind
    /// Identifiers or serial numbers; empty for all cameras.
    package var cameras: [String] = []
    /// The moment of the release.
    package var time: ClockTime?
    /// The error that the host's clock may have.
    package var clockLimit: Duration?
    package var focuses = false
    package var settings: [Setting] = []

    /// The reason why a message is no command.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let description: String
        /// The identifier of the command, if it could be read.
        package var id: String?
    }

    package init(id: String, expires: ClockTime, _ kind: Kind) { (self.id, self.expires, self.kind) = (id, expires, kind) }

    /// Whether a text can be an identifier.
    package static func isIdentifier(_ text: String) -> Bool {
        (8...64).contains(text.utf8.count) && text.utf8.allSatisfy(BrokerTopics.isPlain)
    }

    package var json: JSONValue {
        .members([
            "id": .string(id), "expires": .string(String(expires.nanosecondsSince1970)), "command": .string(kind.rawValue),
            "cameras": cameras.isEmpty ? nil : .array(cameras.map { .string($0) }),
            "time": time.map { .string(String($0.nanosecondsSince1970)) },
            "clockLimit": clockLimit.map { .number($0 / .seconds(1)) }, "autofocus": focuses ? .bool(true) : nil,
            "settings": settings.isEmpty ? nil : .object(settings.map { .init($0.property, .string($0.text)) }),
        ])
    }

    /// Parses a message.
    package init(_ payload: [UInt8]) throws(Problem) {
        let json: JSONValue
        do throws(JSONError) { json = try JSONParser.parse(payload.span) } catch {
            throw Problem(description: "The message is no JSON: \(error)")
        }
        guard case .object = json else { throw Problem(description: "The message is no JSON object.") }
        guard let id = json["id"]?.string, Self.isIdentifier(id) else {
            throw Problem(description: "The id of the command is missing, or not 8 to 64 letters, digits, - _ and .")
        }
        do throws(Problem) { self = try Self(json, id) } catch {
            throw Problem(description: error.description, id: id)
        }
    }

    private init(_ json: JSONValue, _ id: String) throws(Problem) {
        guard let expires = try Self.time(json, "expires") else { throw Problem(description: "expires is missing.") }
        guard let kind = json["command"]?.string.flatMap(Kind.init) else {
            throw Problem(description: "command is not one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.init(id: id, expires: expires, kind)
        cameras = try Self.texts(json, "cameras")
        try readRelease(json)
        try readSettings(json)
    }

    private mutating func readRelease(_ json: JSONValue) throws(Problem) {
        time = try Self.time(json, "time")
        if let limit = json["clockLimit"] {
            guard let seconds = limit.number, (0...10).contains(seconds) else {
                throw Problem(description: "clockLimit is no number of seconds from 0 to 10.")
            }
            clockLimit = .seconds(seconds)
        }
        if let autofocus = json["autofocus"] {
            guard case .bool(let focuses) = autofocus else { throw Problem(description: "autofocus is neither true nor false.") }
            self.focuses = focuses
        }
        guard kind == .fire || time == nil && clockLimit == nil && !focuses else {
            throw Problem(description: "time, clockLimit and autofocus are for fire.")
        }
    }

    private mutating func readSettings(_ json: JSONValue) throws(Problem) {
        if let member = json["settings"] {
            guard case .object(let members) = member else { throw Problem(description: "settings is no object.") }
            for member in members {
                guard let text = member.value.string else { throw Problem(description: "A value of settings is no text.") }
                settings.append(Setting(member.name, text))
            }
        }
        guard (kind == .set) == !settings.isEmpty else {
            throw Problem(description: kind == .set ? "settings is missing." : "settings are for set.")
        }
        guard settings.count <= 64 else { throw Problem(description: "settings has more than 64 members.") }
    }

    private static func time(_ json: JSONValue, _ name: String) throws(Problem) -> ClockTime? {
        guard let member = json[name] else { return nil }
        guard let text = member.string, let nanoseconds = Int64(text), nanoseconds > 0 else {
            throw Problem(description: "\(name) is no number of nanoseconds since 1970, as text.")
        }
        return ClockTime(nanosecondsSince1970: nanoseconds)
    }

    private static func texts(_ json: JSONValue, _ name: String) throws(Problem) -> [String] {
        guard let member = json[name] else { return [] }
        guard let texts = member.array?.map(\.string), texts.count <= 1000, !texts.contains(nil) else {
            throw Problem(description: "\(name) is no list of at most 1000 texts.")
        }
        return texts.compactMap(\.self)
    }
}
