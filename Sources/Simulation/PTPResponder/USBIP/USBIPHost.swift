import CameraModel
import HotShoeSupport
import PTP

/// A host that has attached a camera over USB/IP: passes transfers between the link and the camera's function. **Thread-safe.**
final class USBIPHost: Sendable {
    private struct State {
        /// Nil after the camera has been left.
        var function: USBFunction?
        var isAttached = false
        /// Endpoint and size of each pending transfer.
        var pending: [UInt32: (endpoint: USBEndpoint?, length: Int)] = [:]
        var room = 0
    }

    let export: USBExport
    let link: USBIPLink
    /// Guards the pending transfers. No other code is called under it.
    private let state = Guarded(State())

    init(_ export: USBExport, _ link: USBIPLink) {
        self.export = export
        self.link = link
    }

    /// Connects the camera; the host receives the answer when that is done.
    func start(_ setting: USBFunction.Setting) {
        let function = USBFunction("host of \(export.device.busID)", setting, on: self)
        state.withLock { $0.function = function }
        link.handOver(to: self)
        function.start()
    }
}

// Packets from the host.
extension USBIPHost: USBIPHandler {
    func listDevices(on link: USBIPLink) { link.close() }

    func importDevice(_ busID: String, on link: USBIPLink) { link.close() }

    func submit(_ submission: USBIPParser.Submission, _ data: [UInt8], on link: USBIPLink) {
        let endpoint = USBEndpoint(number: submission.endpoint, isToHost: submission.isToHost)
        let function = state.withLock { state -> USBFunction? in
            guard state.isAttached, submission.device == export.device.deviceID, state.pending[submission.number] == nil,
                state.pending.count < USBIP.mostTransfers, state.room + submission.length <= USBIP.mostRoom
            else { return nil }
            state.pending[submission.number] = (endpoint, submission.length)
            state.room += submission.length
            return state.function
        }
        guard let function else { return link.close() }
        function.submit(
            HostTransfer(
                number: submission.number,
                endpoint: submission.endpoint,
                isToHost: submission.isToHost,
                setup: submission.setup,
                length: submission.length,
                data: data,
                endsWithEmptyPacket: submission.endsWithEmptyPacket
            )
        )
    }

    func unlink(_ number: UInt32, by request: UInt32, device: UInt32, on link: USBIPLink) {
        let (function, endpoint) = state.withLock { ($0.isAttached ? $0.function : nil, $0.pending[number]?.endpoint) }
        guard let function, device == export.device.deviceID else { return link.close() }
        function.unlink(number, endpoint: endpoint, by: request)
    }

    func ended(_ link: USBIPLink) { state.withLock { $0.function }?.hostDisconnected() }
}

// Calls from the camera's function.
extension USBIPHost: USBPort {
    func attached() {
        state.withLock { $0.isAttached = true }
        export.attached()
        link.post(USBIPReply.imported(export.device))
    }

    func refused(_ error: CameraError) {
        link.postLast(USBIPReply.notImported(error.code == .busy ? .busy : .notAvailable))
    }

    func complete(_ completions: [USBCompletion]) {
        var reply = Reply(link)
        for completion in completions { write(completion, to: &reply) }
        reply.send()
    }

    func complete(_ completion: USBCompletion, followedBy bytes: RawSpan) {
        var reply = Reply(link)
        write(completion, to: &reply)
        reply.send(followedBy: bytes)
    }

    private func write(_ completion: USBCompletion, to reply: inout Reply) {
        removePending(completion.number)
        let status: USBIP.Errno =
            switch completion.status {
            case .done: .none
            case .stalled: .stalled
            case .overflow: .overflow
            }
        reply.append(.bytes(USBIPReply.submitted(completion.number, status, byteCount: completion.byteCount)[...]))
        for piece in completion.pieces { reply.append(piece) }
    }

    func unlinked(_ number: UInt32, by request: UInt32, wasPending: Bool) {
        if wasPending { removePending(number) }
        link.post(USBIPReply.unlinked(request, wasPending: wasPending))
    }

    private func removePending(_ number: UInt32) {
        state.withLock { state in
            if let ended = state.pending.removeValue(forKey: number) { state.room -= ended.length }
        }
    }

    func detach() { link.close() }

    var hasSuccessor: Bool { export.hasSuccessor }

    func isLeaving() { export.isLeaving() }

    func left(wasServed: Bool) {
        state.withLock { $0.function = nil }
        export.left(wasServed: wasServed)
    }
}

/// Collects pieces for a link, so that there are few system calls and frames are not copied.
private struct Reply {
    private let link: USBIPLink
    private var head: [UInt8] = []
    private var frame: (LiveViewFrame, Range<Int>)?
    private var tail: [UInt8] = []

    init(_ link: USBIPLink) { self.link = link }

    mutating func append(_ piece: USBPiece) {
        switch piece {
        case .bytes(let bytes) where frame == nil: head += bytes
        case .bytes(let bytes): tail += bytes
        case .frame(let new, let range):
            if frame != nil { flush() }
            frame = (new, range)
        }
    }

    private mutating func flush() {
        send()
        (head, frame, tail) = ([], nil, [])
    }

    func send() {
        guard let (frame, range) = frame else { return link.post(head) }
        let bytes = frame.bytes
        link.post(head, bytes.extracting(range), tail)
    }

    mutating func send(followedBy bytes: RawSpan) {
        if frame != nil { flush() }
        link.post(head, bytes, [])
    }
}
