import CameraModel

/// A transfer that a host has submitted.
struct HostTransfer: Sendable {
    /// The host's number for the transfer.
    let number: UInt32
    /// Endpoint number; 0 is the default pipe.
    let endpoint: UInt8
    let isToHost: Bool
    /// Setup packet of a control transfer.
    let setup: USBSetup?
    /// Size of the data, or of the space for it, in bytes.
    let length: Int
    /// Data from the host.
    let data: [UInt8]
    /// Whether an empty packet follows data that ends with a full packet.
    let endsWithEmptyPacket: Bool
}

/// Result of a transfer.
enum USBTransferStatus: Hashable, Sendable {
    case done
    /// The endpoint is halted.
    case stalled
    /// The device sent more data than the transfer has space for.
    case overflow
}

/// Part of the data of a transfer to the host.
enum USBPiece: Sendable {
    case bytes(ArraySlice<UInt8>)
    /// Part of a live view frame, not copied.
    case frame(LiveViewFrame, Range<Int>)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .frame(_, let range): range.count
        }
    }

    /// Removes and returns the first bytes.
    mutating func popFirst(_ count: Int) -> USBPiece {
        switch self {
        case .bytes(let bytes):
            self = .bytes(bytes.dropFirst(count))
            return .bytes(bytes.prefix(count))
        case .frame(let frame, let range):
            let middle = range.lowerBound + count
            self = .frame(frame, middle..<range.upperBound)
            return .frame(frame, range.lowerBound..<middle)
        }
    }
}

/// A completed transfer.
struct USBCompletion: Sendable {
    let number: UInt32
    var status: USBTransferStatus
    /// Number of bytes transferred.
    let byteCount: Int
    /// Data for the host.
    var pieces: [USBPiece] = []
    /// Called before the data is sent.
    var before: [@Sendable () -> Void] = []
}

/// Connection of a function to a host's controller or a substitute. **Thread-safe**; never called concurrently for one endpoint.
protocol USBPort: AnyObject, Sendable {
    /// Called when the camera is connected; from then on transfers may arrive.
    func attached()
    /// Called when the camera could not be connected.
    func refused(_ error: CameraError)
    func complete(_ completions: [USBCompletion])
    /// Completes a transfer with further bytes after its pieces; `bytes` is valid only during the call.
    func complete(_ completion: USBCompletion, followedBy bytes: RawSpan)
    /// Answers a cancellation: whether the transfer was pending, so that it will never complete.
    func unlinked(_ number: UInt32, by request: UInt32, wasPending: Bool)
    /// Disconnects the device from the host.
    func detach()
    /// Called when the camera has been left.
    func left(wasServed: Bool)
    /// Whether another host waits for this one to leave.
    var hasSuccessor: Bool { get }
    /// Called when the host has disconnected, before the camera is left.
    func isLeaving()
}
