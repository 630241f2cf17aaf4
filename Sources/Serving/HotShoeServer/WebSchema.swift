import JSONText

/// A kind of JSON object in answers: its members, for the description of the interface and for the declarations of the client.
enum WebSchema: String, Sendable, CaseIterable {
    case route = "Route"
    case parameter = "RouteParameter"
    case session = "Session"
    case camera = "Camera"
    case cameraInfo = "CameraInfo"
    case storage = "Storage"
    case state = "CameraState"
    case area = "FocusArea"
    case autoExposure = "AutoExposure"
    case question = "AuthenticationQuestion"
    case property = "Property"
    case remedy = "PropertyRemedy"
    case range = "PropertyRange"
    case setting = "Setting"
    case focus = "FocusResult"
    case focusDrive = "FocusMovement"
    case point = "FocusPoint"
    case part = "PicturePart"
    case button = "HeldButton"
    case picture = "Picture"
    case recording = "Recording"
    case series = "Series"
    case tethering = "Tethering"
    case copy = "TetheredFile"
    case file = "File"
    case metadata = "PictureMetadata"
    case entry = "PictureMetadataEntry"
    case deletion = "Deletion"
    case clock = "Clock"
    case hostClock = "HostClock"
    case problem = "Problem"

    /// The type of a member.
    indirect enum Kind: Sendable {
        case text
        case number
        case integer
        case flag
        case choice([String])
        case object(WebSchema)
        case list(Kind)
    }

    struct Member: Sendable {
        let name: String
        let kind: Kind
        let summary: String
        /// Whether the member can be missing.
        let isOptional: Bool
        /// Whether the value can be null.
        let isNullable: Bool

        init(_ name: String, _ kind: Kind, _ summary: String, optional: Bool = false, nullable: Bool = false) {
            (self.name, self.kind, self.summary, isOptional, isNullable) = (name, kind, summary, optional, nullable)
        }

        /// A member that can be missing.
        static func maybe(_ name: String, _ kind: Kind, _ summary: String) -> Member {
            Member(name, kind, summary, optional: true)
        }
    }
}

// MARK: - JSON Schema

extension WebSchema {
    /// The reference to the schema within the description of the interface.
    var reference: JSONValue { .members(["$ref": .string("#/components/schemas/\(rawValue)")]) }

    /// The schema in JSON Schema 2020-12.
    var description: JSONValue {
        let required = members.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
        return .members([
            "type": .string("object"),
            "description": .string(summary),
            "properties": .object(members.map { .init($0.name, $0.description) }),
            "required": required.isEmpty ? nil : .array(required),
        ])
    }
}

extension WebSchema.Member {
    fileprivate var description: JSONValue {
        guard case .object(var members) = kind.schema(isNullable: isNullable) else { return .null }
        members.append(.init("description", .string(summary)))
        return .object(members)
    }
}

extension WebSchema.Kind {
    func schema(isNullable: Bool = false) -> JSONValue {
        let schema: JSONValue =
            switch self {
            case .text: Self.type("string", isNullable)
            case .number: Self.type("number", isNullable)
            case .integer: Self.type("integer", isNullable)
            case .flag: Self.type("boolean", isNullable)
            case .choice(let values): .members(["type": .string("string"), "enum": .array(values.map(JSONValue.string))])
            case .object(let schema): schema.reference
            case .list(let kind): .members(["type": .string("array"), "items": kind.schema()])
            }
        return schema
    }

    private static func type(_ name: String, _ isNullable: Bool) -> JSONValue {
        .members(["type": isNullable ? .array([.string(name), .string("null")]) : .string(name)])
    }

    /// The type in TypeScript.
    var declaration: String {
        switch self {
        case .text: "string"
        case .number, .integer: "number"
        case .flag: "boolean"
        case .choice(let values): values.map { "'\($0)'" }.joined(separator: " | ")
        case .object(let schema): schema.rawValue
        case .list(.choice(let values)): "Array<\(Self.choice(values).declaration)>"
        case .list(let kind): "\(kind.declaration)[]"
        }
    }
}
