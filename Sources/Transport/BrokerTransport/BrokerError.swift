internal import CMosquitto

/// A failure of a connection to a broker.
package struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kind of failure.
    package enum Kind: Hashable, Sendable {
        /// libmosquitto is not installed, or too old.
        case libraryMissing
        /// A file of the certificate or the key cannot be used.
        case invalidFile
        /// The host name is not known, or no broker answers at the address.
        case unreachable
        /// The broker's certificate is not trusted, or it speaks no TLS.
        case untrusted
        /// The broker does not accept the user name, the password or the certificate, or permits no subscription.
        case refused
        /// The connection was lost.
        case lost
    }

    package let kind: Kind
    /// One sentence for display.
    package let description: String

    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// The reason for which a broker has not accepted a connection (MQTT 3.1.1, table 3.1).
    init(refusal code: Int32, _ address: BrokerAddress) {
        let (place, name) = (address.description, address.userName.map { "the user \($0)" } ?? "a client without a user name")
        self =
            switch code {
            case 1: BrokerError(.refused, "The broker at \(place) does not speak MQTT 3.1.1.")
            case 3: BrokerError(.unreachable, "The broker at \(place) accepts no connection now.")
            case 4, 5: BrokerError(.refused, "The broker at \(place) does not accept \(name) with this password or certificate.")
            default: BrokerError(.refused, "The broker at \(place) refuses the connection (MQTT's code \(code)).")
            }
    }

    /// The failure of connecting, or of an established connection.
    init(_ code: Int32, _ address: BrokerAddress, wasConnected: Bool) {
        let place = address.description
        self =
            switch mosq_err_t(code) {
            case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP:
                BrokerError(.unreachable, "The host name of \(place) is not known.")
            case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE, MOSQ_ERR_OCSP:
                BrokerError(
                    .untrusted,
                    "No encrypted connection to \(place): its certificate is not trusted, or it expects none."
                )
            case MOSQ_ERR_KEEPALIVE: BrokerError(.lost, "The broker at \(place) does not answer any more.")
            case _ where wasConnected: BrokerError(.lost, "The connection to the broker at \(place) was lost.")
            default: BrokerError(.unreachable, "No broker answers at \(place).")
            }
    }
}
