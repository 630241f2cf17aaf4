import ArgumentParsing
import CameraModel
import HotShoe
import Wording

/// The camera that `--camera` selects.
enum CameraSelector: Sendable, Equatable, CustomStringConvertible {
    /// `sim`, `sim:SERIAL`.
    case simulated(serialNumber: String?)
    /// `ptpip:HOST[:PORT]`
    case network(host: String, port: UInt16?)
    /// `VENDOR:HOST[:PORT]`, for a vendor whose cameras have a protocol of their own on networks.
    case ownNetwork(vendor: String, host: String, port: UInt16?)
    /// `http://HOST[:PORT][/CAMERA]`, `https://…`: a camera of `hotshoe serve`.
    case served(ServedAddress)
    /// `usb:BUS-ADDRESS`
    case usb(bus: Int, device: Int)
    /// A serial number or a name, among the cameras that are found.
    case named(String)

    init(_ text: String) throws(ValueProblem) {
        if text.isEmpty { throw ValueProblem(message: "is empty") }
        if let address = try Self.bareAddress(text) {
            self = address
            return
        }
        guard let colon = text.firstIndex(of: ":") else {
            self = text == "sim" ? .simulated(serialNumber: nil) : .named(text)
            return
        }
        let rest = text[text.index(after: colon)...]
        if ["http", "https"].contains(text[..<colon].lowercased()) {
            self = .served(try ServedAddress(text))
            return
        }
        switch text[..<colon] {
        case "sim": self = .simulated(serialNumber: try Self.serialNumber(rest))
        case "ptpip": self = try Self.network(rest)
        case "usb": self = try Self.usb(rest)
        case let vendor where VendorDrivers.networkSchemes.contains(String(vendor)):
            let (host, port) = try Self.hostAndPort(rest, scheme: String(vendor))
            if let port, port > 65533 {
                throw ValueProblem(message: "has a port without two others after it, for events and live view")
            }
            self = .ownNetwork(vendor: String(vendor), host: host, port: port)
        // A camera's name may contain any character, colons included.
        default: self = .named(text)
        }
    }

    var description: String {
        switch self {
        case .simulated(let serialNumber): serialNumber.map { "sim:\($0)" } ?? "sim"
        case .network(let host, let port): "ptpip:" + Self.place(host, port)
        case .ownNetwork(let vendor, let host, let port): "\(vendor):" + Self.place(host, port)
        case .served(let address): address.description
        case .usb(let bus, let device): "usb:\(bus)-\(device)"
        case .named(let name): Excerpt.withoutSecrets(name)
        }
    }

    /// The number in the serial number of a simulated camera: 2 for `sim:SIM-0002`; nil for others.
    var simulatedNumber: Int? {
        guard case .simulated(let serialNumber?) = self, serialNumber.hasPrefix("SIM-") else { return nil }
        return Int(serialNumber.dropFirst(4)).flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    /// The address as a type of the SDK; nil for a name.
    var address: CameraAddress? {
        switch self {
        case .simulated(let serialNumber): .provider(identifier: "sim", text: serialNumber ?? "")
        case .network(let host, let port): .network(host: host, port: port)
        case .ownNetwork(let vendor, let host, let port): .provider(identifier: vendor, text: Self.place(host, port))
        case .served(let address): .provider(identifier: address.scheme, text: address.rest)
        case .usb(let bus, let device): .usb(bus: bus, device: device)
        case .named: nil
        }
    }
}

// MARK: - Parsing

extension CameraSelector {
    private static func place(_ host: String, _ port: UInt16?) -> String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    private static func serialNumber(_ text: Substring) throws(ValueProblem) -> String {
        let isFit = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !text.isEmpty, isFit, text.utf8.count <= 64 else {
            throw ValueProblem(message: "has no serial number after sim:, such as sim:SIM-0001")
        }
        return String(text)
    }

    /// An IPv4 address, an IPv6 address in brackets, or `HOST.DOMAIN:PORT`, without `ptpip:` in front; nil for other text.
    private static func bareAddress(_ text: String) throws(ValueProblem) -> CameraSelector? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
        let isHost = parts.count == 2 && UInt16(parts[1]) != nil && (parts[0].contains(".") || parts[0] == "localhost")
        let isWhole = !text.contains(" ") && !text.contains("/")
        guard isWhole, isIPv4 && parts.count <= 2 || isHost || text.hasPrefix("[") && text.contains("]") else { return nil }
        return try network(text[...])
    }

    private static func network(_ text: Substring) throws(ValueProblem) -> CameraSelector {
        let (host, port) = try hostAndPort(text, scheme: "ptpip")
        return .network(host: host, port: port)
    }

    /// `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`, `IPV6`, after a scheme.
    private static func hostAndPort(_ text: Substring, scheme: String) throws(ValueProblem) -> (String, UInt16?) {
        var (host, port) = (text, Substring?.none)
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { throw ValueProblem(message: "has no ] after its address") }
            host = text[text.index(after: text.startIndex)..<end]
            let after = text[text.index(after: end)...]
            if !after.isEmpty {
                guard after.first == ":" else { throw ValueProblem(message: "has something other than :PORT after ]") }
                port = after.dropFirst()
            }
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        let isFit = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, isFit, host.utf8.count <= 255 else {
            throw ValueProblem(message: "has no host; write \(scheme):HOST or \(scheme):HOST:PORT")
        }
        guard let port else { return (String(host), nil) }
        guard let number = UInt16(port), number > 0, port.utf8.count <= 5 else {
            throw ValueProblem(message: "has a port that is not 1 to 65535")
        }
        return (String(host), number)
    }

    private static func usb(_ text: Substring) throws(ValueProblem) -> CameraSelector {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 3 ? UInt8($0) : nil }.filter { $0 > 0 }
        guard parts.count == 2, numbers.count == 2 else {
            throw ValueProblem(message: "is not usb:BUS-ADDRESS with two numbers from 1 to 255, such as usb:1-7")
        }
        return .usb(bus: Int(numbers[0]), device: Int(numbers[1]))
    }
}

extension ValueType where Value == CameraSelector {
    /// A camera selector.
    static var camera: Self {
        ValueType(completion: .cameras, describe: \.description) { text throws(ValueProblem) in try CameraSelector(text) }
    }
}
