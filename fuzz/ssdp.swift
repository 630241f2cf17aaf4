// What SSDP receives: the first byte of the input chooses a datagram, the reply of a description's server, a description, a location, or
// an invitation and its answer.
// For any bytes parsing ends, and a message that was parsed is the same when it is sent and parsed again.

import Sockets

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 5 {
    case 0: datagram(bytes)
    case 1: reply(bytes, pieces: Int(start[0] / 4) + 1)
    case 2:
        guard let description = try? DeviceDescription(bytes) else { break }
        precondition(description.elements.count <= 256 && description.elements.allSatisfy { $0.text.utf8.count <= 4096 })
    case 3: location(String(decoding: bytes, as: UTF8.self))
    default: invitation(bytes)
    }
    return 0
}

private func invitation(_ bytes: [UInt8]) {
    _ = Invitation(service: "PCSS/1.0", port: 1, answerPort: 2).isInvitation(bytes)
    let source = SocketAddress(bytes: [192, 0, 2, 7], port: 50_000)!
    guard let device = InvitedDevice(bytes, from: source) else { return }
    precondition(device.address.host == source.host && device.address.port != 0 && (device.name?.count ?? 0) <= 100)
    precondition(InvitedDevice(device.answer(), from: source)?.address == device.address, "an answer is none when it is sent")
}

private func datagram(_ bytes: [UInt8]) {
    guard let message = SSDPMessage(bytes) else { return }
    // Only text without line breaks can be sent; a message from the network has no other.
    let sent = message.bytes(group: "239.255.255.250:1900")
    guard sent.count <= 4096 else { return }
    precondition(SSDPMessage(sent) != nil, "a message is none when it is sent")
}

private func reply(_ bytes: [UInt8], pieces: Int) {
    var reply = DescriptionReply()
    var rest = bytes[...]
    do throws(DescriptionReply.Failure) {
        while !rest.isEmpty {
            if let body = try reply.received(rest.prefix(pieces)) {
                return precondition(body.count <= DescriptionReply.byteLimit)
            }
            rest = rest.dropFirst(pieces)
        }
        _ = try reply.ended()
    } catch {}
}

private func location(_ text: String) {
    let source = SocketAddress(bytes: [192, 0, 2, 7], port: 1900)!
    guard let location = DescriptionLocation(text, announcedBy: source) else { return }
    precondition(location.address.bytes == source.bytes && location.address.port > 0 && location.path.hasPrefix("/"))
    precondition(location.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
}
