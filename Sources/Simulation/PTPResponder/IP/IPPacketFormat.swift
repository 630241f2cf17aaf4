import HotShoeSupport
import PTP

/// A connection of PTP/IP.
typealias IPLink = ServedLink<IPPacketFormat>

/// Receiver of the packets of a PTP/IP connection.
protocol IPLinkHandler: AnyObject, Sendable {
    /// Called for a packet; of packets with data, for the header.
    func received(_ packet: IPPacket, on link: IPLink)
    /// Called for bytes of data. Returns whether to continue; otherwise the handler continues later with ``ServedLink/resume()``.
    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool
    /// Called once when the link has ended, on any thread.
    func ended(_ link: IPLink)
}

/// Packet format of PTP/IP.
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
                // A data packet may be empty.
                if case .data(let transaction, payloadBytes: 0, let isLast) = packet {
                    let none = bytes.extracting(0..<0)
                    if !handler.received(none, of: transaction, endsData: isLast, on: link) { return .usedAndPause(count) }
                }
                if packet.isOutsideTransaction, let pauseEnd = allowance.spend(at: link.time.now) {
                    link.resume(at: pauseEnd)
                    return .usedAndPause(count)
                }
                return .used(count)
            case .payload(let transaction, let count, _, let endsData):
                let continues = handler.received(bytes.extracting(0..<count), of: transaction, endsData: endsData, on: link)
                return continues ? .used(count) : .usedAndPause(count)
            }
        } catch {
            Log.write(.info, "ptp responder", "a client is not understood: \(error)")
            return .failed
        }
    }
}

extension IPPacket {
    /// Whether the packet neither starts nor continues a transaction.
    fileprivate var isOutsideTransaction: Bool {
        switch self {
        case .probeRequest, .probeResponse, .cancel: true
        default: false
        }
    }
}

extension ServedLink<IPPacketFormat> {
    /// Sends a packet when there is space, without waiting.
    func post(_ packet: IPPacket) {
        if let bytes = try? packet.encoded() { post(bytes) }
    }

    /// Sends a packet like ``post(_:)`` and closes the link afterwards.
    func postLast(_ packet: IPPacket) { postLast((try? packet.encoded()) ?? []) }
}
