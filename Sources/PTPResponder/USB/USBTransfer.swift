import CameraModel

/// One transfer that a host asks for.
struct USBTransfer: Sendable {
    /// By which the host knows it.
    let number: UInt32
    /// Of the endpoint; 0 is the default pipe.
    let endpoint: UInt8
    let isToHost: Bool
    /// Of the default pipe's.
    let setup: USBSetup?
    /// How many bytes the host has room for, or sends.
    let length: Int
    /// What the host sends.
    let data: [UInt8]
    /// Whether an empty packet follows what ends with a full one.
    let endsWithEmptyPacket: Bool
}

/// How a transfer ends.
enum USBTransferStatus: Hashable, Sendable {
    case done
    /// The endpoint stands still.
    case stalled
    /// The device sent more than there was room for.
    case overflow
}

/// Some of the bytes of a transfer to the host.
enum USBPiece: Sendable {
    case bytes(ArraySlice<UInt8>)
    /// Of a frame of live view: not copied.
    case frame(LiveViewFrame, Range<Int>)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .frame(_, let range): range.count
        }
    }

    /// Its first bytes, which are taken away from it.
    mutating func takeFirst(_ count: Int) -> USBPiece {
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

/// A transfer that is over.
struct USBCompletion: Sendable {
    let number: UInt32
    var status: USBTransferStatus
    /// How many bytes the host sent and the device took, or the other way round.
    let byteCount: Int
    /// What goes to the host.
    var pieces: [USBPiece] = []
    /// Called before it goes out.
    var before: [@Sendable () -> Void] = []
}

/// What a function is attached to: a host's controller, or what stands for it. **Thread-safe**; for one endpoint never called twice at a
/// time.
protocol USBPort: AnyObject, Sendable {
    /// The camera is connected: from now on there may be transfers.
    func attached()
    /// It could not be connected.
    func refused(_ error: CameraError)
    func complete(_ completions: [USBCompletion])
    /// The same with more bytes behind its pieces, which are there for the time of the call only.
    func complete(_ completion: USBCompletion, followedBy bytes: RawSpan)
    /// Answers a request to give a transfer up: whether it had not ended, and never will.
    func unlinked(_ number: UInt32, by request: UInt32, wasPending: Bool)
    /// Pulls the device.
    func detach()
    /// The camera has been left.
    func left(wasServed: Bool)
    /// Whether another host waits for this one to have left.
    var hasSuccessor: Bool { get }
    /// The host has gone, the camera is being left.
    func isLeaving()
}
