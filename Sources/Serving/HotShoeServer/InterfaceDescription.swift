import CameraRecords
import HotShoe
import JSONText
import WebServer

/// The description of the interface in OpenAPI 3.1, made of the table of routes. Pure.
enum InterfaceDescription {
    /// The document as text.
    static let text = JSONLine.text(document) + "\n"

    /// The document.
    private static let document: JSONValue = .members([
        "openapi": .string("3.1.0"),
        "info": .members([
            "title": .string("HotShoe"),
            "version": .string(HotShoeVersion.text),
            "summary": .string("Cameras over HTTP."),
            "description": .string(introduction),
            "license": .members(["name": .string("MIT"), "identifier": .string("MIT")]),
        ]),
        "servers": .array([.members(["url": .string("/")])]),
        "security": .array([
            .object([]), .members(["token": .array([])]), .members(["cookie": .array([])]),
        ]),
        "tags": .array(tags.map { .members(["name": .string($0)]) }),
        "paths": .object(paths),
        "components": .members([
            "schemas": .object(WebSchema.allCases.map { .init($0.rawValue, $0.description) }),
            "securitySchemes": .members([
                "token": .members([
                    "type": .string("http"),
                    "scheme": .string("bearer"),
                    "description": .string("The token that the server printed, for a server that other computers reach."),
                ]),
                "cookie": .members([
                    "type": .string("apiKey"),
                    "in": .string("cookie"),
                    "name": .string("hotshoe-token-8080"),
                    "description": .string("The cookie that openSession sets; its name ends with the port of the server."),
                ]),
            ]),
        ]),
    ])

    private static let introduction =
        "The cameras of one computer. A camera is named by its identifier or its serial number, and connected when a request needs it. "
        + "JSON has the form of the command line's --json. Errors are problem documents (RFC 9457) whose member detail is a sentence "
        + "with the remedy. Times are in seconds, sizes in bytes. Most of it was tried with simulated cameras only."

    // MARK: Paths

    private static let described = RouteTable.routes.filter { !$0.name.isEmpty }

    private static var tags: [String] {
        var tags: [String] = []
        for route in described where !tags.contains(route.tag) { tags.append(route.tag) }
        return tags
    }

    private static var paths: [JSONValue.Member] {
        var paths: [(template: String, operations: [JSONValue.Member])] = []
        for route in described {
            let operation = JSONValue.Member(route.method.rawValue.lowercased(), self.operation(route))
            if let index = paths.firstIndex(where: { $0.template == route.template }) {
                paths[index].operations.append(operation)
            } else {
                paths.append((route.template, [operation]))
            }
        }
        return paths.map { .init($0.template, .object($0.operations)) }
    }

    private static func operation(_ route: WebRoute) -> JSONValue {
        .members([
            "operationId": .string(route.name),
            "summary": .string(route.summary),
            "tags": .array([.string(route.tag)]),
            "security": route.access == .everybody ? .array([]) : nil,
            "parameters": parameters(route),
            "requestBody": requestBody(route),
            "responses": .object([
                .init(String(route.status), success(route)), .init("default", problem),
            ]),
        ])
    }

    private static func parameters(_ route: WebRoute) -> JSONValue? {
        let inPath = route.parameterNames.map { name in
            JSONValue.members([
                "name": .string(name),
                "in": .string("path"),
                "required": .bool(true),
                "description": .string(pathSummary(name)),
                "schema": .members(["type": .string("string")]),
            ])
        }
        let inQuery = route.query.map { parameter in
            JSONValue.members([
                "name": .string(parameter.name),
                "in": .string("query"),
                "required": .bool(parameter.isRequired),
                "description": .string(parameter.summary),
                "schema": parameter.values.schema,
            ])
        }
        return inPath.isEmpty && inQuery.isEmpty ? nil : .array(inPath + inQuery)
    }

    private static func pathSummary(_ name: String) -> String {
        switch name {
        case "camera": "The identifier or the serial number of the camera."
        case "property": "The name of the property."
        case "file": "The identifier of the file."
        case "series": "The identifier of the series."
        case "storage": "The identifier of the card."
        case "offer": "The identifier of the offer."
        default: "The name of the file."
        }
    }

    private static func requestBody(_ route: WebRoute) -> JSONValue? {
        if route.rawBody != nil {
            let bytes = JSONValue.members(["application/octet-stream": .members(["schema": .object([])])])
            return .members(["required": .bool(true), "content": bytes])
        }
        guard route.acceptsJSON else { return nil }
        let required = route.body.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema = JSONValue.members([
            "type": .string("object"),
            "properties": .object(route.body.map { .init($0.name, $0.schema) }),
            "required": required.isEmpty ? nil : .array(required),
            "additionalProperties": .bool(false),
        ])
        return .members([
            // A form of another site has no body of JSON: a POST without one is refused.
            "required": .bool(!required.isEmpty || route.method == .post),
            "content": .members(["application/json": .members(["schema": schema])]),
        ])
    }

    private static func success(_ route: WebRoute) -> JSONValue {
        let description: String
        let content: JSONValue?
        switch route.content {
        case .object(let schema): (description, content) = (schema.summary, json(schema.reference))
        case .objectOrNull(let schema):
            let either = JSONValue.members(["oneOf": .array([schema.reference, .members(["type": .string("null")])])])
            (description, content) = (schema.summary, json(either))
        case .list(let schema): (description, content) = ("A list.", json(WebSchema.Kind.list(.object(schema)).schema()))
        case .exact: (description, content) = ("A value in the form of `changes`: docs/remote-cameras.md.", json(.object([])))
        case .bytes(let type): (description, content) = ("The bytes.", .members([type: .object([])]))
        case .messages: (description, content) = ("A WebSocket, whose binary messages are a head and a JPEG.", nil)
        }
        return .members(["description": .string(description), "content": content])
    }

    private static func json(_ schema: JSONValue) -> JSONValue { .members(["application/json": .members(["schema": schema])]) }

    private static let problem = JSONValue.members([
        "description": .string(WebSchema.problem.summary),
        "content": .members(["application/problem+json": .members(["schema": WebSchema.problem.reference])]),
    ])
}

extension WebRoute {
    /// The names of the parameters of the path.
    var parameterNames: [String] { path.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }

    /// The group for display: the word of the path that names the subject.
    var tag: String {
        let words = path.dropFirst(2).compactMap { if case .word(let word) = $0 { word } else { nil } }
        let subject = words.first == "cameras" ? words.dropFirst().first ?? "cameras" : words.first ?? "overview"
        switch subject {
        case "connection", "state", "authentication", "categories", "changes", "clock": return "cameras"
        case "half-press", "shutter", "shot": return "shoot"
        case "uploads", "storages", "transfers": return "files"
        default: return String(subject.prefix { $0 != "." })
        }
    }
}

extension WebRoute.Parameter {
    /// The schema, with the meaning.
    var schema: JSONValue {
        guard case .object(let members) = values.schema else { return .null }
        return .object(members + [.init("description", .string(summary))])
    }
}

extension WebRoute.Values {
    /// The values in JSON Schema 2020-12.
    var schema: JSONValue {
        switch self {
        case .text: .members(["type": .string("string")])
        case .choice(let choices): .members(["type": .string("string"), "enum": .array(choices.map(JSONValue.string))])
        case .number(let range):
            .members([
                "type": .string("number"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
            ])
        case .integer(let range):
            .members([
                "type": .string("integer"), "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            ])
        case .flag: .members(["type": .string("boolean")])
        case .texts: .members(["type": .string("array"), "items": .members(["type": .string("string")])])
        case .settings:
            .members(["type": .string("object"), "additionalProperties": .members(["type": .string("string")])])
        }
    }

    /// The type in TypeScript.
    var declaration: String {
        switch self {
        case .text: "string"
        case .choice(let choices): choices.map { "'\($0)'" }.joined(separator: " | ")
        case .number, .integer: "number"
        case .flag: "boolean"
        case .texts: "string[]"
        case .settings: "Record<string, string>"
        }
    }
}
