import HotShoeSupport
import PTP

// Control transfers on the default pipe.

extension USBFunction {
    func control(_ transfer: HostTransfer) {
        guard let setup = transfer.setup, setup.isToHost == transfer.isToHost || setup.length == 0 else {
            return port.complete([USBCompletion(number: transfer.number, status: .stalled, byteCount: 0)])
        }
        let halted = haltedEndpoints
        let outcome = local.withLock { $0.control.handle(setup, transfer.data, halted: halted) }
        var data: [UInt8] = []
        switch outcome {
        case .data(let bytes): data = bytes
        case .stall: return port.complete([USBCompletion(number: transfer.number, status: .stalled, byteCount: 0)])
        case .done: break
        case .configured: beginAgain()
        case .halt(let endpoint): halt(endpoint)
        case .clearHalt(let endpoint): clearHalt(endpoint)
        case .cancel(let transaction): cancelled(transaction)
        case .reset: reset()
        case .status: data = status.bytes
        case .extendedEvent: data = extendedEvent.bytes
        }
        guard transfer.isToHost else {
            return port.complete([
                USBCompletion(number: transfer.number, status: .done, byteCount: transfer.data.count)
            ])
        }
        let sent = data.prefix(min(Int(setup.length), transfer.length))
        port.complete([
            USBCompletion(number: transfer.number, status: .done, byteCount: sent.count, pieces: [.bytes(sent)])
        ])
    }

    // MARK: Halting

    private var haltedEndpoints: Set<USBEndpoint> {
        var halted: Set<USBEndpoint> = []
        if bulkIn.isHalted { halted.insert(.bulkIn) }
        if bulkOut.isHalted { halted.insert(.bulkOut) }
        if interrupt.isHalted { halted.insert(.interruptIn) }
        return halted
    }

    func halt(_ endpoint: USBEndpoint) {
        switch endpoint {
        case .bulkIn: bulkIn.halt()
        case .interruptIn: interrupt.halt()
        case .bulkOut:
            bulkOut.halt()
            processTransfers()
        }
    }

    private func clearHalt(_ endpoint: USBEndpoint) {
        switch endpoint {
        case .bulkIn: bulkIn.clearHalt()
        case .interruptIn: interrupt.clearHalt()
        case .bulkOut: bulkOut.clearHalt()
        }
        processTransfers()
    }

    /// Cancels the current transaction from the device's side: both bulk endpoints halt until the host clears the halt.
    func cancelTransaction() {
        abandon()
        halt(.bulkIn)
        halt(.bulkOut)
    }

    // MARK: Cancellation

    private func cancelled(_ transaction: TransactionID) {
        guard state.withLock({ $0.transaction.current?.transaction }) == transaction else { return }
        abandon()
    }

    /// Cancels the current operation and discards its answer.
    private func abandon() {
        local.withLock { local in
            local.parser.reset()
            local.beginning += 1
            local.isPaused = false
        }
        if let current = state.withLock({ $0.transaction.current }) { cancel(current.transaction) }
        bulkIn.flush()
        if local.withLock({ $0.isSilent }) { over() }
    }

    /// DeviceReset: closes the session.
    private func reset() {
        let isIdle = state.withLock { state in
            let isIdle = state.transaction.current == nil
            local.withLock { $0.isResetting = !isIdle }
            return isIdle
        }
        abandon()
        beginPipes()
        if isIdle { _ = device.closeSession() }
    }

    /// Restarts the endpoints after the device was configured or unconfigured.
    private func beginAgain() {
        abandon()
        beginPipes()
    }

    private func beginPipes() {
        for endpoint in USBEndpoint.allCases { clearHalt(endpoint) }
    }

    // MARK: Status

    private var status: USBDeviceStatus {
        let halted = haltedEndpoints.sorted { $0.rawValue < $1.rawValue }.map(\.rawValue)
        if !halted.isEmpty { return USBDeviceStatus(.transactionCanceled, haltedEndpoints: halted) }
        let isCancelling = state.withLock { $0.transaction.isCancelled && $0.transaction.current != nil }
        let isBusy = isCancelling || local.withLock { $0.isResetting }
        return USBDeviceStatus(isBusy ? .deviceBusy : .ok)
    }

    /// Details of the last event.
    private var extendedEvent: USBExtendedEventData {
        let event = local.withLock { $0.lastEvent } ?? Event(EventCode(rawValue: 0))
        let parameters = event.parameters.map { number in
            var writer = DatasetWriter()
            writer.integer(number)
            return writer.bytes
        }
        return USBExtendedEventData(event.code, event.transaction, parameters)
    }
}
