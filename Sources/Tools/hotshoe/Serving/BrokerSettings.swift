import ArgumentParsing
import Glibc
import HotShoe
import HotShoeServer
import Sockets

/// The options of `hotshoe serve` for an MQTT broker.
enum BrokerSettings {
    static let broker = Option.value(
        "broker",
        .text,
        named: "ADDRESS",
        "Report to this MQTT broker: mqtts://[USER@]HOST[:PORT][/PREFIX], or mqtt:// without encryption."
    )
    static let name = Option.value(
        "broker-name",
        .text,
        named: "NAME",
        "The name of this computer in topics. Default: its host name."
    )
    static let commands = Option.flag(
        "broker-commands",
        "Carry out commands that arrive from the broker: whoever may publish them there takes pictures here."
    )
    static let group = Option.repeating(
        "broker-group",
        .text,
        named: "NAME",
        "With --broker-commands: carry out the commands to this group too."
    )
    static let authority = Option.value(
        "broker-authority",
        .file,
        named: "FILE",
        "The certificate of the authority that the broker's certificate is from, in PEM. Default: those that this system trusts."
    )
    static let certificate = Option.value(
        "broker-certificate",
        .file,
        named: "FILE",
        "The certificate by which the broker recognizes this computer, in PEM."
    )
    static let key = Option.value("broker-key", .file, named: "FILE", "The key of that certificate, in PEM.")
    static let plain = Option.flag("broker-plain", "Send the password to another computer without encryption.")
    static let homeAssistant = Option.flag("home-assistant", "Announce the cameras to Home Assistant over the broker.")

    static let passwordVariable = "HOTSHOE_BROKER_PASSWORD"

    static let optionGroup = OptionGroup(
        "Options for a broker",
        [broker, name, commands, group, authority, certificate, key, plain, homeAssistant]
    )

    /// The options of the server; nil without `--broker`.
    static func read(_ context: CommandContext) throws -> HotShoeServer.Broker? {
        guard let address = context[broker] else {
            if let other = optionGroup.options.first(where: { context.isGiven($0) }) {
                throw CommandFailure(.usage, other.written, "needs --broker.")
            }
            return nil
        }
        if !context[group].isEmpty, !context[commands] {
            throw CommandFailure(.usage, "--broker-group", "needs --broker-commands: without it, no command is carried out.")
        }
        let name = context[name] ?? ServerAnnouncement.hostName
        for text in [name] + context[group] {
            if let problem = HotShoeServer.problem(inBrokerName: text) { throw CommandFailure(.usage, "--broker-name", problem) }
        }
        var options = HotShoeServer.Broker(address, name: name)
        options.password = context.environment.variable(passwordVariable).flatMap { $0.isEmpty ? nil : $0 }
        options.authorityFile = try context[authority].map { try pem($0, "certificate") }
        switch (context[certificate], context[key]) {
        case (let certificate?, let key?):
            _ = (try pem(certificate, "certificate"), try pem(key, "key"))
            options.certificateFiles = (certificate, key)
        case (nil, nil): break
        default: throw CommandFailure(.usage, nil, "--broker-certificate and --broker-key are used together.")
        }
        (options.permitsPlainPassword, options.announcesToHomeAssistant) = (context[plain], context[homeAssistant])
        (options.takesCommands, options.groups) = (context[commands], context[group])
        if options.takesCommands { options.journal = try journal(name, context) }
        options.addresses = { ServerAddresses.of($0, NetworkInterface.all()) }
        return options
    }

    /// Returns the path of a file, if it has a part of a kind: libmosquitto would fail only when it connects.
    private static func pem(_ path: String, _ kind: String) throws -> String {
        let text = try InputFile.text(of: path)
        let isOfKind = text.split(separator: "\n").contains {
            $0.hasPrefix("-----BEGIN ") && $0.lowercased().hasSuffix("\(kind)-----")
        }
        guard isOfKind else { throw CommandFailure(.usage, path, "is no \(kind) in PEM.") }
        return path
    }

    /// The file of the commands that were begun, beside the identity of the server.
    private static func journal(_ name: String, _ context: CommandContext) throws -> String {
        guard let identity = ServerIdentity.path(context.environment.variable) else {
            throw CommandFailure(
                .storage,
                "--broker-commands",
                "needs a folder for what must not be done twice: set HOME or XDG_STATE_HOME."
            )
        }
        let folder = String(identity.dropLast("/server.pem".utf8.count))
        try LocalFolder.prepare(folder)
        let file = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "_" }
        return "\(folder)/commands-\(String(file))"
    }
}
