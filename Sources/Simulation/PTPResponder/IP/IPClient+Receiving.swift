import HotShoeSupport
import PTP

// Packets from a client's connections.

extension IPClient: IPLinkHandler {
    func received(_ packet: IPPacket, on link: IPLink) {
        if isMute { return }
        switch packet {
        case .probeRequest: link.post(.probeResponse)
        case .probeResponse: break
        case .cancel(let transaction): cancel(transaction)
        case _ where link !== self.link: link.close()
        case .operationRequest(let request, let dataFollows): requested(request, dataFollows: dataFollows)
        case .startData(let transaction, let total): dataBegan(transaction, total)
        case .data: break
        default: link.close()
        }
    }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool {
        guard link === self.link else {
            link.close()
            return false
        }
        return isMute || dataReceived(bytes, of: transaction, endsData: endsData)
    }

    func ended(_ link: IPLink) {
        linkIsOver {
            self.link.close()
            let links = popEventLinks()
            for link in links { link.close() }
        }
    }
}
