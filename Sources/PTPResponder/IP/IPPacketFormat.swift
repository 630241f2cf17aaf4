import HotShoeSupport
import PTP

/// A connection of PTP/IP.
typealias IPLink = Link<IPPacketFormat>

/// Who deals with what comes over a link of PTP/IP.
protocol IPLinkHandler: AnyObject, Sendable {
    /// A packet came; of those with data the head.
    func received(_ packet: IPPacket, on link: IPLink)
    /// Bytes of data came. Returns whether to go on; otherwise the handler says when, with ``Link/resume()``.
    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool
    /// The link is over. Called once, on any thread.
    func ended(_ link: IPLink)
}

/// The packets of PTP/IP.
struct IPPacketFormat: LinkFormat {
    static let outputLimit = 1 << 20
    static let holdLimit = 1 << 16

    private var parser = IPPacketParser()
    private var allowance = ProbeAllowance()

    var isBetweenPackets: Bool { parser.isBetweenPackets }

    static func ended(_ link: IPLink, _ handler: any IPLinkHandler) { handler.ended(link) }

    mutating func digest(_ bytes: RawSpan, for handler: any IPLinkHandler, on link: IPLink) -> LinkDigestion {
        do throws(IPPacketParser.Failure) {
            switch try parser.next(in: bytes) {
            case .incomplete: return .incomplete
            case .packet(let packet, let count):
                handler.received(packet, on: link)
                // A packet of data may have none.
                if case .data(let transaction, payloadBytes: 0, let isLast) = packet {
                    let none = bytes.extracting(0..<0)
                    if !handler.received(none, of: transaction, endsData: isLast, on: link) { return .usedAndPause(count) }
                }
                if packet.asksForNothing, let pauseEnd = allowance.spend(at: link.time.now) {
                    link.resume(at: pauseEnd)
                    return .usedAndPause(count)
                }
                return .used(count)
            case .payload(let transaction, let count, _, let endsData):
                let goesOn = handler.received(bytes.extracting(0..<count), of: transaction, endsData: endsData, on: link)
                return goesOn ? .used(count) : .usedAndPause(count)
            }
        } catch {
            Log.write(.info, "ptp responder", "a client is not understood: \(error)")
            return .failed
        }
    }
}

extension IPPacket {
    /// Whether no transaction begins or goes on with the packet.
    fileprivate var asksForNothing: Bool {
        switch self {
        case .probeRequest, .probeResponse, .cancel: true
        default: false
        }
    }
}

extension Link<IPPacketFormat> {
    /// Sends a packet whenever there is room; nobody waits for it.
    func post(_ packet: IPPacket) {
        if let bytes = try? packet.encoded() { post(bytes) }
    }

    /// As ``post(_:)``, and ends the link when it has been sent.
    func postLast(_ packet: IPPacket) { postLast((try? packet.encoded()) ?? []) }
}
