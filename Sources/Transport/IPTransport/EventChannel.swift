import HotShoeSupport
import PTP
import PTPSession
import Sockets

/// Protocol on the event connection. **Single-owner**: used by the event loop's thread.
struct EventChannel {
    let socket: Socket
    private var format: EventFormat
    private var received: [UInt8]

    init(_ socket: Socket, _ format: EventFormat = .packets, received: [UInt8]) {
        (self.socket, self.format, self.received) = (socket, format, received)
    }

    /// A received message.
    enum Message {
        case event(Event)
        case probeAnswered
        case probed
    }

    /// Maximum number of bytes processed per call, so that other connections get their turn while a camera floods this one;
    /// some hundred events.
    private static let roundLimit = 8 << 10

    /// Receives and parses the available messages, up to a limit.
    mutating func receive() throws(LinkFailure) -> [Message] {
        var messages = try parse()
        var total = 0
        while total < Self.roundLimit {
            let outcome: Socket.Outcome
            do throws(SocketError) {
                outcome = try socket.receive(4096, appendingTo: &received)
            } catch { throw .lost(error.description) }
            switch outcome {
            case .bytes(let count):
                total += count
                messages += try parse()
            case .wouldBlock: return messages
            case .closed:
                if messages.isEmpty { throw .closedByDevice }
                return messages
            }
        }
        return messages
    }

    private mutating func parse() throws(LinkFailure) -> [Message] {
        var messages: [Message] = []
        var used = 0
        let bytes = received
        defer { received.removeFirst(used) }
        while used < bytes.count {
            let span = bytes.span.extracting(used..<bytes.count)
            guard let (message, count) = try unsafe format.next(in: span.bytes) else { return messages }
            used += count
            if let message { messages.append(message) }
        }
        return messages
    }

    /// Sends a small packet, or discards it if there is no space: the packet will be repeated. Has no effect in a protocol without probes.
    func send(_ packet: IPPacket) {
        guard format.hasProbes, let bytes = try? packet.encoded() else { return }
        _ = try? socket.send(bytes[...])
    }
}

/// The protocol of an event connection, packets of PTP/IP or containers: finds its messages in received bytes. Pure.
struct EventFormat {
    private enum Parser {
        case packets(IPPacketParser)
        case containers(ContainerStreamParser)
    }

    private var parser: Parser

    /// PTP/IP (CIPA DC-X005).
    static let packets = EventFormat(parser: .packets(IPPacketParser()))
    /// Containers over TCP.
    static let containers = EventFormat(parser: .containers(ContainerStreamParser()))

    /// Whether either side can check whether the other is alive.
    var hasProbes: Bool { if case .packets = parser { true } else { false } }

    private static let unexpected = LinkFailure.protocolBroken("an unexpected kind of packet on the event connection")

    /// Parses the next item; nil if the bytes are incomplete. The message is nil for an item without one.
    mutating func next(in bytes: RawSpan) throws(LinkFailure) -> (message: EventChannel.Message?, byteCount: Int)? {
        switch parser {
        case .packets(var packets):
            defer { parser = .packets(packets) }
            let found: IPPacketParser.Found
            do throws(IPPacketParser.Failure) { found = try packets.next(in: bytes) } catch {
                throw .protocolBroken(error.description)
            }
            switch found {
            case .incomplete: return nil
            case .payload(_, let count, _, _): return (nil, count)
            case .packet(let packet, let count): return (try Self.message(packet), count)
            }
        case .containers(var containers):
            defer { parser = .containers(containers) }
            let found: ContainerStreamParser.Found
            do throws(ContainerStreamFailure) { found = try containers.next(in: bytes) } catch {
                throw .protocolBroken(error.description)
            }
            switch found {
            case .incomplete: return nil
            case .message(let container, let parameters, let count) where container.kind == .event:
                let code = EventCode(rawValue: container.code)
                return (.event(Event(code, parameters, transaction: container.transaction)), count)
            default: throw Self.unexpected
            }
        }
    }

    private static func message(_ packet: IPPacket) throws(LinkFailure) -> EventChannel.Message? {
        switch packet {
        case .event(let event): return .event(event)
        case .probeRequest: return .probed
        case .probeResponse: return .probeAnswered
        // Sent on both connections; the command connection handles it.
        case .cancel: return nil
        default: throw unexpected
        }
    }
}
