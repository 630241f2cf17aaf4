import HotShoeSupport
import PTP

/// A connection of containers over TCP.
typealias ContainerLink = ServedLink<ContainerPacketFormat>

/// Receiver of what a connection of containers over TCP carries.
protocol ContainerLinkHandler: AnyObject, Sendable {
    /// Called for a greeting: the first packet, or a repetition of it.
    func greeted(_ request: ContainerGreeting.Request, on link: ContainerLink)
    /// Called for a command.
    func requested(_ request: OperationRequest, on link: ContainerLink)
    /// Called for the header of data, with the size of the data in bytes.
    func dataBegan(_ transaction: TransactionID, _ byteCount: Int, on link: ContainerLink)
    /// Called for bytes of data. Returns whether to continue; otherwise the handler continues later with ``ServedLink/resume()``.
    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: ContainerLink) -> Bool
    /// Called once when the link has ended, on any thread.
    func ended(_ link: ContainerLink)
}

/// Format of containers over TCP, as the responder receives them.
struct ContainerPacketFormat: LinkFormat {
    static let outputLimit = 1 << 20
    static let holdLimit = 1 << 16

    private var parser = ContainerStreamParser()

    var isBetweenPackets: Bool { parser.isBetweenContainers }

    static func ended(_ link: ContainerLink, _ handler: any ContainerLinkHandler) { handler.ended(link) }

    mutating func digest(_ bytes: RawSpan, for handler: any ContainerLinkHandler, on link: ContainerLink) -> LinkDigestion {
        let found: ContainerStreamParser.Found
        do throws(ContainerStreamFailure) { found = try parser.next(in: bytes) } catch {
            Log.write(.info, "ptp responder", "a client is not understood: \(error)")
            return .failed
        }
        switch found {
        case .incomplete: return .incomplete
        case .greeting(let request, let count):
            handler.greeted(request, on: link)
            return .used(count)
        case .goodbye: return .failed
        case .message(let container, let parameters, let count):
            guard container.kind == .command else { return .failed }
            let code = OperationCode(rawValue: container.code)
            handler.requested(OperationRequest(code, container.transaction, parameters), on: link)
            return .used(count)
        case .dataBegan(let container, let payload, let count):
            handler.dataBegan(container.transaction, payload, on: link)
            guard payload == 0 else { return .used(count) }
            let continues = handler.received(bytes.extracting(0..<0), of: container.transaction, endsData: true, on: link)
            return continues ? .used(count) : .usedAndPause(count)
        case .payload(let transaction, let count, let endsData):
            let continues = handler.received(bytes.extracting(0..<count), of: transaction, endsData: endsData, on: link)
            return continues ? .used(count) : .usedAndPause(count)
        }
    }
}
