import PTP

// USB/IP on a server: requests are the same for any division of the stream, no memory is reserved for announced lengths, and
// the default pipe answers every request.

private struct Reading: Equatable {
    var found: [USBIPParser.Found] = []
    var payloadBytes = 0
    var failure: USBIPParser.Failure?
    var left = 0
}

/// Parses a stream in pieces of one size.
private func read(_ bytes: [UInt8], inPiecesOf size: Int) -> Reading {
    var (reading, parser, waiting, next) = (Reading(), USBIPParser(), [UInt8](), 0)
    while true {
        let found: USBIPParser.Found
        do throws(USBIPParser.Failure) {
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
        case .payload(let count, let endsTransfer):
            precondition(count > 0 && count <= waiting.count)
            precondition(parser.isBetweenPackets == endsTransfer)
            waiting.removeFirst(count)
            reading.payloadBytes += count
        case .deviceList(let count), .importDevice(_, let count), .submit(_, let count), .unlink(_, _, _, let count):
            precondition(count > 0 && count <= waiting.count)
            waiting.removeFirst(count)
            reading.found.append(found)
        }
    }
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let whole = read(bytes, inPiecesOf: bytes.count)
    let pieces = read(bytes, inPiecesOf: Int(start[0] % 64) + 1)
    precondition(whole == pieces, "a stream is another in pieces")
    let identity = USBIdentity(vendor: 1, product: 2, manufacturer: "a", model: "b", serialNumber: "c")
    let faults = USBDescriptorFault.allCases.filter { _ in start[0] & 0x80 != 0 }
    let speed = USBSpeed.allCases[Int(start[0]) % USBSpeed.allCases.count]
    var control = USBControl(USBDescriptors(speed: speed, identity: identity, faults: Set(faults)))
    for case .submit(let submission, _) in whole.found {
        precondition((0...USBIP.longestTransfer).contains(submission.length))
        guard let setup = submission.setup else { continue }
        precondition(setup.bytes.count == USBSetup.size && USBSetup(setup.bytes) == setup)
        _ = control.handle(setup, Array(bytes.prefix(Int(setup.length))), halted: [])
    }
    return 0
}
