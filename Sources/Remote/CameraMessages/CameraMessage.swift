package import CameraModel
package import JSONText

/// A report of a served camera, as a line of JSON that restores it exactly. Pure.
///
/// A line is an object with one member, whose name is the kind of message. Members that are missing are nil, false or empty; kinds that are
/// not known are ignored, so that a server may be newer than its client.
package enum CameraMessage: Sendable {
    /// The state of the connection between the server and the camera.
    case connection(ConnectionState)
    /// The camera's request to authenticate during connecting; nil when it is resolved.
    case question(Question?)
    /// Identity of the connected camera.
    case identity(Identity)
    /// A change of the camera's state, as its driver reports it.
    case update(CameraUpdate)
    /// All that is known of the connected camera has been sent.
    case complete
    /// Why live view ended.
    case liveViewEnded(LiveViewEnd)

    /// A camera's request to authenticate.
    package struct Question: Sendable, Hashable {
        package var kind: AuthenticationRequest.Kind
        package var isRetry: Bool

        package init(kind: AuthenticationRequest.Kind, isRetry: Bool) { (self.kind, self.isRetry) = (kind, isRetry) }
    }

    /// Identity of a connected camera, and the warnings about its connection.
    package struct Identity: Sendable, Hashable {
        package var info: CameraInfo
        package var family: CameraFamily
        package var warnings: [ConnectionWarning]

        package init(info: CameraInfo, family: CameraFamily, warnings: [ConnectionWarning]) {
            (self.info, self.family, self.warnings) = (info, family, warnings)
        }
    }

    /// The error of a line that is no message.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    // MARK: Writing

    /// The message as a line, including its line break.
    package var line: String { json.text(depth: 0) + "\n" }

    /// The message as JSON.
    package var json: JSONValue {
        switch self {
        case .connection(let state): .member("connection", state.json)
        case .question(let question): .member("question", question?.json ?? .null)
        case .identity(let identity): .member("identity", identity.json)
        case .update(let update): update.json
        case .complete: .member("complete", .bool(true))
        case .liveViewEnded(let end): .member("liveViewEnded", end.json)
        }
    }

    // MARK: Reading

    /// Parses a line; nil for an empty one, and for a kind of message that is not known.
    ///
    /// - Throws: ``Malformed`` for a line that is no message.
    package init?(line: Span<UInt8>) throws(Malformed) {
        if line.isEmpty { return nil }
        let json: JSONValue
        do throws(JSONError) { json = try JSONParser.parse(line) } catch { throw Malformed(description: "\(error)") }
        guard case .object(let members) = json, members.count == 1 else {
            throw Malformed(description: "A line is not an object with one member.")
        }
        let (kind, value) = (members[0].name, members[0].value)
        guard Self.kinds.contains(kind) || CameraUpdate.kinds.contains(kind) else { return nil }
        guard let message = Self(kind, value) else { throw Malformed(description: "The message \"\(kind)\" is not valid.") }
        self = message
    }

    private static let kinds: Set<String> = ["connection", "question", "identity", "complete", "liveViewEnded"]

    private init?(_ kind: String, _ json: JSONValue) {
        switch kind {
        case "connection":
            guard let state = ConnectionState(json) else { return nil }
            self = .connection(state)
        case "question":
            if json == .null {
                self = .question(nil)
            } else {
                guard let question = Question(json) else { return nil }
                self = .question(question)
            }
        case "identity":
            guard let identity = Identity(json) else { return nil }
            self = .identity(identity)
        case "complete": self = .complete
        case "liveViewEnded":
            guard let end = LiveViewEnd(json) else { return nil }
            self = .liveViewEnded(end)
        default:
            guard let update = CameraUpdate(kind, json) else { return nil }
            self = .update(update)
        }
    }
}
