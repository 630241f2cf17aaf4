public import PTP

/// Why a device could not be reached.
public enum IPConnectError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody knows the host.
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
        case .unknownHost(let host): "there is no host \(host)"
        case .unreachable(let address, let error): "\(address) cannot be reached: \(error)"
        case .timedOut(let address): "\(address) does not answer"
        case .refused(.rejectedInitiator): "the camera refuses this computer: pair it again in the camera's menu"
        case .refused(.busy): "the camera serves another computer"
        case .refused(let reason): "the camera refused the connection (reason \(reason.rawValue))"
        case .notPTPIP(let what): "what is there does not speak PTP/IP: \(what)"
        case .closed: "the camera closed the connection before it had begun"
        case .noEventConnection: "the camera does not accept the connection for events"
        case .claimed(let holder): "claimed by \(holder.map(\.description) ?? "another program")"
        case .cancelled: "was cancelled"
        }
    }
}
