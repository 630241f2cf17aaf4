public import PTP

/// A fault that a responder injects, with the operation that it affects.
public struct ResponderFault: Sendable, Hashable {
    /// Point in a connection or transaction.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// In place of the acknowledgement of the command connection.
        case introduction
        /// After the acknowledgement of the command connection.
        case acknowledged
        /// In place of the acknowledgement of the event connection.
        case events
        /// On receiving a request.
        case request
        /// In the middle of the data.
        case data
        /// In place of the response.
        case response
        /// After the response.
        case answered
    }

    /// Point at which a USB endpoint halts.
    public enum HaltPhase: String, Sendable, Hashable, CaseIterable {
        /// Both bulk endpoints, on receiving a request.
        case command
        /// The bulk-in endpoint, in the middle of the data.
        case data
        /// The bulk-in endpoint, in place of the response.
        case response
        /// The interrupt endpoint, before the answer.
        case interrupt
    }

    /// Transport of PTP.
    public enum Transport: Sendable, Hashable {
        /// PTP/IP.
        case ip
        /// USB, also by USB/IP.
        case usb
        /// Containers over TCP.
        case containers
    }

    /// Kind of fault.
    public enum Kind: Sendable, Hashable {
        /// The responder refuses the client with this reason code (InitFail).
        case initFail(UInt32)
        /// The responder refuses the event connection.
        case eventRefused
        /// The responder closes the connection.
        case close(Stage)
        /// The responder stops answering.
        case stall(Stage)
        /// The responder sends this response code instead of the data and the response.
        case response(ResponseCode)
        /// The responder sends no response.
        case noResponse
        /// The responder sends the data twice.
        case dataTwice
        /// Data and response have the previous transaction ID.
        case staleID
        /// Data and response have the next transaction ID.
        case futureID
        /// The response has this number of parameters.
        case parameters(Int)
        /// The data ends after this number of bytes, and its length is consistent.
        case truncate(Int)
        /// Bytes of the data are replaced from this offset.
        case replace(offset: Int, bytes: [UInt8])
        /// The data is replaced.
        case data([UInt8])
        /// Bytes are appended to the data.
        case append([UInt8])
        /// The first packet has this length field.
        case packetLength(UInt32)
        /// A packet with this unknown type precedes the answer.
        case packetType(UInt32)
        /// The responder cancels the transaction in the middle of its data.
        case cancel
        /// StartData announces this number of bytes; nil announces an unknown size.
        case announce(UInt64?)
        /// StartData is missing.
        case endWithoutStart
        /// An empty data packet precedes the data.
        case emptyData
        /// Each byte is sent separately.
        case bytewise
        /// The answer is delayed.
        case delay(Duration)
        /// The responder sends a probe request before the answer.
        case probe
        /// This number of events precedes the answer.
        case events(Int)
        /// An event with this code precedes the answer.
        case event(UInt16)
        /// These handles are appended to a list of handles.
        case handles([UInt32])
        /// This number of handles is appended to a list of handles.
        case manyHandles(Int)
        /// Objects are their own parents.
        case parentLoop
        /// Objects have this name.
        case fileName(String)
        /// Objects have this size, in bytes.
        case objectSize(UInt32)
        /// DeviceInfo is empty.
        case emptyDeviceInfo
        /// USB: the empty packet is missing after data that ends with a full packet.
        case noEmptyPacket
        /// USB: an empty packet follows the data where none is allowed.
        case extraEmptyPacket
        /// USB: the header of the data is a separate transfer.
        case splitHeader
        /// USB: data and response are one transfer.
        case joined
        /// USB: an endpoint halts until the host clears the halt.
        case halt(HaltPhase)
        /// USB: a transfer ends after this number of bytes of the data; the rest is another transfer.
        case shortPacket(Int)
        /// In containers: the first container of the answer has this type.
        case containerType(UInt16)
        /// In containers: the first container of the answer has this code.
        case containerCode(UInt16)
        /// USB: these bytes are sent on the interrupt endpoint before the answer.
        case eventBytes([UInt8])
        /// USB: an event in packets of a few bytes precedes the answer.
        case splitEvent
        /// USB: the descriptors contain false values.
        case descriptors(USBDescriptorFault)
        /// From then on, a body whose events must be requested behaves as if no request had arrived for too long.
        case bodyHang
        /// On networks: from then on, a body that pairs with computers is not paired with any.
        case unpaired
    }

    /// Kind of the fault.
    public var kind: Kind
    /// Operation that the fault affects; nil for the first to which the kind applies.
    public var operation: OperationCode?
    /// Number of times that the fault occurs, at least 1.
    public var count: Int

    /// Creates a fault. A `count` below 1 becomes 1.
    public init(_ kind: Kind, at operation: OperationCode? = nil, count: Int = 1) {
        self.kind = kind
        self.operation = operation
        self.count = max(1, count)
    }

    /// Returns whether the fault can occur on a transport; elsewhere it has no effect.
    public func isKnown(on transport: Transport) -> Bool {
        switch kind {
        case .noEmptyPacket, .extraEmptyPacket, .splitHeader, .joined, .halt, .shortPacket, .eventBytes, .splitEvent,
            .descriptors:
            transport == .usb
        case .containerType, .containerCode: transport != .ip
        case .unpaired: transport != .usb
        case .probe, .endWithoutStart, .eventRefused: transport == .ip
        default: true
        }
    }
}
