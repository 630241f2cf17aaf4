/// What goes to the host through one endpoint, cut to the transfers that the host asks for (USB 2.0 § 5.8.3). Pure.
///
/// A transfer of the host ends where it is full, or with a packet that is not. So of what the device sends the end can be seen only if
/// its last packet is short, or an empty one follows.
struct USBInQueue: Sendable {
    /// What the device sends: bytes, and whether a packet ends with them.
    struct Run: Sendable {
        enum Content: Sendable {
            case piece(USBPiece)
            /// The endpoint stands still from here on.
            case halt
        }

        var content: Content
        /// Whether the host can see that something ends here. Otherwise the next run follows in the same packet.
        var endsTransfer = true
        /// Called when the last of it has been taken, before it goes out.
        var whenTaken: (@Sendable () -> Void)?

        static func bytes(_ bytes: [UInt8], endsTransfer: Bool = true) -> Run {
            Run(content: .piece(.bytes(bytes[...])), endsTransfer: endsTransfer)
        }

        static let halt = Run(content: .halt)
    }

    /// Room that the host has given.
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
    /// What goes out next, the first one last; and what comes behind it.
    private var next: [Run] = []
    private var later: [Run] = []
    private var requests: [Request] = []

    init(packetSize: Int) { self.packetSize = packetSize }

    /// Whether nothing waits to be sent.
    var isEmpty: Bool { next.isEmpty && later.isEmpty }
    var requestCount: Int { requests.count }

    // MARK: The host

    mutating func submit(_ number: UInt32, length: Int) { requests.append(Request(number: number, length: length)) }

    /// Forgets a transfer; false if there is none of that number.
    mutating func unlink(_ number: UInt32) -> Bool {
        guard let index = requests.firstIndex(where: { $0.number == number }) else { return false }
        requests.remove(at: index)
        return true
    }

    // MARK: The device

    mutating func append(_ run: Run) { later.append(run) }

    /// Lets the first transfer be filled elsewhere; nil if there is none, or something is to go before.
    mutating func takeRequest() -> Request? {
        guard !isHalted, isEmpty, !requests.isEmpty else { return nil }
        return requests.removeFirst()
    }

    mutating func putBack(_ request: Request) { requests.insert(request, at: 0) }

    /// Stands still: everything that waits is dropped, and its ends are returned.
    mutating func halt() -> [@Sendable () -> Void] {
        isHalted = true
        return dropRuns()
    }

    mutating func clearHalt() { isHalted = false }

    /// Drops what waits to be sent, and ends a transfer that has some of it. Returns what was to be called when it had been taken.
    mutating func flush() -> (dropped: [@Sendable () -> Void], ended: USBCompletion?) {
        (dropRuns(), endFirst())
    }

    /// Ends the first transfer if there is something in it.
    mutating func endFirst() -> USBCompletion? {
        guard let first = requests.first, first.count > 0 else { return nil }
        return requests.removeFirst().completion
    }

    private mutating func dropRuns() -> [@Sendable () -> Void] {
        defer { (next, later) = ([], []) }
        return (next.reversed() + later).compactMap(\.whenTaken)
    }

    /// The next transfer that is over; nil when more is needed, from the device or from the host.
    mutating func takeCompletion() -> USBCompletion? {
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

    /// Moves what fits from a run to the first transfer, and puts the rest back. Returns the transfer if it is over.
    private mutating func fill(from whole: USBPiece, of run: inout Run) -> USBCompletion? {
        var piece = whole
        var request = requests[0]
        let count = min(request.length - request.count, piece.count)
        if count > 0 {
            request.pieces.append(piece.takeFirst(count))
            request.count += count
        }
        requests[0] = request
        if piece.count == 0 { return runIsOver(run, hadBytes: whole.count > 0) }
        // A packet is as large as it is: one that does not fit is too much.
        let surplus = request.length % packetSize
        if surplus != 0 { _ = piece.takeFirst(min(piece.count, packetSize - surplus)) }
        if surplus == 0 || piece.count > 0 {
            run.content = .piece(piece)
            next.append(run)
        }
        if piece.count == 0, let whenTaken = run.whenTaken { requests[0].before.append(whenTaken) }
        var completion = requests.removeFirst().completion
        if surplus != 0 { completion.status = .overflow }
        return completion
    }

    private mutating func runIsOver(_ run: Run, hadBytes: Bool) -> USBCompletion? {
        let request = requests[0]
        let isFull = request.count == request.length && request.length > 0
        if run.endsTransfer && isFull && hadBytes && request.count % packetSize == 0 {
            // The empty packet is for the next transfer.
            next.append(Run(content: .piece(.bytes([])), whenTaken: run.whenTaken))
        } else if let whenTaken = run.whenTaken {
            requests[0].before.append(whenTaken)
        }
        return isFull || run.endsTransfer ? requests.removeFirst().completion : nil
    }
}
