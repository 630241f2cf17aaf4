public import PTP

/// Why a device could not be reached.
public enum IPConnectError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host name is unknown.
    case unknownHost(String)
    /// Nobody answers there, with the system's words.
    case unreachable(SocketAddress, SocketError)
    /// Nobody answered in time.
    case timedOut(SocketAddress)
    /// The device does not want to.
    case refused(IPPacket.InitFailReason)
    /// Whatever is there does not speak PTP/IP.
    case notPTPIP(String)
    /// The device closed the connection before it had begun.
    case closed
    /// The device wants commands, but no second connection for events.
    case noEventConnection
    /// A program on this computer has the camera; nil where it cannot be named.
    case claimed(by: CameraLock.Holder?)
    case cancelled

    public var description: String {
        switch self {
        case .unknownHost(let host): "There is no host \(host)."
        // The system's word for a closed port and for a silent host says little to a photographer.
        case .unreachable(let address, let error) where error.isRefusal:
            "Nothing answers at \(address.host) port \(address.port). Is remote control switched on?"
        case .unreachable(let address, let error): "\(address.host) port \(address.port) cannot be reached: \(error)."
        case .timedOut(let address):
            "\(address.host) port \(address.port) does not answer. Is the camera switched on, and on this network?"
        case .refused(.rejectedInitiator): "The camera refuses this computer. Pair it again in the camera's menu."
        case .refused(.busy): "Another computer uses the camera. Disconnect it there first."
        case .refused(let reason): "The camera refused the connection (reason \(reason.rawValue))."
        case .notPTPIP(let what): "The device is not a PTP/IP camera (\(what))."
        case .closed: "The camera closed the connection at once. Try again, or switch it off and on."
        case .noEventConnection: "The camera does not accept the second connection, for events. Switch it off and on."
        case .claimed(let holder): "The camera is claimed by \(holder.map(\.description) ?? "another program")."
        case .cancelled: "This was cancelled."
        }
    }
}
