import CameraModel
import HotShoeSupport
import PTP

// InitiateCapture and open captures.

extension PTPDevice {
    func initiateCapture(_ request: OperationRequest) async throws(Refusal) -> Answer {
        if request.parameters[0] != 0 { _ = try storage(StorageID(rawValue: request.parameters[0])) }
        guard request.parameters[1] == 0 || request.parameters[1] == UInt32(ObjectFormatCode.exifJPEG.rawValue) else {
            throw Refusal(.invalidObjectFormatCode)
        }
        try await use(.stillsShooting)
        try beginCapture()
        let outcome = Promise<Refusal?, Never>()
        let transaction = request.transaction
        tasks.start { [self] in
            var failure: CameraError?
            do throws(CameraError) {
                let shot = try await camera.shoot()
                for file in shot.files { if let item = file.item { announce(item.info) } }
                for transfer in camera.pendingTransfers { announce(transfer.offer) }
            } catch { failure = error }
            shared.withLock { $0.isCapturing = false }
            if outcome.fulfil(.success(failure.map { Refusal($0) })), failure != nil { return }
            captureEnded(transaction, failure)
        }
        let limit = time.makeTimer { outcome.fulfil(.success(nil)) }
        limit.arm(at: time.now + captureRefusal)
        defer { limit.disarm() }
        if case .success(let refusal?) = await outcome.result() { throw refusal }
        return .ok
    }

    private func beginCapture() throws(Refusal) {
        let isFree = shared.withLock { shared in
            if shared.isCapturing || shared.openCapture != nil { return false }
            shared.isCapturing = true
            return true
        }
        if !isFree { throw Refusal(.deviceBusy) }
    }

    /// Sends the final events; the initiator waits for CaptureComplete also after a failure.
    private func captureEnded(_ transaction: TransactionID, _ failure: CameraError?) {
        switch failure?.code {
        case nil: break
        case .storageFull: send(Event(.storeFull, [StorageID.all.rawValue], transaction: transaction))
        default: send(Event(.unreportedStatus, transaction: transaction))
        }
        send(Event(.captureComplete, [transaction.rawValue], transaction: transaction))
    }

    func initiateOpenCapture(_ request: OperationRequest) async throws(Refusal) -> Answer {
        if request.parameters[0] != 0 { _ = try storage(StorageID(rawValue: request.parameters[0])) }
        try await use(.stillsShooting)
        try beginCapture()
        defer { shared.withLock { $0.isCapturing = false } }
        try await perform { () throws(CameraError) in try await camera.pressShutter() }
        shared.withLock { $0.openCapture = request.transaction }
        return .ok
    }

    func terminateOpenCapture(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let open = shared.withLock { shared in
            defer { shared.openCapture = nil }
            return shared.openCapture
        }
        guard let open else { throw Refusal(.captureAlreadyTerminated) }
        guard request.parameters[0] == open.rawValue else {
            shared.withLock { $0.openCapture = open }
            throw Refusal(.invalidTransactionID)
        }
        try await perform { () throws(CameraError) in try await camera.releaseShutter() }
        return .ok
    }

    /// Releases the shutter if the initiator has left it pressed.
    func releaseWhatIsHeld() async {
        let isHeld = shared.withLock { shared in
            defer { shared.openCapture = nil }
            return shared.openCapture != nil
        }
        if isHeld { try? await camera.releaseShutter() }
        await vendorBody?.release()
    }
}
