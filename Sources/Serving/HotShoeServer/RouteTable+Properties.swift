import CameraRecords
import HotShoe
import JSONText
import WebServer

extension RouteTable {
    private static let until = WebRoute.Parameter(
        name: "until",
        values: .choice(["accepted", "reflected"]),
        summary: "Answer when the camera has accepted the value, or when it reports it. Default: reflected."
    )

    static let properties: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/properties",
            "listProperties",
            "The properties of a camera, with the values that can be set now.",
            content: .list(.property)
        ) { call in
            let camera = try await call.camera()
            let situation = SettingObstacle.Situation(camera)
            let records = camera.knownProperties.map {
                PropertyRecord(camera.property($0).state, withValues: true, in: situation)
            }
            return try call.json(records)
        },
        WebRoute(
            .get,
            "cameras/{camera}/properties/{property}",
            "getProperty",
            "One property of a camera.",
            content: .object(.property)
        ) { call in
            let camera = try await call.camera()
            let state = try property(call.text("property") ?? "", of: camera).state
            return try call.json(PropertyRecord(state, withValues: true, in: SettingObstacle.Situation(camera)))
        },
        WebRoute(
            .put,
            "cameras/{camera}/properties/{property}",
            "setProperty",
            "Sets a property, and returns what the camera reports then.",
            body: [
                .init(name: "value", values: .text, summary: "The value, in the form of the list.", isRequired: true),
                .init(
                    name: "code",
                    values: .integer(Int64.min...Int64.max),
                    summary: "The camera's own code of the value, for one of several values of the same text."
                ),
                until,
            ],
            content: .object(.setting)
        ) { call in
            let camera = try await call.camera()
            let property = try property(call.text("property") ?? "", of: camera)
            let (text, code) = (call.text("value") ?? "", call.values["code"]?.integer)
            let coded = code.flatMap { code in property.settable.values.first { $0.code == code && ($0.text ?? $0.label) == text }
            }
            return try call.json(await set(property, text, coded, completion(call)))
        },
        WebRoute(
            .patch,
            "cameras/{camera}/properties",
            "setProperties",
            "Sets several properties in their order. Ends at the first that cannot be set, whose error is returned.",
            body: [
                .init(
                    name: "values",
                    values: .settings,
                    summary: "The names of the properties and their values.",
                    isRequired: true
                ),
                until,
            ],
            content: .list(.setting)
        ) { call in
            let camera = try await call.camera()
            guard case .object(let members)? = call.values["values"] else { return try call.json([SettingRecord]()) }
            // A name that is not known is an error before anything is set.
            let changes = try members.map { member throws(WebProblem) in
                guard let text = member.value.string else {
                    throw WebProblem(400, "invalidMember", "The value of \(member.name) is not text.")
                }
                return (try property(member.name, of: camera), text)
            }
            var records: [SettingRecord] = []
            for (property, text) in changes { records.append(try await set(property, text, nil, completion(call))) }
            return try call.json(records)
        },
    ]

    /// Time until a camera reports a value.
    private static let reflectionLimit = Duration.seconds(2)

    private static func completion(_ call: RouteCall) -> Property.Completion {
        call.text("until") == "accepted" ? .accepted : .reflected(timeout: reflectionLimit)
    }

    static func property(_ name: String, of camera: Camera) throws(WebProblem) -> Property {
        guard let identifier = PropertyIdentifier(name), camera.knownProperties.contains(identifier) else {
            throw WebProblem(404, "unknownProperty", "This camera has no property of this name. GET …/properties lists them.")
        }
        return camera.property(identifier)
    }

    /// Sets a property to a value of its list, or else to the one that a text names.
    static func set(
        _ property: Property,
        _ text: String,
        _ listed: PropertyValue?,
        _ completion: Property.Completion
    ) async throws -> SettingRecord {
        let old = property.value?.label
        let wanted: PropertyValue
        do throws(CameraError) {
            if let listed { wanted = listed } else { wanted = try property.state.settableValue(for: text) }
            try await property.set(wanted, until: completion)
        } catch {
            let situation = SettingObstacle.Situation(property.camera)
            let reason = PropertyRecord(property.state, withValues: false, in: situation).reason
            guard error.code == .notAvailable, let reason else { throw error }
            throw CameraError(error.code, reason, operation: error.operation, subject: error.subject, response: error.response)
        }
        return SettingRecord(property, old: old, new: completion == .accepted ? wanted : property.value ?? wanted)
    }
}
