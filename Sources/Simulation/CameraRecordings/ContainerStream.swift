import PTP

/// Transactions from the bytes of a link, in the order of their packets: containers of USB. Pure.
struct ContainerStream {
    private(set) var entries: [TranscriptEntry] = []
    private var exchange: (began: Duration, value: RecordedExchange)?
    /// Data of which more follows: its direction, and the number of bytes that are missing.
    private var data: (isSent: Bool, missing: Int)?
    private var byteCount = 0

    init() {}

    /// Processes a transfer: complete, or its beginning. `byteCount` is its size if it was not kept completely.
    mutating func add(_ bytes: [UInt8], isSent: Bool, at time: Duration, byteCount: Int? = nil) throws(RecordingError) {
        let cut = max(0, (byteCount ?? bytes.count) - bytes.count)
        self.byteCount += bytes.count
        guard self.byteCount <= RecordedCamera.Limits.data else {
            throw .tooMany("bytes of data", limit: RecordedCamera.Limits.data)
        }
        guard let data, data.isSent == isSent, data.missing > 0 else { return try begin(bytes, isSent: isSent, cut, time) }
        let count = min(bytes.count, data.missing)
        append(bytes[..<count], isSent)
        self.data = (isSent, max(0, data.missing - count - cut))
        // Some devices send the response in the transfer of the data's end.
        if count < bytes.count { try begin(Array(bytes[count...]), isSent: isSent, 0, time) }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>, _ isSent: Bool) {
        if isSent { exchange?.value.sent?.append(contentsOf: bytes) } else { exchange?.value.received?.append(contentsOf: bytes) }
    }

    private mutating func begin(_ bytes: [UInt8], isSent: Bool, _ cut: Int, _ time: Duration) throws(RecordingError) {
        let span = bytes.span
        guard let container = try? unsafe USBContainer(span.bytes) else { return }
        let parameters = unsafe container.parameters(after: span.bytes)
        switch container.kind {
        case .command:
            guard isSent else { return }
            try finish(.failure("no response"), at: time)
            exchange = (time, RecordedExchange(OperationCode(rawValue: container.code), parameters))
            data = nil
        case .data:
            // A log may begin with the data of an operation, which has the operation's code.
            if exchange == nil { exchange = (time, RecordedExchange(OperationCode(rawValue: container.code))) }
            let size = container.byteCount.map { Int($0) - USBContainer.headerSize }
            let payload = bytes.dropFirst(USBContainer.headerSize).prefix(size ?? .max)
            if isSent { exchange?.value.sent = [] } else { exchange?.value.received = [] }
            append(payload, isSent)
            if !isSent { exchange?.value.receivedCount = size ?? payload.count }
            data = (isSent, max(0, (size ?? 0) - payload.count - cut))
        case .response:
            guard !isSent else { return }
            try finish(.response(ResponseCode(rawValue: container.code), parameters), at: time)
        case .event:
            if !isSent { try append(TranscriptEntry(time, .event(Event(EventCode(rawValue: container.code), parameters)))) }
        }
    }

    /// Ends the transaction under way.
    mutating func finish(_ outcome: RecordedExchange.Outcome, at time: Duration) throws(RecordingError) {
        guard let (began, ended) = exchange else { return }
        var value = ended
        (exchange, data) = (nil, nil)
        (value.outcome, value.took) = (outcome, max(.zero, time - began))
        try append(TranscriptEntry(began, .exchange(value)))
    }

    mutating func append(_ entry: TranscriptEntry) throws(RecordingError) {
        guard entries.count < RecordedCamera.Limits.entries else {
            throw .tooMany("transactions", limit: RecordedCamera.Limits.entries)
        }
        entries.append(entry)
    }
}
