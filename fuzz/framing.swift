// PTP/IP: packets are the same for any division of the stream, and both ends of a transaction accept them in any order.

private struct Reading: Equatable {
    var packets: [IPPacket] = []
    var payloadBytes = 0
    var failure: IPPacketParser.Failure?
    var left = 0
}

/// Parses a stream in pieces of one size, and passes the packets to both state machines.
private func read(_ bytes: [UInt8], inPiecesOf size: Int) -> Reading {
    var (reading, parser, waiting, next) = (Reading(), IPPacketParser(), [UInt8](), 0)
    var initiator = InitiatorTransaction(TransactionID(rawValue: 1), .dataIn)
    var responder = ResponderTransaction()
    while true {
        let found: IPPacketParser.Found
        do throws(IPPacketParser.Failure) {
            let span = waiting.span
            found = try parser.next(in: span.bytes)
        } catch {
            reading.failure = error
            return reading
        }
        switch found {
        case .incomplete:
            guard next < bytes.count else {
                reading.left = waiting.count
                return reading
            }
            let end = min(bytes.count, next + size)
            waiting += bytes[next..<end]
            next = end
        case .packet(let packet, let count):
            precondition(count > 0 && count <= waiting.count)
            waiting.removeFirst(count)
            reading.packets.append(packet)
            apply(packet, &initiator, &responder)
        case .payload(let id, let count, _, let endsData):
            precondition(count > 0 && count <= waiting.count)
            waiting.removeFirst(count)
            reading.payloadBytes += count
            _ = try? initiator.dataReceived(id, byteCount: count)
            _ = try? responder.dataReceived(id, byteCount: count)
            if endsData {
                _ = try? initiator.dataEnded(id)
                _ = try? responder.dataEnded(id)
            }
        }
    }
}

private func apply(_ packet: IPPacket, _ initiator: inout InitiatorTransaction, _ responder: inout ResponderTransaction) {
    switch packet {
    case .startData(let id, let total):
        _ = try? initiator.dataBegan(id, announced: total)
        _ = try? responder.dataBegan(id, announced: total)
    case .operationResponse(let response): _ = try? initiator.responded(response)
    case .operationRequest(let request, let dataFollows): _ = try? responder.requested(request, dataFollows: dataFollows)
    case .cancel(let id): _ = responder.cancelled(id)
    default: break
    }
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let whole = read(bytes, inPiecesOf: bytes.count)
    let pieces = read(bytes, inPiecesOf: Int(start[0] % 32) + 1)
    precondition(whole == pieces, "a stream is another in pieces")
    for packet in whole.packets {
        // A packet whose name is too long cannot be written.
        guard let written = try? packet.encoded() else { continue }
        var parser = IPPacketParser()
        let span = written.span
        guard case .packet(let again, _)? = try? parser.next(in: span.bytes) else {
            preconditionFailure("a packet is none when it is written")
        }
        precondition(again == packet, "a packet is another when it is read again")
    }
    return 0
}
