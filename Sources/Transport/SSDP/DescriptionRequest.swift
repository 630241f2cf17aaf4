import HotShoeSupport
import Sockets

/// Reads a description from a device's HTTP server. See docs/ssdp.md for the limits.
public enum DescriptionRequest {
    /// Reason why a description was not read.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The reason as part of a sentence.
        public let description: String
    }

    /// Longest time from the beginning to the end.
    static let timeout: Duration = .seconds(3)

    /// Reads and parses a description. **Blocks** for at most three seconds.
    ///
    /// - Parameter location: the location, which ``DescriptionLocation`` has checked.
    /// - Returns: the description.
    /// - Throws: ``Failure``. A redirection is a failure.
    public static func read(_ location: DescriptionLocation) throws(Failure) -> DeviceDescription {
        let document = try reply(location, timeout: timeout)
        do throws(DeviceDescription.Failure) { return try DeviceDescription(document) } catch {
            throw Failure(description: error.description)
        }
    }

    /// Reads a description, and a second document of the device to which it refers. Without the second one, the description is
    /// returned alone. **Blocks** for at most six seconds.
    static func read(
        _ location: DescriptionLocation,
        further: (DeviceDescription) -> String?
    ) throws(Failure) -> DeviceDescription {
        let description = try read(location)
        guard let reference = further(description), let second = location.document(reference),
            let more = try? read(second)
        else { return description }
        return DeviceDescription(description, more)
    }

    /// Returns the body of the reply.
    static func reply(_ location: DescriptionLocation, timeout: Duration) throws(Failure) -> ArraySlice<UInt8> {
        let deadline = SystemClock.monotonicTime() + timeout
        let socket = try converted { () throws(SocketError) in try Socket.connecting(to: location.address) }
        try wait(socket, toSend: true, deadline)
        if let failure = socket.connectionFailure() { throw Failure(description: failure.description) }
        try send(request(location), by: socket, deadline)
        return try receive(from: socket, deadline)
    }

    private static func converted<Value>(_ body: () throws(SocketError) -> Value) throws(Failure) -> Value {
        do throws(SocketError) { return try body() } catch { throw Failure(description: error.description) }
    }

    static func request(_ location: DescriptionLocation) -> [UInt8] {
        Array(
            """
            GET \(location.path) HTTP/1.0\r
            Host: \(location.address)\r
            Connection: close\r
            User-Agent: HotShoe\r
            \r

            """.utf8
        )
    }

    private static func wait(_ socket: Socket, toSend: Bool = false, _ deadline: Duration) throws(Failure) {
        let left = deadline - SystemClock.monotonicTime()
        guard left > .zero, socket.wait(toSend: toSend, for: left) else {
            throw Failure(description: "it did not send its description in time")
        }
    }

    private static func send(_ bytes: [UInt8], by socket: Socket, _ deadline: Duration) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch try converted({ () throws(SocketError) in try socket.send(rest) }) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: try wait(socket, toSend: true, deadline)
            case .closed: throw Failure(description: "it closed the connection")
            }
        }
    }

    private static func receive(from socket: Socket, _ deadline: Duration) throws(Failure) -> ArraySlice<UInt8> {
        var reply = DescriptionReply()
        while true {
            try wait(socket, deadline)
            var bytes: [UInt8] = []
            let outcome = try converted { () throws(SocketError) in try socket.receive(16 << 10, appendingTo: &bytes) }
            do throws(DescriptionReply.Failure) {
                switch outcome {
                case .bytes: if let body = try reply.received(bytes) { return body }
                case .wouldBlock: continue
                case .closed: return try reply.ended()
                }
            } catch { throw Failure(description: error.description) }
        }
    }
}
