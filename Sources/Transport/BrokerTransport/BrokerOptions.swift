/// How a client connects to a broker.
package struct BrokerOptions: Sendable {
    /// A message on a topic.
    package struct Post: Sendable, Hashable {
        package let topic: String
        package let text: String

        package init(_ topic: String, _ text: String) { (self.topic, self.text) = (topic, text) }
    }

    package var address: BrokerAddress
    package var password: String?
    /// The file with the certificates of authorities, in PEM; nil for those that the system trusts.
    package var authorityFile: String?
    /// The files with the certificate of this client and its key, in PEM.
    package var certificate: (certificateFile: String, keyFile: String)?
    /// Whether the password may be sent to another computer without encryption.
    package var permitsPlainPassword = false
    /// The retained message that the broker publishes when this client is gone without a word.
    package var will: Post?
    /// Topics or filters to which the client subscribes, with QoS 1.
    package var subscriptions: [String] = []
    /// The same, also without which the connection is of use: a refusal has no effect.
    package var optionalSubscriptions: [String] = []

    package init(_ address: BrokerAddress) { self.address = address }

    /// Checks what can be checked without a connection.
    package func check() throws(BrokerError) {
        if password != nil, address.userName == nil {
            throw BrokerError(.refused, "A password needs a user name in the address: mqtts://USER@HOST.")
        }
        guard password == nil || address.isEncrypted || address.isLocal || permitsPlainPassword else {
            throw BrokerError(.untrusted, "The password would be sent to \(address) without encryption. Use mqtts://.")
        }
        if !address.isEncrypted, authorityFile != nil || certificate != nil {
            throw BrokerError(.untrusted, "Certificates have no meaning for \(address), which is not encrypted. Use mqtts://.")
        }
    }
}
