public import CameraModel
import Glibc
import HotShoeSupport

/// Controls the mocked kernel under which `script/test-usb` runs tests (docs/usb-rigs.md), through its control socket.
public enum USBRig {
    /// The failure of a command to the rig.
    public struct Failure: Error, CustomStringConvertible {
        /// The command and the rig's answer, or the unusable value.
        public let description: String

        /// Creates a failure from a description.
        public init(description: String) { self.description = description }
    }

    private static let path = unsafe getenv("HOTSHOE_USB_RIG").map { unsafe String(cString: $0) }

    /// Whether this process runs under the rig.
    public static let isThere = path != nil

    /// Attaches a device that a USB/IP server on this computer exports.
    public static func attach(port: UInt16, busID: String) async throws -> CameraAddress {
        try address(await query("attach 127.0.0.1:\(port) \(busID)"))
    }

    /// Attaches a device that has these descriptors and stalls every other request.
    public static func attachRaw(_ descriptors: [UInt8]) async throws -> CameraAddress {
        let digits = descriptors.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try address(await query("attach-raw \(digits)"))
    }

    /// Unplugs a device.
    public static func detach(_ address: CameraAddress) async throws { try await send("detach", address) }

    /// Denies this user the permission to open a device.
    public static func deny(_ address: CameraAddress) async throws { try await send("deny", address) }

    private static func send(_ command: String, _ address: CameraAddress) async throws {
        guard case .usb(let bus, let device) = address else { throw Failure(description: "\(address) is not on USB") }
        _ = try await query("\(command) \(bus) \(device)")
    }

    private static func address(_ words: [Substring]) throws -> CameraAddress {
        guard words.count == 3, let bus = Int(words[1]), let device = Int(words[2]) else {
            throw Failure(description: words.joined(separator: " "))
        }
        return .usb(bus: bus, device: device)
    }

    private static func query(_ line: String) async throws -> [Substring] {
        let answer = await withCheckedContinuation { continuation in
            startNamedThread("usb rig") { continuation.resume(returning: exchange(line)) }
        }
        let words = answer.split(whereSeparator: \.isWhitespace)
        guard words.first == "ok" else { throw Failure(description: "\(line): \(answer)") }
        return words
    }

    private static func exchange(_ line: String) -> String {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((path ?? "").utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) == 0 }
        }
        guard isConnected else { return "no rig at \(String(decoding: path, as: UTF8.self))" }
        let bytes = Array((line + "\n").utf8)
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { return "the rig does not listen" }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) == 1, byte != 10 { answer.append(byte) }
        return String(decoding: answer, as: UTF8.self)
    }
}
