import FoundationEssentials
import Glibc
import Sockets

/// A socket of a process at which bytes from other programs can arrive: one of TCP that listens, or one of UDP with a port.
struct ListeningSocket: Equatable, CustomStringConvertible {
    let transport: String
    let address: SocketAddress

    var description: String { "\(transport) \(address)" }

    /// Whether only programs on this computer can reach it: by a loopback address, or by a multicast group, which is joined at
    /// interfaces.
    var isLocal: Bool {
        let isMulticast = !address.isIPv6 && (224...239).contains(address.bytes[0])
        return address.isIPv6 ? address.host == "::1" : address.bytes[0] == 127 || isMulticast && transport == "udp"
    }

    /// The sockets of a process, from the tables of the kernel (`proc_pid_net(5)`).
    static func all(of process: Int32) -> [ListeningSocket] {
        let (files, folder) = (FileManager.default, "/proc/\(process)/fd")
        let links = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        let open = Set(links.compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
        var found: [ListeningSocket] = []
        for table in ["tcp", "tcp6", "udp", "udp6"] {
            for line in content(of: "/proc/\(process)/net/\(table)").split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ")
                let listens = table.hasPrefix("udp") || fields[3] == "0A"
                guard listens, open.contains("socket:[\(fields[9])]"), let address = address(fields[1]) else { continue }
                found.append(ListeningSocket(transport: String(table.prefix(3)), address: address))
            }
        }
        return found
    }

    /// The content of a file of the kernel, to the end: of these, `String(contentsOfFile:)` reads the first piece only.
    private static func content(of path: String) -> String {
        // SAFETY: the path is a terminated string for the time of the call, and the buffer is passed with its own size.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = unsafe read(file, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Parses an address such as "0100007F:3D7C": words of four bytes in the order of this machine, and the port.
    private static func address(_ text: Substring) -> SocketAddress? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
        let digits = Array(parts[0])
        let words = stride(from: 0, to: digits.count, by: 8).compactMap { UInt32(String(digits[$0..<$0 + 8]), radix: 16) }
        let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return SocketAddress(bytes: bytes, port: port)
    }
}
