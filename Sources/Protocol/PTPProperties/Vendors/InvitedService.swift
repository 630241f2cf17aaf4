/// The service by which a program invites a vendor's cameras that wait for it on a network, as data (observed behaviour).
package struct InvitedService: Sendable, Hashable {
    /// Name of the service, such as "PCSS/1.0".
    package let name: String
    /// UDP port at which cameras wait for invitations.
    package let port: UInt16
    /// TCP port of the program at which they answer.
    package let answerPort: UInt16

    /// Creates a service.
    package init(_ name: String, port: UInt16, answerPort: UInt16) {
        (self.name, self.port, self.answerPort) = (name, port, answerPort)
    }
}
