public import HotShoeSupport
public import PTP
import Synchronization

/// A way to a device: performs one transaction at a time, and tells what the device says by itself. **Thread-safe**; nothing
/// here blocks.
public protocol Link: AnyObject, Sendable {
    /// Tells `observer` from now on; called once, before the first transaction. The link does not keep it alive.
    func start(_ observer: any LinkObserver)

    /// Performs a transaction: at the earliest from inside ``LinkTransaction/finished`` of the one before.
    func perform(_ transaction: LinkTransaction)

    /// Gives up the transaction under way, if it is that: its data is dropped, and it finishes when the device is in step again.
    func cancel(_ transaction: LinkTransaction)

    /// Asks the device whether it is there, if the link has a way to: an answer comes as ``LinkObserver/linkIsAlive()``.
    func probe()

    /// Ends the link. The transaction under way finishes with the failure, then the observer is told, once. May be called again.
    func close()
}

/// Who is told what a device says by itself. **Thread-safe**; must return at once.
public protocol LinkObserver: AnyObject, Sendable {
    /// The device says something.
    func eventCame(_ event: Event)
    /// The device answered a probe.
    func linkIsAlive()
    /// The link is over; nothing comes after this.
    func linkEnded(_ reason: LinkFailure)
}

/// Why there is no link any more.
public enum LinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// This side closed it.
    case closedHere
    /// The device closed it.
    case closedByDevice
    /// The network or the bus failed, with the system's words.
    case lost(String)
    /// The device broke the protocol, and no way back is known.
    case protocolBroken(String)
    /// The device stopped answering.
    case silent

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

/// One transaction on its way over a link.
public final class LinkTransaction: Sendable {
    /// Which way data goes, and who takes or gives it.
    public enum Data: Sendable {
        case none
        case receive(any DataReceiver)
        case send(any DataProvider)
    }

    public let code: OperationCode
    public let parameters: Parameters
    public let data: Data
    /// Is called once each time it is performed, on any thread, when the link is free for the next. It must not block, but may perform that.
    public let finished: @Sendable (Result<OperationResponse, LinkTransactionFailure>) -> Void

    /// A new one each time it is performed.
    private let number = Atomic<UInt32>(0)

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

    /// The request, as it is to be sent now.
    public var request: OperationRequest {
        OperationRequest(code, TransactionID(rawValue: number.load(ordering: .relaxed)), parameters)
    }

    /// Makes it ready to be performed, for the first time or again after it has finished.
    public func begin(_ transaction: TransactionID) {
        number.store(transaction.rawValue, ordering: .relaxed)
    }

    /// As the state machine calls it.
    public var dataPhase: DataPhase {
        switch data {
        case .none: .none
        case .receive: .dataIn
        case .send: .dataOut
        }
    }
}

/// Why a transaction has no response that counts.
public enum LinkTransactionFailure: Error, Hashable, Sendable {
    /// It was given up; the link goes on.
    case cancelled
    /// The device did not keep to the order of things; the link is in step again and goes on.
    case broken(TransactionError)
    /// What was to be sent could not be had; the transaction was given up.
    case providerFailed
    /// The link is over.
    case link(LinkFailure)
}

/// Takes the data of a transaction, on a thread that may wait, in order. **Thread-safe.**
public protocol DataReceiver: AnyObject, Sendable {
    /// Data begins; nil where the device does not say how many bytes there are. Not to be believed before it came.
    func dataBegan(announcedBytes: UInt64?)
    /// Some of the data, valid during the call. Returns whether more is wanted: what comes after a no is dropped.
    func dataCame(_ bytes: RawSpan) -> Bool
    /// Whether it has memory of its own for what comes, so that nothing need be copied.
    var lendsMemory: Bool { get }
    /// Lends memory for the data that comes next, until the next call or the end of the transaction.
    ///
    /// Nothing else of this receiver is called before all that will be written there has been, and ``filled(_:)`` has said so.
    ///
    /// - Parameter limit: how much of it is wanted at most, in bytes.
    /// - Returns: nil if there is no memory; ``dataCame(_:)`` is called instead.
    func lend(upTo limit: Int) -> LentMemory?
    /// Data came into what is lent: so many bytes behind those that came before.
    func filled(_ byteCount: Int)
}

extension DataReceiver {
    public var lendsMemory: Bool { false }

    public func lend(upTo limit: Int) -> LentMemory? { nil }

    public func filled(_ byteCount: Int) {}
}

/// Gives the data of a transaction, on a thread that may wait, in order. **Thread-safe.**
public protocol DataProvider: AnyObject, Sendable {
    /// In bytes.
    var byteCount: UInt64 { get }
    /// Writes the next bytes into memory, at least one; returns how many, 0 if that is not possible.
    func read(into memory: UnsafeMutableRawBufferPointer) -> Int
}
