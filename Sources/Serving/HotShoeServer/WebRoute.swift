import CameraRecords
import HotShoe
import JSONText
import WebServer

/// One row of the table of routes: what a request contains, what it causes and what is answered. Dispatch, the check of parameters and the
/// description of the interface use the same row.
struct WebRoute: Sendable {
    /// The values that a parameter or a member of a body accepts.
    enum Values: Sendable, Hashable {
        case text
        case choice([String])
        case number(ClosedRange<Double>)
        case integer(ClosedRange<Int64>)
        case flag
        /// A list of texts.
        case texts
        /// An object whose members are texts, numbers or flags: the names of properties and their values.
        case settings

        /// The values in words, for an error.
        var words: String {
            switch self {
            case .text: "text"
            case .choice(let choices): "one of " + choices.joined(separator: ", ")
            case .number(let range): "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .flag: "true or false"
            case .texts: "a list of texts"
            case .settings: "an object of properties and their values"
            }
        }

        private static func text(_ number: Double) -> String { JSONLine.text(.number(number)) }
    }

    /// A parameter of the query, or a member of the body.
    struct Parameter: Sendable {
        let name: String
        let values: Values
        let summary: String
        var isRequired = false
    }

    /// A segment of the path: a word, or a parameter that is text.
    enum Segment: Sendable, Hashable {
        case word(String)
        case parameter(String)
    }

    /// The content of a successful answer.
    enum Content: Sendable, Hashable {
        /// One object of JSON.
        case object(WebSchema)
        /// One object of JSON, or null.
        case objectOrNull(WebSchema)
        /// A list of objects of JSON.
        case list(WebSchema)
        /// JSON from which a program restores a value exactly, in the form of `changes`.
        case exact
        /// Bytes of a media type.
        case bytes(String)
        /// Messages of a WebSocket.
        case messages
    }

    let method: WebRequest.Method
    let path: [Segment]
    /// Name of the operation, unique in the table.
    let name: String
    /// Purpose in one sentence.
    let summary: String
    let query: [Parameter]
    let body: [Parameter]
    let content: Content
    /// Status of a successful answer.
    let status: Int
    /// The kind of access that the row gives.
    let access: AccessPolicy.Access
    /// Maximum number of bytes of a body that is not JSON; nil for a row without one.
    let rawBody: Int?
    /// Time in which the handler must have made the answer, by the values of the request; longer than any camera needs.
    let timeLimit: @Sendable (RouteCall) -> Duration
    let handle: @Sendable (RouteCall) async throws -> WebResponse

    /// Time to connect, with a confirmation at the camera, and for the request itself.
    static let usualTimeLimit = Duration.seconds(180)

    /// Maximum number of bytes of a body of JSON.
    static let usualBodyLimit = 64 * 1024

    /// Maximum number of bytes of a body.
    var bodyLimit: Int { rawBody ?? Self.usualBodyLimit }
    /// Whether a request has a body of JSON, perhaps with no members.
    var acceptsJSON: Bool { [.post, .put, .patch].contains(method) && rawBody == nil }
    /// Whether the request changes something at a camera.
    var isChange: Bool { access == .change || access == .deletion }

    /// Creates a row. `template` is the path below /api/v1, with parameters in braces. Without `access`, a method other than GET is a change.
    init(
        _ method: WebRequest.Method,
        _ template: String,
        _ name: String,
        _ summary: String,
        query: [Parameter] = [],
        body: [Parameter] = [],
        content: Content,
        status: Int = 200,
        access: AccessPolicy.Access? = nil,
        rawBody: Int? = nil,
        timeLimit: @escaping @Sendable (RouteCall) -> Duration = { _ in usualTimeLimit },
        handle: @escaping @Sendable (RouteCall) async throws -> WebResponse
    ) {
        self.method = method
        path =
            [.word("api"), .word("v1")]
            + template.split(separator: "/").map { part in
                part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .word(String(part))
            }
        (self.name, self.summary, self.query, self.body) = (name, summary, query, body)
        (self.content, self.status, self.rawBody) = (content, status, rawBody)
        self.access = access ?? (method == .get ? .reading : .change)
        (self.timeLimit, self.handle) = (timeLimit, handle)
    }

    /// Creates a row for a file of the page. `path` is below the root; empty for the page itself.
    init(
        page path: String,
        type: String,
        handle: @escaping @Sendable (RouteCall) async throws -> WebResponse
    ) {
        method = .get
        self.path = path.isEmpty ? [] : [.word(path)]
        (name, summary, query, body) = ("", "", [], [])
        (content, status, access, rawBody) = (.bytes(type), 200, .everybody, nil)
        (timeLimit, self.handle) = ({ _ in Self.usualTimeLimit }, handle)
    }

    /// The path with its parameters in braces.
    var template: String {
        path.reduce(into: "") { text, segment in
            switch segment {
            case .word(let word): text += "/\(word)"
            case .parameter(let name): text += "/{\(name)}"
            }
        }
    }

    /// The parameters of a path; nil if this row does not match it.
    func match(_ segments: [String]) -> [String: String]? {
        guard segments.count == path.count else { return nil }
        var values: [String: String] = [:]
        for (segment, wanted) in zip(segments, path) {
            switch wanted {
            case .word(let word): guard segment == word else { return nil }
            case .parameter(let name): values[name] = segment
            }
        }
        return values
    }
}

/// A request that a row of the table has matched, with the values of its parameters.
struct RouteCall: Sendable {
    let request: WebRequest
    let core: ServerCore
    /// Values of the path, the query and the body by their names.
    let values: [String: JSONValue]

    func text(_ name: String) -> String? { values[name]?.string }
    func number(_ name: String) -> Double? { values[name]?.number }
    func integer(_ name: String) -> Int? { values[name]?.integer.map(Int.init) }
    func flag(_ name: String) -> Bool? { if case .bool(let flag)? = values[name] { flag } else { nil } }
    func texts(_ name: String) -> [String]? { values[name]?.array?.compactMap(\.string) }

    /// The camera of the path, without a connection.
    func knownCamera() throws(WebProblem) -> Camera { try core.cameras.camera(text("camera") ?? "") }

    /// The identifier of the camera of the path, which may not be found at present.
    var cameraIdentifier: String { core.cameras.identifier(text("camera") ?? "") }

    /// The camera of the path, connected.
    func camera(for categories: CommandCategories = []) async throws -> Camera {
        try await core.cameras.connected(text("camera") ?? "", for: categories)
    }

    /// An answer of JSON.
    func json(_ value: some Encodable, _ status: Int = 200) throws -> WebResponse {
        WebResponse(status, text: try JSONLine.of(value), type: "application/json")
    }

    /// An answer of JSON from which a program restores the value exactly.
    func exact(_ json: JSONValue, _ status: Int = 200) -> WebResponse {
        WebResponse(status, text: json.text(depth: 0) + "\n", type: "application/json")
    }

    // MARK: Parsing

    /// Checks the query and the body of a request against the row.
    ///
    /// - Returns: the values.
    static func values(of request: WebRequest, _ route: WebRoute, _ path: [String: String]) throws(WebProblem) -> [String:
        JSONValue]
    {
        var values = path.mapValues { JSONValue.string($0) }
        for (name, text) in request.query {
            guard let parameter = route.query.first(where: { $0.name == name }) else {
                throw WebProblem(400, "unknownParameter", "There is no parameter \(name) here.")
            }
            guard values[name] == nil else { throw WebProblem(400, "invalidParameter", "The parameter \(name) occurs twice.") }
            values[name] = try Self.value(Self.parsed(text, parameter.values), parameter)
        }
        if route.acceptsJSON {
            for member in try Self.members(of: request) {
                guard let parameter = route.body.first(where: { $0.name == member.name }) else {
                    throw WebProblem(400, "unknownMember", "There is no member \(member.name) here.")
                }
                guard values[member.name] == nil else { throw WebProblem(400, "invalidMember", "\(member.name) occurs twice.") }
                values[member.name] = try Self.value(member.value, parameter)
            }
        }
        for parameter in route.query + route.body where parameter.isRequired && values[parameter.name] == nil {
            throw WebProblem(400, "missingMember", "\(parameter.name) is missing: \(parameter.values.words).")
        }
        return values
    }

    private static func members(of request: WebRequest) throws(WebProblem) -> [JSONValue.Member] {
        if request.body.isEmpty { return [] }
        guard request.fields["content-type"].map(AccessPolicy.isJSON) ?? false else {
            throw WebProblem(415, "unsupportedType", "The body of this request is JSON: send Content-Type: application/json.")
        }
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(request.body.span) } catch {
            throw WebProblem(400, "invalidBody", "The body is not valid JSON: \(error).")
        }
        guard case .object(let members) = value else {
            throw WebProblem(400, "invalidBody", "The body is not an object of JSON.")
        }
        return members
    }

    /// The value of a parameter of the query, which is text.
    private static func parsed(_ text: String, _ values: WebRoute.Values) -> JSONValue {
        switch values {
        case .flag where text == "true" || text == "": .bool(true)
        case .flag where text == "false": .bool(false)
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .number: Double(text).map { .number($0) } ?? .string(text)
        case .text, .choice, .flag, .texts, .settings: .string(text)
        }
    }

    private static func value(_ value: JSONValue, _ parameter: WebRoute.Parameter) throws(WebProblem) -> JSONValue {
        let isValid =
            switch (parameter.values, value) {
            case (.text, .string): true
            case (.choice(let choices), .string(let text)): choices.contains(text)
            case (.integer(let range), .integer(let number)): range.contains(number)
            case (.number(let range), .integer), (.number(let range), .number): value.number.map(range.contains) ?? false
            case (.flag, .bool): true
            case (.texts, .array(let elements)): elements.count <= 1000 && elements.allSatisfy { $0.string != nil }
            case (.settings, .object(let members)): members.count <= 100
            default: false
            }
        if isValid { return value }
        throw WebProblem(400, "invalidMember", "\(parameter.name) is not \(parameter.values.words).")
    }
}
