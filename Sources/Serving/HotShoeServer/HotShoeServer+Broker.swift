extension HotShoeServer {
    /// How a server reports to an MQTT broker, and takes commands from it (docs/broker.md).
    public struct Broker: Sendable {
        /// `mqtt[s]://[USER@]HOST[:PORT][/PREFIX]`.
        public var address: String
        /// Name of this host in topics, unique at the broker: 1 to 64 bytes.
        public var name: String
        /// The password; nil for none. Sent only over TLS or to this computer.
        public var password: String?
        /// File with the certificates of authorities, in PEM; nil for those that the system trusts.
        public var authorityFile: String?
        /// Files with the certificate of this host and its key, in PEM; nil for none.
        public var certificateFiles: (certificateFile: String, keyFile: String)?
        /// Whether the password may be sent to another computer without encryption.
        public var permitsPlainPassword = false
        /// Whether commands are carried out.
        public var takesCommands = false
        /// The groups whose commands are carried out too.
        public var groups: [String] = []
        /// File in which the commands that were begun are kept; needed for commands. Its folder has to exist.
        public var journal: String?
        /// Returns the addresses at which other computers reach the server, the best one first, from the address of the server.
        public var addresses: @Sendable (String) -> [String] = { [$0] }
        /// Whether the cameras are announced to Home Assistant.
        public var announcesToHomeAssistant = false

        /// Creates the options of a host that only reports.
        public init(_ address: String, name: String) { (self.address, self.name) = (address, name) }
    }

    /// The reason why a text cannot be the name of a host or a group; nil if it can.
    public static func problem(inBrokerName name: String) -> String? {
        let isPrintable = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return (1...64).contains(name.utf8.count) && isPrintable ? nil : "A name for the broker has 1 to 64 printable bytes."
    }
}
