import CameraModel
import HotShoeSupport
import PTP

// Faults in answers, in USB transfers.

extension USBFunction {
    func deliver(_ answer: Answer, to request: OperationRequest, with kinds: [ResponderFault.Kind]) async {
        let answer = await answer.corrupted(by: kinds, request)
        for kind in kinds {
            switch kind {
            case .delay(let delay): await time.sleep(for: delay)
            case .event(let code): sendEvent(USBContainer.event(Event(EventCode(rawValue: code), [1])))
            case .events(let count): flood(count)
            case .eventBytes(let bytes): sendEvent(bytes)
            case .splitEvent: sendEventInPieces(USBContainer.event(Event(.devicePropChanged, [0x5007])))
            case .halt(.interrupt): interrupt.halt()
            case .bodyHang: device.vendorBody?.hang()
            default: break
            }
        }
        if isCancelled { return over() }
        let corrupted = USBCorruptedAnswer(answer, request, kinds, packetSize: packetSize)
        await send(corrupted, local.withLock { $0.generation })
    }

    private func send(_ corrupted: USBCorruptedAnswer, _ generation: Int) async {
        var runs = corrupted.runs
        switch corrupted.ending {
        case .answered:
            if runs.isEmpty { return over() }
            runs[runs.count - 1].onPlaced = { [weak self] in self?.over() }
            bulkIn.put(runs, generation: generation)
        case .silent:
            over()
            bulkIn.put(runs, generation: bulkIn.generation)
        case .stuck:
            local.withLock { $0.isSilent = true }
            bulkIn.put(runs, generation: generation)
        case .halted:
            var halt = USBInQueue.Run.halt
            halt.onPlaced = { [weak self] in self?.over() }
            bulkIn.put(runs + [halt], generation: generation)
        case .cancelled:
            var halt = USBInQueue.Run.halt
            halt.onPlaced = { [weak self] in
                self?.halt(.bulkOut)
                self?.over()
            }
            bulkIn.put(runs + [halt], generation: generation)
        case .unplugged:
            if !runs.isEmpty { _ = await bulkIn.send(runs) }
            leave()
        }
    }

    private func sendEvent(_ bytes: [UInt8]) { interrupt.put([.bytes(bytes)]) }

    private func sendEventInPieces(_ bytes: [UInt8]) {
        interrupt.put(stride(from: 0, to: bytes.count, by: 8).map { .bytes(Array(bytes[$0..<min(bytes.count, $0 + 8)])) })
    }

    private func flood(_ count: Int) {
        let event = USBContainer.event(Event(.devicePropChanged, [0x5007]))
        interrupt.put((0..<min(count, 1_000_000)).map { _ in .bytes(event) })
    }
}
