// Data from a bulk pipe: transfers, whose first byte specifies their length and the size of the pieces. For any division the
// result is the same, and never exceeds the input; also the data of class requests.

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var transfers: [[UInt8]] = []
    var position = 0
    while position < bytes.count {
        let length = min(Int(bytes[position]), bytes.count - position - 1)
        transfers.append(Array(bytes[position + 1..<position + 1 + length]))
        position += 1 + length
    }
    let whole = run(transfers, pieces: .max)
    for pieces in [1, 3, 64] {
        precondition(run(transfers, pieces: pieces) == whole, "what is found depends on how it is cut")
    }
    let span = bytes.span
    _ = USBCancellation(span.bytes)
    if let status = try? USBDeviceStatus(span.bytes) { precondition(status.haltedEndpoints.count <= 16) }
    if let event = try? USBExtendedEventData(span.bytes) {
        precondition(bytes.starts(with: event.bytes), "an event is another when it is written")
    }
    return 0
}

/// The parsed items, with pieces of data joined; ends with the first failure.
func run(_ transfers: [[UInt8]], pieces: Int) -> [String] {
    var parser = USBContainerParser()
    var log: [String] = []
    var data = 0
    func close() {
        if data > 0 { log.append("+\(data)") }
        data = 0
    }
    for transfer in transfers {
        var start = 0
        while start < transfer.count {
            let end = pieces == .max ? transfer.count : min(transfer.count, start + pieces)
            while start < end {
                let piece = Array(transfer[start..<end])
                let span = piece.span
                let found: USBContainerParser.Found
                do { found = try parser.next(in: span.bytes) } catch {
                    close()
                    return log + ["\(error)"]
                }
                switch found {
                case .incomplete: start = end
                case .message(let container, let parameters, let count):
                    precondition(count > 0 && count <= piece.count && parameters.count <= Parameters.limit)
                    close()
                    log.append("\(container.kind) \(container.code) \(parameters)")
                    start += count
                case .dataBegan(_, let total, let count):
                    precondition(count > 0 && count <= piece.count)
                    close()
                    log.append("data \(total.map(String.init) ?? "?")")
                    start += count
                case .payload(_, let count, let ends):
                    precondition(count > 0 && count <= piece.count)
                    data += count
                    if ends {
                        close()
                        log.append("end")
                    }
                    start += count
                }
            }
        }
        switch parser.transferEnded() {
        case .nothing: break
        case .data:
            close()
            log.append("cut")
        case .message(let container, let parameters):
            close()
            log.append("\(container.kind) \(container.code) \(parameters)")
        }
    }
    close()
    return log
}
