// Containers over TCP: items are the same for any division of the stream; greetings and frames have the sizes that they report.

private struct Reading: Equatable {
    var items: [ContainerStreamParser.Found] = []
    var payloadBytes = 0
    var failure: ContainerStreamFailure?
    var left = 0
}

/// Parses a stream in pieces of one size, and passes the items to the initiator's state machine.
private func read(_ bytes: [UInt8], inPiecesOf size: Int) -> Reading {
    var (reading, parser, waiting, next) = (Reading(), ContainerStreamParser(), [UInt8](), 0)
    var initiator = InitiatorTransaction(TransactionID(rawValue: 1), .dataIn)
    while true {
        let found: ContainerStreamParser.Found
        do throws(ContainerStreamFailure) {
            let span = waiting.span
            found = try parser.next(in: span.bytes)
        } catch {
            reading.failure = error
            return reading
        }
        let used: Int
        switch found {
        case .incomplete(let needed):
            precondition(needed > waiting.count || waiting.isEmpty)
            guard next < bytes.count else {
                reading.left = waiting.count
                return reading
            }
            let end = min(bytes.count, next + size)
            waiting += bytes[next..<end]
            next = end
            continue
        case .payload(let id, let count, let endsData):
            reading.payloadBytes += count
            _ = try? initiator.dataReceived(id, byteCount: count)
            if endsData { _ = try? initiator.dataEnded(id) }
            used = count
        case .dataBegan(let container, let payload, let count):
            reading.items.append(found)
            _ = try? initiator.dataBegan(container.transaction, announced: UInt64(payload))
            used = count
        case .message(let container, let parameters, let count):
            reading.items.append(found)
            if container.kind == .response {
                let code = ResponseCode(rawValue: container.code)
                _ = try? initiator.responded(OperationResponse(code, container.transaction, parameters))
            }
            used = count
        case .greeting(_, let count), .goodbye(let count):
            reading.items.append(found)
            used = count
        }
        precondition(used > 0 && used <= waiting.count)
        waiting.removeFirst(used)
    }
}

/// Runs one input of `count` bytes; the entry point of libFuzzer. The first byte chooses the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let whole = read(bytes, inPiecesOf: bytes.count)
    let pieces = read(bytes, inPiecesOf: Int(start[0] % 32) + 1)
    precondition(whole == pieces, "a stream is another in pieces")
    let span = bytes.span
    if let (greeting, count) = (try? ContainerGreeting.parse(span.bytes)) ?? nil {
        precondition(count <= bytes.count)
        let written = greeting.encoded
        let again = written.span
        // A name that is too long is cut, once.
        guard let (read, size) = (try? ContainerGreeting.parse(again.bytes)) ?? nil else {
            preconditionFailure("a greeting is none when it is written")
        }
        precondition(size == written.count && read.encoded == written, "a greeting is another when it is read again")
    }
    if let size = (try? ContainerFrame.size(in: span.bytes)) ?? nil {
        precondition(size >= ContainerFrame.headerSize && size <= ContainerFrame.limit)
    }
    return 0
}
