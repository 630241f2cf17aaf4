import PTP
import PTPSession

// The contents of completed reads.

extension USBChannel {
    mutating func process(_ read: USBReads.Read) -> Halt? {
        let transfer = read.transfer
        switch unsafe transfer.status {
        case .cancelled: return nil
        case .failed(let error): return halt(error, interface.bulkIn)
        case .completed: break
        }
        do throws(Stop) {
            if case .lent = read.place, underWay?.loan != nil {
                try dataReceivedInPlace(unsafe transfer.byteCount)
            } else if unsafe transfer.byteCount > 0 {
                try process(transfer.bytes)
            }
            if transfer.isShort { try transferEnded() }
        } catch { return error.halt }
        return nil
    }

    private struct Stop: Error {
        let halt: Halt
    }

    private mutating func process(_ bytes: RawSpan) throws(Stop) {
        var offset = 0
        while offset < bytes.byteCount {
            let rest = bytes.extracting(offset..<bytes.byteCount)
            let found: USBContainerParser.Found
            do throws(USBContainer.Failure) {
                found = try parser.next(in: rest)
            } catch { throw Stop(halt: .unparsable(error.description)) }
            switch found {
            case .incomplete: return
            case .message(let container, let parameters, let count):
                offset += count
                try message(container, parameters)
            case .dataBegan(let container, let total, let count):
                offset += count
                try dataBegan(container, total)
            case .payload(let id, let count, let endsData):
                try payload(id, rest.extracting(0..<count))
                offset += count
                if endsData { try dataEnded(id) }
            }
        }
    }

    /// Processes data that was read into the receiver's memory.
    private mutating func dataReceivedInPlace(_ byteCount: Int) throws(Stop) {
        guard case .payload(let id, let count, let endsData) = parser.dataReceived(byteCount: byteCount) else { return }
        let action = try step { machine throws(TransactionError) in try machine.dataReceived(id, byteCount: count) }
        if action == .deliver, let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data {
            receiver.filled(count)
        }
        if endsData { try dataEnded(id) }
    }

    private mutating func transferEnded() throws(Stop) {
        switch parser.transferEnded() {
        case .nothing: break
        case .message(let container, let parameters): try message(container, parameters)
        case .data(let id): try dataEnded(id)
        }
    }

    private mutating func message(_ container: USBContainer, _ parameters: Parameters) throws(Stop) {
        guard container.kind == .response else {
            if container.kind == .event { return }
            throw Stop(halt: .unparsable("an unexpected kind of container on the bulk-in endpoint"))
        }
        let response = OperationResponse(ResponseCode(rawValue: container.code), container.transaction, parameters)
        if underWay?.isCancelled == true { _ = underWay?.machine.cancelled(response.transaction) }
        let action = try step { machine throws(TransactionError) in try machine.responded(response) }
        if case .finish(let response)? = action { underWay?.response = response }
    }

    private mutating func dataBegan(_ container: USBContainer, _ total: UInt64?) throws(Stop) {
        let action = try step { machine throws(TransactionError) in
            try machine.dataBegan(container.transaction, announced: total)
        }
        if action == .proceed, let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data {
            receiver.dataBegan(announcedBytes: total)
        }
        if total == 0 { try dataEnded(container.transaction) }
    }

    private mutating func payload(_ id: TransactionID, _ bytes: RawSpan) throws(Stop) {
        let action = try step { machine throws(TransactionError) in try machine.dataReceived(id, byteCount: bytes.byteCount) }
        guard action == .deliver, let current = underWay, current.wantsData,
            case .receive(let receiver) = current.transaction.data
        else { return }
        if !receiver.dataReceived(bytes) {
            underWay?.wantsData = false
            underWay?.isCancelled = true
            throw Stop(halt: .cancelled(current.machine.id))
        }
    }

    private mutating func dataEnded(_ id: TransactionID) throws(Stop) {
        underWay?.loan = nil
        _ = try step { machine throws(TransactionError) in try machine.dataEnded(id) }
    }

    /// Performs a step of the state machine. Without a transaction, containers are late and are discarded.
    private mutating func step(
        _ body: (inout InitiatorTransaction) throws(TransactionError) -> InitiatorTransaction.Action
    ) throws(Stop) -> InitiatorTransaction.Action? {
        guard underWay != nil else { return .drop }
        do throws(TransactionError) {
            return try body(&underWay!.machine)
        } catch {
            guard error.isInStep else { throw Stop(halt: .unparsable(error.description)) }
            if underWay?.isCancelled == false { underWay?.failure = .broken(error) }
            return nil
        }
    }
}
