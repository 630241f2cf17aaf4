public import HotShoeSupport
public import PTP
import Synchronization

/// A connection to a device that performs one transaction at a time and delivers the device's events. **Thread-safe**; no
/// method blocks.
public protocol Link: AnyObject, Sendable {
    /// Starts delivering events to `observer`. Called once, before the first transaction. The link does not retain the observer.
    func start(_ observer: any LinkObserver)

    /// Performs a transaction. The previous transaction must have finished: the earliest call is from its
    /// ``LinkTransaction/finished`` handler. Unless the link has ended, it does not finish before that handler has returned.
    func perform(_ transaction: LinkTransaction)

    /// Cancels `transaction` if it is under way: its data is discarded, and it finishes when the device is synchronised again.
    func cancel(_ transaction: LinkTransaction)

    /// Sends a probe to the device if the link supports it. The observer receives ``LinkObserver/linkIsAlive()`` for an answer.
    func probe()

    /// Closes the link. The transaction under way fails, then the observer is notified, once. May be called again.
    func close()

    /// Numbers of the device on USB; nil for other links. By default nil.
    var usbNumbers: USBNumbers? { get }

    /// The packets that opened the link, with their bytes, in their order. By default none: USB has no such packets.
    var handshake: [HandshakePacket] { get }
}

extension Link {
    /// Nil.
    public var usbNumbers: USBNumbers? { nil }
    /// None.
    public var handshake: [HandshakePacket] { [] }
}

/// A link to a device that has further connections, and accepts them only after an operation. **Thread-safe.**
public protocol SideConnections: Link {
    /// Name of the device, as it introduces itself; may be empty.
    var deviceName: String { get }

    /// Opens the connections for events and for live view frames. Called once, when the device accepts them.
    ///
    /// - Parameter frames: Observer of the frames. The link does not retain it.
    /// - Throws: ``LinkFailure`` if they cannot be opened, or if the link has ended.
    func connectSides(_ frames: any FrameObserver) async throws(LinkFailure)
}

/// Receiver of the live view frames that a device sends on a connection of their own. **Thread-safe**; its methods must return without
/// blocking.
public protocol FrameObserver: AnyObject, Sendable {
    /// Called for a frame with its header, valid only during the call; calls do not overlap. Of frames that arrive together only the
    /// newest is passed on.
    func frameReceived(_ frame: RawSpan)
    /// Called at most once, when no further frame follows. The link may continue.
    func framesEnded(_ reason: LinkFailure)
}

/// Vendor and product ID of a device on USB.
public struct USBNumbers: Hashable, Sendable {
    /// Vendor ID.
    public let vendor: UInt16
    /// Product ID.
    public let product: UInt16

    /// Creates the numbers.
    public init(vendor: UInt16, product: UInt16) { (self.vendor, self.product) = (vendor, product) }
}

/// Receiver of a link's events. **Thread-safe**; its methods must return without blocking.
public protocol LinkObserver: AnyObject, Sendable {
    /// Called for an event that the device sent.
    func eventReceived(_ event: Event)
    /// Called when the device answered a probe.
    func linkIsAlive()
    /// Called once when the link has ended; no call follows.
    func linkEnded(_ reason: LinkFailure)
}

/// The reason why a link ended.
public enum LinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// This side closed the link.
    case closedHere
    /// The device closed the link.
    case closedByDevice
    /// The network or the bus failed; the value is the system's error message.
    case lost(String)
    /// The device violated the protocol, and the link cannot be synchronised again; the value describes the violation.
    case protocolBroken(String)
    /// The device stopped answering.
    case silent

    /// Description in English.
    public var description: String {
        switch self {
        case .closedHere: "the link was closed"
        case .closedByDevice: "the camera closed the link"
        case .lost(let words): "the link was lost: \(words)"
        case .protocolBroken(let words): "the camera broke its protocol: \(words)"
        case .silent: "the camera stopped answering"
        }
    }
}

/// A transaction that a link performs. **Thread-safe.**
public final class LinkTransaction: Sendable {
    /// Direction of the data phase, with the receiver or provider of the data.
    public enum Data: Sendable {
        /// No data phase.
        case none
        /// The device sends data to the receiver.
        case receive(any DataReceiver)
        /// This side sends the provider's data.
        case send(any DataProvider)
    }

    /// Operation code.
    public let code: OperationCode
    /// Parameters of the operation.
    public let parameters: Parameters
    /// Data phase of the operation.
    public let data: Data
    /// Completion handler: called once for each time that the transaction is performed, on any thread, when the link is free.
    /// It must not block, but may perform the next transaction.
    public let finished: @Sendable (Result<OperationResponse, LinkTransactionFailure>) -> Void

    /// Transaction ID, set by ``begin(_:)`` each time that the transaction is performed.
    private let number = Atomic<UInt32>(0)

    /// Creates a transaction; ``begin(_:)`` sets its ID before it is performed.
    public init(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        _ data: Data = .none,
        finished: @escaping @Sendable (Result<OperationResponse, LinkTransactionFailure>) -> Void
    ) {
        self.code = code
        self.parameters = parameters
        self.data = data
        self.finished = finished
    }

    /// The operation request with the current transaction ID.
    public var request: OperationRequest {
        OperationRequest(code, TransactionID(rawValue: number.load(ordering: .relaxed)), parameters)
    }

    /// Sets the transaction ID. Called before the transaction is performed, and again before each repetition.
    public func begin(_ transaction: TransactionID) {
        number.store(transaction.rawValue, ordering: .relaxed)
    }

    /// Data phase as a value for the transaction's state machine.
    public var dataPhase: DataPhase {
        switch data {
        case .none: .none
        case .receive: .dataIn
        case .send: .dataOut
        }
    }
}

/// Error of a transaction that has no valid response.
public enum LinkTransactionFailure: Error, Hashable, Sendable {
    /// The transaction was cancelled; the link remains usable.
    case cancelled
    /// The device violated the order of phases; the link is synchronised again and remains usable.
    case broken(TransactionError)
    /// The provider could not supply the data to send; the transaction was cancelled.
    case providerFailed
    /// The link has ended.
    case link(LinkFailure)
}

/// Receives the data of a transaction in order, on a thread that may block. **Thread-safe.**
public protocol DataReceiver: AnyObject, Sendable {
    /// Called when the data phase begins.
    ///
    /// - Parameter announcedBytes: Size that the device announced, in bytes; nil if it announced none. It may be wrong.
    func dataBegan(announcedBytes: UInt64?)
    /// Receives a piece of the data, valid only during the call. Returns whether the receiver accepts more; after `false` the
    /// rest is discarded.
    func dataReceived(_ bytes: RawSpan) -> Bool
    /// Whether the receiver can provide memory with ``lend(upTo:)``, so that the link need not copy the data.
    var lendsMemory: Bool { get }
    /// Provides memory for the next data, valid until the next call or the end of the transaction.
    ///
    /// No other method of this receiver is called until the link has called ``filled(_:)`` for the data that it wrote there.
    ///
    /// - Parameter limit: Maximum size of the memory, in bytes.
    /// - Returns: Nil if the receiver has no memory; the link calls ``dataReceived(_:)`` instead.
    func lend(upTo limit: Int) -> LentMemory?
    /// Called when the link has written `byteCount` more bytes to the memory from ``lend(upTo:)``, after those written before.
    func filled(_ byteCount: Int)
}

extension DataReceiver {
    /// `false`: the receiver provides no memory.
    public var lendsMemory: Bool { false }

    /// Returns nil.
    public func lend(upTo limit: Int) -> LentMemory? { nil }

    /// Does nothing.
    public func filled(_ byteCount: Int) {}
}

/// Supplies the data of a transaction in order, on a thread that may block. **Thread-safe.**
public protocol DataProvider: AnyObject, Sendable {
    /// Total size, in bytes.
    var byteCount: UInt64 { get }
    /// Writes the next bytes to `memory`. Returns their number, at least 1, or 0 if the data cannot be supplied.
    func read(into memory: UnsafeMutableRawBufferPointer) -> Int
}
