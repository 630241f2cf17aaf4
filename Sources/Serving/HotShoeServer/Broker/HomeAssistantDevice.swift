import BrokerMessages
import BrokerTransport
import CameraRecords
import HotShoe
import JSONText

/// A camera as a device of Home Assistant: the retained messages of its MQTT discovery. Pure.
///
/// Source: the documentation of Home Assistant, "MQTT Discovery". Never tried with it.
struct HomeAssistantDevice {
    let posts: [BrokerOptions.Post]

    init(_ camera: Camera, host: String, _ topics: BrokerTopics, takesCommands: Bool) {
        self.init(camera.connectedDescription, host: host, topics, takesCommands: takesCommands)
    }

    init(_ camera: CameraDescription, host: String, _ topics: BrokerTopics, takesCommands: Bool) {
        let identifier = "hotshoe_" + Self.word(host) + "_" + Self.word(camera.identifier.text)
        let device = JSONValue.members([
            "identifiers": .array([.string(identifier)]), "name": .string(camera.displayName),
            "manufacturer": camera.manufacturer.map { .string($0) }, "model": camera.model.map { .string($0) },
            "serial_number": camera.serialNumber.map { .string($0) },
        ])
        let state = topics.camera(camera.identifier.text, of: host, "state")
        let availability = JSONValue.array([
            .members([
                "topic": .string(topics.status(of: host)),
                "value_template": .string("{{ 'online' if value_json.online else 'offline' }}"),
            ])
        ])
        func post(_ component: String, _ name: String, _ members: [(String, JSONValue)]) -> BrokerOptions.Post {
            let own = Self.word(name)
            let common: [(String, JSONValue)] = [
                ("name", .string(name)), ("unique_id", .string("\(identifier)_\(own)")), ("device", device),
                ("availability", availability),
            ]
            let config = JSONValue.object((common + members).map { .init($0.0, $0.1) })
            return BrokerOptions.Post("homeassistant/\(component)/\(identifier)/\(own)/config", JSONLine.text(config))
        }
        func sensor(_ name: String, _ template: String) -> BrokerOptions.Post {
            post("sensor", name, [("state_topic", .string(state)), ("value_template", .string("{{ \(template) }}"))])
        }
        var posts = [sensor("Connection", "value_json.state.connection")]
        posts += [("Battery", "battery"), ("Shots available", "shots-available")].map { name, property in
            sensor(name, "value_json.settings['\(property)'] | default('unknown')")
        }
        if takesCommands {
            let template =
                "{\"id\": \"ha-{{ (now().timestamp() * 1000) | int }}\", \"command\": \"{{ value }}\", "
                + "\"expires\": \"{{ (now().timestamp() | int) + 5 }}000000000\", \"cameras\": [\(JSONLine.text(.string(camera.identifier.text)))]}"
            posts.append(
                post(
                    "button",
                    "Take a picture",
                    [
                        ("command_topic", .string(topics.commands(to: host))), ("command_template", .string(template)),
                        ("payload_press", .string("fire")), ("qos", .integer(1)),
                    ]
                )
            )
        }
        self.posts = posts
    }

    /// Text with characters that Home Assistant's topics have.
    private static func word(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? Character($0.lowercased()) : "_" })
    }
}
