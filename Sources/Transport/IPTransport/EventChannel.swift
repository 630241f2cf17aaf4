import HotShoeSupport
import PTP
import PTPSession
import Sockets

/// Protocol on the event connection. **Single-owner**: used by the event loop's thread.
struct EventChannel {
    let socket: Socket
    private var parser = IPPacketParser()
    private var received: [UInt8]

    init(_ socket: Socket, received: [UInt8]) {
        self.socket = socket
        self.received = received
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
            let found: IPPacketParser.Found
            do throws(IPPacketParser.Failure) {
                found = try unsafe parser.next(in: span.bytes)
            } catch {
                throw .protocolBroken(error.description)
            }
            switch found {
            case .incomplete: return messages
            case .payload(_, let count, _, _): used += count
            case .packet(let packet, let count):
                used += count
                switch packet {
                case .event(let event): messages.append(.event(event))
                case .probeRequest: messages.append(.probed)
                case .probeResponse: messages.append(.probeAnswered)
                // Sent on both connections; the command connection handles it.
                case .cancel: break
                default: throw .protocolBroken("an unexpected kind of packet on the event connection")
                }
            }
        }
        return messages
    }

    /// Sends a small packet, or discards it if there is no space: the packet will be repeated.
    func send(_ packet: IPPacket) {
        guard let bytes = try? packet.encoded() else { return }
        _ = try? socket.send(bytes[...])
    }
}
