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

    private var parser = IPPacketParser()

    var isBetweenPackets: Bool { parser.isBetweenPackets }

    static func ended(_ link: IPLink, _ handler: any IPLinkHandler) { handler.ended(link) }

    mutating func digest(_ bytes: RawSpan, for handler: any IPLinkHandler, on link: IPLink) -> LinkDigestion {
        do throws(IPPacketParser.Failure) {
            switch try parser.next(in: bytes) {
            case .incomplete: return .incomplete
            case .packet(let packet, let count):
                if parser.isBetweenPackets { link.setLimit(nil) }
                handler.received(packet, on: link)
                // A packet of data may have none.
                if case .data(let transaction, payloadBytes: 0, let isLast) = packet {
                    let none = bytes.extracting(0..<0)
                    if !handler.received(none, of: transaction, endsData: isLast, on: link) { return .usedAndPause(count) }
                }
                return .used(count)
            case .payload(let transaction, let count, let endsPacket, let endsData):
                link.setLimit(endsPacket ? nil : link.patience)
                let goesOn = handler.received(bytes.extracting(0..<count), of: transaction, endsData: endsData, on: link)
                return goesOn ? .used(count) : .usedAndPause(count)
            }
        } catch {
            Log.write(.info, "ptp responder", "a client is not understood: \(error)")
            return .failed
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
