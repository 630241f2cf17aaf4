package import CameraModel
package import JSONText

/// The status of a host. Pure.
package struct HostStatus: Sendable, Hashable {
    package var isOnline: Bool
    /// The address of its server; nil for an absent host.
    package var url: String?
    /// All addresses at which other computers reach it.
    package var addresses: [String] = []
    /// The hash of its public key in base64; nil without encryption.
    package var key: String?
    package var version: String?
    /// A text that is another one after each start of the host; nil for hosts before it was introduced.
    package var run: String?
    /// Whether it carries out commands.
    package var takesCommands = false
    package var groups: [String] = []
    /// The identifiers of its cameras.
    package var cameras: [String] = []
    package var time: ClockTime?
    package var clock: ClockQuality?

    package init(isOnline: Bool) { self.isOnline = isOnline }

    /// The message of an absent host.
    package static let gone = HostStatus(isOnline: false)

    package var json: JSONValue {
        guard isOnline else { return .members(["online": .bool(false)]) }
        let clock = clock.map { quality -> JSONValue in
            .members([
                "time": time.map { .string(String($0.nanosecondsSince1970)) }, "synchronized": .bool(quality.isSynchronized),
                "maximumError": .number(quality.maximumError / .seconds(1)),
                "estimatedError": .number(quality.estimatedError / .seconds(1)),
            ])
        }
        return .members([
            "online": .bool(true), "url": url.map { .string($0) }, "addresses": .array(addresses.map { .string($0) }),
            "key": key.map { .string($0) }, "version": version.map { .string($0) },
            "run": run.map { .string($0) }, "commands": .bool(takesCommands),
            "groups": .array(groups.map { .string($0) }), "cameras": .array(cameras.map { .string($0) }), "clock": clock,
        ])
    }

    /// Parses a message; nil for one that is no status.
    package init?(_ payload: [UInt8]) {
        guard let json = try? JSONParser.parse(payload.span), case .bool(let isOnline)? = json["online"] else { return nil }
        self.isOnline = isOnline
        guard isOnline else { return }
        guard let url = json["url"]?.string else { return nil }
        func texts(_ name: String) -> [String] { json[name]?.array?.compactMap(\.string) ?? [] }
        self.url = url
        (addresses, groups, cameras) = (texts("addresses"), texts("groups"), texts("cameras"))
        (key, version, run) = (json["key"]?.string, json["version"]?.string, json["run"]?.string)
        takesCommands = json["commands"] == .bool(true)
        guard let clock = json["clock"], case .bool(let isSynchronized)? = clock["synchronized"] else { return }
        func error(_ name: String) -> Duration {
            .seconds(min(max(clock[name]?.number ?? 0, 0), 1e6))
        }
        time = clock["time"]?.string.flatMap { Int64($0) }.map { ClockTime(nanosecondsSince1970: $0) }
        self.clock = ClockQuality(
            isSynchronized: isSynchronized,
            maximumError: error("maximumError"),
            estimatedError: error("estimatedError")
        )
    }
}
