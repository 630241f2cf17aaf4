public import PTP

/// Something that a responder does wrong, and at which operation.
public struct ResponderFault: Sendable, Hashable {
    /// Where in a conversation.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// Instead of the acknowledgement of the command connection.
        case introduction
        /// After it.
        case acknowledged
        /// Instead of the acknowledgement of the event connection.
        case events
        /// When a request has come.
        case request
        /// In the middle of data.
        case data
        /// Instead of a response.
        case response
        /// After a response.
        case answered
    }

    /// When an endpoint of USB stands still.
    public enum HaltPhase: String, Sendable, Hashable, CaseIterable {
        /// Both bulk endpoints, when a request has come.
        case command
        /// The one towards the host, in the middle of data.
        case data
        /// The same, in place of the response.
        case response
        /// That of events, before the answer.
        case interrupt
    }

    /// What carries PTP.
    public enum Transport: Sendable, Hashable {
        case ip
        case usb
    }

    /// What goes wrong.
    public enum Kind: Sendable, Hashable {
        /// The client is refused.
        case initFail(UInt32)
        /// The event connection is refused.
        case eventRefused
        /// The connection is closed.
        case close(Stage)
        /// Nothing is said any more.
        case stall(Stage)
        /// A response comes in place of the data, and of the response.
        case response(ResponseCode)
        /// No response comes.
        case noResponse
        case dataTwice
        /// Data and response have the number of the transaction before.
        case staleID
        /// Data and response have the number of a transaction that is to come.
        case futureID
        /// The response has so many parameters.
        case parameters(Int)
        /// The data ends after so many bytes, and says so.
        case truncate(Int)
        /// From this byte on the data is replaced.
        case replace(offset: Int, bytes: [UInt8])
        /// The data is something else.
        case data([UInt8])
        /// More bytes follow the data.
        case append([UInt8])
        /// The length of the first packet is this.
        case packetLength(UInt32)
        /// A packet of a kind that does not exist comes before the answer.
        case packetType(UInt32)
        /// In the middle of its data the responder gives up.
        case cancel
        /// StartData says so many bytes, or with nil that it does not know.
        case announce(UInt64?)
        /// There is no StartData.
        case endWithoutStart
        /// An empty packet of data comes first.
        case emptyData
        /// Every byte comes by itself.
        case bytewise
        /// The answer comes so much later.
        case delay(Duration)
        /// The responder asks whether the client is there.
        case probe
        /// So many events come before the answer.
        case events(Int)
        /// An event with this code comes before the answer.
        case event(UInt16)
        /// Data of handles has these too.
        case handles([UInt32])
        /// Data of handles has so many more.
        case manyHandles(Int)
        /// Objects are their own parents.
        case parentLoop
        /// Objects have this name.
        case fileName(String)
        /// Objects have this size.
        case objectSize(UInt32)
        /// The device says nothing about itself.
        case emptyDeviceInfo
        /// On USB: no empty packet ends data that ends with a full one.
        case noEmptyPacket
        /// On USB: an empty packet follows the data where none belongs.
        case extraEmptyPacket
        /// On USB: the head of the data is a transfer of its own.
        case splitHeader
        /// On USB: data and response are one transfer.
        case joined
        /// On USB: an endpoint stands still until the host has cleared it.
        case halt(HaltPhase)
        /// On USB: after so many bytes of the data a transfer ends, and the rest is another.
        case shortPacket(Int)
        /// On USB: the first container of the answer is of this kind.
        case containerType(UInt16)
        /// On USB: the first container of the answer has this code.
        case containerCode(UInt16)
        /// On USB: these bytes come through the interrupt endpoint before the answer.
        case eventBytes([UInt8])
        /// On USB: an event comes in packets of a few bytes before the answer.
        case splitEvent
        /// On USB: descriptors lie.
        case descriptors(USBDescriptorLie)
        /// From then on a body whose events have to be asked for behaves as if nobody had done so for too long.
        case wedge
    }

    public var kind: Kind
    /// The operation that it strikes; nil for the first that it can.
    public var operation: OperationCode?
    /// How many times.
    public var count: Int

    /// `count` is at least 1.
    public init(_ kind: Kind, at operation: OperationCode? = nil, count: Int = 1) {
        self.kind = kind
        self.operation = operation
        self.count = max(1, count)
    }

    /// Whether it can happen on what carries PTP; elsewhere it never strikes.
    public func isKnown(on transport: Transport) -> Bool {
        switch kind {
        case .noEmptyPacket, .extraEmptyPacket, .splitHeader, .joined, .halt, .shortPacket, .containerType, .containerCode,
            .eventBytes, .splitEvent, .descriptors:
            transport == .usb
        case .probe, .endWithoutStart, .eventRefused: transport == .ip
        default: true
        }
    }
}
