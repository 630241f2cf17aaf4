public import PTP
public import Sockets

/// Error of connecting to a PTP/IP device.
public enum IPConnectError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host name is unknown.
    case unknownHost(String)
    /// Nothing answers at the address; with the system's error.
    case unreachable(SocketAddress, SocketError)
    /// The device did not answer in time.
    case timedOut(SocketAddress)
    /// The device refused the connection with this reason.
    case refused(IPPacket.InitFailReason)
    /// The device refused the greeting of a connection of containers with this reason.
    case refusedGreeting(ContainerGreeting.Refusal)
    /// The device does not support PTP/IP; with a description of the violation.
    case notPTPIP(String)
    /// The device closed the connection before the handshake was complete.
    case closed
    /// The device accepts the command connection but not the event connection.
    case noEventConnection
    /// A program on this computer has claimed the camera; nil if it cannot be determined.
    case claimed(by: CameraLock.Holder?)
    /// The task was cancelled.
    case cancelled

    /// Error message in English for users.
    public var description: String {
        switch self {
        case .unknownHost(let host): "There is no host \(host)."
        // The system's messages for a closed port and for a silent host do not help a photographer.
        case .unreachable(let address, let error) where error.isRefusal:
            "Nothing answers at \(address.host) port \(address.port). Is remote control switched on?"
        case .unreachable(let address, let error): "\(address.host) port \(address.port) cannot be reached: \(error)."
        case .timedOut(let address):
            "\(address.host) port \(address.port) does not answer. Is the camera switched on, and on this network?"
        case .refused(.rejectedInitiator): "The camera refuses this computer. Pair it again in the camera's menu."
        case .refused(.busy): "Another computer uses the camera. Disconnect it there first."
        case .refused(let reason): "The camera refused the connection (reason \(reason.rawValue))."
        case .refusedGreeting(.busy):
            "The camera is in use, or paired with another name. End the other connection; if there is none, let the camera's menu forget "
                + "what it is paired with."
        case .refusedGreeting(.wrongVersion): "The camera's protocol has a version that HotShoe does not know."
        case .refusedGreeting(let reason):
            "The camera refused the connection (reason 0x\(String(reason.rawValue, radix: 16)))."
        case .notPTPIP(let what): "The device is not a PTP/IP camera (\(what))."
        case .closed: "The camera closed the connection immediately. Try again, or switch it off and on."
        case .noEventConnection: "The camera does not accept the second connection, for events. Switch it off and on."
        case .claimed(let holder): "The camera is claimed by \(holder.map(\.description) ?? "another program")."
        case .cancelled: "This was cancelled."
        }
    }
}
