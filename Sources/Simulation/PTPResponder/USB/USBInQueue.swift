/// Queue of data for the host on one endpoint, divided into the host's transfers (USB 2.0 § 5.8.3). Pure.
///
/// A transfer ends when it is full or with a short packet. The host therefore recognises the end of the device's data only by
/// a short last packet or an empty packet after it.
struct USBInQueue: Sendable {
    /// Data of the device.
    struct Run: Sendable {
        enum Content: Sendable {
            case piece(USBPiece)
            /// The endpoint halts at this point.
            case halt
        }

        var content: Content
        /// Whether the host must recognise an end here; otherwise the next run continues in the same packet.
        var endsTransfer = true
        /// Called when the last byte has been placed in a transfer, before the transfer is sent.
        var onPlaced: (@Sendable () -> Void)?

        static func bytes(_ bytes: [UInt8], endsTransfer: Bool = true) -> Run {
            Run(content: .piece(.bytes(bytes[...])), endsTransfer: endsTransfer)
        }

        static let halt = Run(content: .halt)
    }

    /// A pending transfer of the host.
    struct Request: Sendable {
        let number: UInt32
        let length: Int
        var pieces: [USBPiece] = []
        var count = 0
        var before: [@Sendable () -> Void] = []

        var completion: USBCompletion {
            USBCompletion(number: number, status: .done, byteCount: count, pieces: pieces, before: before)
        }
    }

    let packetSize: Int
    private(set) var isHalted = false
    /// Data to be sent next, in reverse order; and the data after it.
    private var next: [Run] = []
    private var later: [Run] = []
    private var requests: [Request] = []

    init(packetSize: Int) { self.packetSize = packetSize }

    /// Whether no data is queued.
    var isEmpty: Bool { next.isEmpty && later.isEmpty }
    var requestCount: Int { requests.count }

    // MARK: The host

    mutating func submit(_ number: UInt32, length: Int) { requests.append(Request(number: number, length: length)) }

    /// Removes a pending transfer; returns `false` if there is none with this number.
    mutating func unlink(_ number: UInt32) -> Bool {
        guard let index = requests.firstIndex(where: { $0.number == number }) else { return false }
        requests.remove(at: index)
        return true
    }

    // MARK: The device

    mutating func append(_ run: Run) { later.append(run) }

    /// Removes the first pending transfer for filling by the caller; nil if there is none, or data is queued.
    mutating func popRequest() -> Request? {
        guard !isHalted, isEmpty, !requests.isEmpty else { return nil }
        return requests.removeFirst()
    }

    mutating func putBack(_ request: Request) { requests.insert(request, at: 0) }

    /// Halts the endpoint and discards all queued data. Returns the completion handlers of the data.
    mutating func halt() -> [@Sendable () -> Void] {
        isHalted = true
        return dropRuns()
    }

    mutating func clearHalt() { isHalted = false }

    /// Discards all queued data and completes a transfer that contains part of it. Returns the completion handlers of the data.
    mutating func flush() -> (dropped: [@Sendable () -> Void], ended: USBCompletion?) {
        (dropRuns(), endFirst())
    }

    /// Completes the first transfer if it contains data.
    mutating func endFirst() -> USBCompletion? {
        guard let first = requests.first, first.count > 0 else { return nil }
        return requests.removeFirst().completion
    }

    private mutating func dropRuns() -> [@Sendable () -> Void] {
        defer { (next, later) = ([], []) }
        return (next.reversed() + later).compactMap(\.onPlaced)
    }

    /// Returns the next completed transfer; nil if more data or another transfer is needed.
    mutating func popCompletion() -> USBCompletion? {
        while !requests.isEmpty {
            if isHalted {
                var completion = requests.removeFirst().completion
                completion.status = .stalled
                return completion
            }
            if next.isEmpty { (next, later) = (later.reversed(), []) }
            guard var run = next.popLast() else { return nil }
            guard case .piece(let piece) = run.content else {
                next.append(run)
                requests[0].before += halt()
                continue
            }
            if let completion = fill(from: piece, of: &run) { return completion }
        }
        return nil
    }

    /// Moves data from a run to the first transfer, and puts the rest back. Returns the transfer if it is complete.
    private mutating func fill(from whole: USBPiece, of run: inout Run) -> USBCompletion? {
        var piece = whole
        var request = requests[0]
        let count = min(request.length - request.count, piece.count)
        if count > 0 {
            request.pieces.append(piece.popFirst(count))
            request.count += count
        }
        requests[0] = request
        if piece.count == 0 { return runIsOver(run, hadBytes: whole.count > 0) }
        // A packet cannot be split: one that exceeds the transfer's space overflows it.
        let surplus = request.length % packetSize
        if surplus != 0 { _ = piece.popFirst(min(piece.count, packetSize - surplus)) }
        if surplus == 0 || piece.count > 0 {
            run.content = .piece(piece)
            next.append(run)
        }
        if piece.count == 0, let onPlaced = run.onPlaced { requests[0].before.append(onPlaced) }
        var completion = requests.removeFirst().completion
        if surplus != 0 { completion.status = .overflow }
        return completion
    }

    private mutating func runIsOver(_ run: Run, hadBytes: Bool) -> USBCompletion? {
        let request = requests[0]
        let isFull = request.count == request.length && request.length > 0
        if run.endsTransfer && isFull && hadBytes && request.count % packetSize == 0 {
            // The empty packet is for the next transfer.
            next.append(Run(content: .piece(.bytes([])), onPlaced: run.onPlaced))
        } else if let onPlaced = run.onPlaced {
            requests[0].before.append(onPlaced)
        }
        return isFull || run.endsTransfer ? requests.removeFirst().completion : nil
    }
}
