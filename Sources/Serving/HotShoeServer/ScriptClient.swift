import ServedPages
import WebServer

/// The client for JavaScript and its declarations for TypeScript, made of the table of routes. Pure.
enum ScriptClient {
    private static let routes = RouteTable.routes.filter { !$0.name.isEmpty && !isStream($0) }

    /// The base class has the methods for live view and events.
    private static func isStream(_ route: WebRoute) -> Bool {
        route.content == .messages || ["events", "liveViewParts", "liveViewRecords", "changes"].contains(route.name)
    }

    /// The module.
    static let module: String =
        ServedPage.text("client_base.js") + "\n/** The cameras of one server. */\nexport class HotShoe extends Base {\n"
        + routes.map(method).joined(separator: "\n") + "}\n"

    /// The declarations of the module.
    static let declarations: String =
        ServedPage.text("client_base.d.ts") + "\n"
        + WebSchema.allCases.map(interface).joined(separator: "\n")
        + "\n/** The cameras of one server. */\nexport class HotShoe extends Base {\n"
        + routes.map(declaration).joined(separator: "\n") + "}\n"

    // MARK: JavaScript

    private static func method(_ route: WebRoute) -> String {
        let path = route.path.map { segment in
            switch segment {
            case .word(let word): "/\(word)"
            case .parameter(let name): "/${encodeURIComponent(\(name))}"
            }
        }.joined()
        let hasBody = !route.body.isEmpty || route.rawBody != nil
        var names = route.parameterNames
        if hasBody { names.append(isOptional(route) ? "body = {}" : "body") }
        if !route.query.isEmpty { names.append("query = {}") }
        names.append("options = {}")
        let parts = [
            "'\(route.method.rawValue)'", "`\(path)`", hasBody ? "body" : "undefined", route.query.isEmpty ? "{}" : "query",
            "'\(kind(route))'", "options",
        ]
        return "  /** \(route.summary) */\n  \(route.name)(\(names.joined(separator: ", "))) {\n"
            + "    return this.send(\(parts.joined(separator: ", ")));\n  }\n"
    }

    private static func isOptional(_ route: WebRoute) -> Bool {
        route.rawBody == nil && !route.body.contains(where: \.isRequired)
    }

    private static func kind(_ route: WebRoute) -> String { if case .bytes = route.content { "bytes" } else { "json" } }

    // MARK: TypeScript

    private static func declaration(_ route: WebRoute) -> String {
        var parameters = route.parameterNames.map { "\($0): string" }
        if route.rawBody != nil {
            parameters.append("body: Uint8Array | ArrayBuffer | Blob")
        } else if !route.body.isEmpty {
            parameters.append("body\(isOptional(route) ? "?" : ""): \(members(route.body))")
        }
        if !route.query.isEmpty { parameters.append("query?: \(members(route.query))") }
        parameters.append("options?: RequestOptions")
        let result =
            switch route.content {
            case .object(let schema): schema.rawValue
            case .objectOrNull(let schema): "\(schema.rawValue) | null"
            case .list(let schema): "\(schema.rawValue)[]"
            case .exact: "unknown"
            case .bytes: "Uint8Array"
            case .messages: "never"
            }
        return "  /** \(route.summary) */\n  \(route.name)(\(parameters.joined(separator: ", "))): Promise<\(result)>;\n"
    }

    private static func members(_ parameters: [WebRoute.Parameter]) -> String {
        let lines = parameters.map { parameter in
            "    /** \(parameter.summary) */\n    \(parameter.name)\(parameter.isRequired ? "" : "?"): \(parameter.values.declaration);\n"
        }
        return "{\n\(lines.joined())  }"
    }

    private static func interface(_ schema: WebSchema) -> String {
        let lines = schema.members.map { member in
            "  /** \(member.summary) */\n  \(member.name)\(member.isOptional ? "?" : ""): \(member.kind.declaration)"
                + (member.isNullable ? " | null;\n" : ";\n")
        }
        return "/** \(schema.summary) */\nexport interface \(schema.rawValue) {\n\(lines.joined())}\n"
    }
}
