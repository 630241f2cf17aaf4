import PTP

/// USB descriptors of a camera (USB 2.0 § 9.6, USB 3.2 § 9.6; USB Still Image Class 1.0 § 6). Pure.
struct USBDescriptors: Sendable {
    /// Descriptor types.
    enum Kind: UInt8 {
        case device = 1
        case configuration
        case string
        case interface
        case endpoint
        case deviceQualifier
        case otherSpeedConfiguration
        case binaryObjectStore = 15
        case deviceCapability
        case endpointCompanion = 48
    }

    /// Language of the strings: US English.
    static let language: UInt16 = 0x0409

    let speed: USBSpeed
    let identity: USBIdentity
    /// Whether the device supports MTP, shown by the interface's name and Microsoft's descriptors.
    var isMTP = false
    /// Faults in the descriptors.
    var faults: Set<USBDescriptorFault> = []

    /// Value of the only configuration.
    static let configurationValue: UInt8 = 1

    // MARK: Device

    /// Returns the descriptor for GET_DESCRIPTOR; nil if there is none.
    func descriptor(_ kind: UInt8, _ number: UInt8) -> [UInt8]? {
        switch Kind(rawValue: kind) {
        case .device: device
        case .configuration: number == 0 ? configuration(at: speed, .configuration) : nil
        case .string: string(number)
        case .deviceQualifier: speed == .high ? qualifier : nil
        case .otherSpeedConfiguration: speed == .high ? configuration(at: .full, .otherSpeedConfiguration) : nil
        case .binaryObjectStore: speed == .super ? binaryObjectStore : nil
        default: nil
        }
    }

    private var device: [UInt8] {
        Self.descriptor(.device) { writer in
            writer.integer(speed.release)
            // Class, subclass and protocol 0: defined by each interface.
            writer.raw([0, 0, 0])
            // At super speed the exponent of a power of two.
            writer.integer(UInt8(speed == .super ? 9 : 64))
            writer.integer(identity.vendor)
            writer.integer(identity.product)
            writer.integer(identity.release)
            writer.raw([1, 2, 3])
            writer.integer(UInt8(1))
        }
    }

    /// Descriptor of the differences at full speed.
    private var qualifier: [UInt8] {
        Self.descriptor(.deviceQualifier) { writer in
            writer.integer(speed.release)
            writer.raw([0, 0, 0, 64, 1, 0])
        }
    }

    /// Descriptor of the device capabilities: no optional power management, and the supported speeds.
    private var binaryObjectStore: [UInt8] {
        let extensions = Self.descriptor(.deviceCapability) { $0.raw([2, 0, 0, 0, 0]) }
        let superSpeed = Self.descriptor(.deviceCapability) { $0.raw([3, 0, 0x0E, 0, 1, 10, 0xFF, 0x07]) }
        let length = UInt16(5 + extensions.count + superSpeed.count)
        return Self.descriptor(.binaryObjectStore) { writer in
            writer.integer(length)
            writer.integer(UInt8(2))
        } + extensions + superSpeed
    }

    // MARK: Configuration

    /// Number of interfaces.
    var interfaceCount: Int { faults.contains(.manyInterfaces) ? 100 : 1 }

    private func configuration(at speed: USBSpeed, _ kind: Kind) -> [UInt8] {
        var parts: [UInt8] = []
        for number in 0..<interfaceCount { parts += interface(UInt8(number), at: speed) }
        var length = 9 + parts.count
        if faults.contains(.longTotal) { length += 1000 }
        if faults.contains(.shortTotal) { length = 12 }
        return Self.descriptor(kind) { writer in
            writer.integer(UInt16(length))
            writer.integer(UInt8(interfaceCount))
            writer.integer(Self.configurationValue)
            // No name; self-powered; the smallest current.
            writer.raw([0, 0xC0, 1])
        } + parts
    }

    private func interface(_ number: UInt8, at speed: USBSpeed) -> [UInt8] {
        let endpoints = faults.contains(.noEndpoints) ? [] : USBEndpoint.allCases
        let isStillImage = !faults.contains(.otherClass)
        var bytes = Self.descriptor(.interface) { writer in
            writer.raw([number, 0, UInt8(endpoints.count)])
            writer.raw(isStillImage ? [6, 1, 1] : [0xFF, 0, 0])
            writer.integer(UInt8(isMTP ? 4 : 0))
        }
        if faults.contains(.looping) { bytes += [0, Kind.endpoint.rawValue] }
        for endpoint in endpoints { bytes += self.endpoint(endpoint, at: speed) }
        return bytes
    }

    private func endpoint(_ endpoint: USBEndpoint, at speed: USBSpeed) -> [UInt8] {
        let isInterrupt = endpoint == .interruptIn
        var size = UInt16(isInterrupt ? speed.interruptPacketSize : speed.bulkPacketSize)
        if faults.contains(.oddPackets) { size = isInterrupt ? 0 : endpoint == .bulkIn ? 7 : 0xFFFF }
        // Polled every 16 ms: in frames of 1 ms at full speed, otherwise as an exponent of 125 µs units.
        let interval: UInt8 = !isInterrupt ? 0 : speed == .full ? 16 : 8
        let bytes = Self.descriptor(.endpoint) { writer in
            writer.raw([endpoint.rawValue, isInterrupt ? 3 : 2])
            writer.integer(size)
            writer.integer(interval)
        }
        if speed != .super { return bytes }
        return bytes
            + Self.descriptor(.endpointCompanion) { writer in
                writer.raw([0, 0])
                writer.integer(isInterrupt ? size : 0)
            }
    }

    // MARK: Strings

    private func string(_ number: UInt8) -> [UInt8]? {
        if faults.contains(.emptyStrings) { return number <= 3 ? [2, Kind.string.rawValue] : nil }
        if faults.contains(.brokenStrings) { return number <= 3 ? [0xFF, Kind.string.rawValue, 0, 0xD8, 0x41] : nil }
        switch number {
        case 0: return Self.descriptor(.string) { $0.integer(Self.language) }
        case 1: return Self.string(identity.manufacturer)
        case 2: return Self.string(identity.model)
        case 3: return Self.string(identity.serialNumber)
        case 4 where isMTP: return Self.string("MTP")
        case Self.microsoftString where isMTP: return Self.microsoft
        default: return nil
        }
    }

    // MARK: Microsoft's descriptors

    /// Number of the string that announces Microsoft's descriptors (Microsoft OS Descriptors 1.0).
    static let microsoftString: UInt8 = 0xEE
    /// Request code for Microsoft's descriptors.
    static let microsoftRequest: UInt8 = 0x4D

    private static var microsoft: [UInt8] {
        descriptor(.string) { writer in
            for unit in "MSFT100".utf16 { writer.integer(unit) }
            writer.raw([microsoftRequest, 0])
        }
    }

    /// Returns the Microsoft descriptor of an index: 4 is the compatible ID of each function, "MTP" for the only interface.
    func microsoftFeature(_ index: UInt16) -> [UInt8]? {
        guard isMTP, index == 4 else { return nil }
        var writer = DatasetWriter()
        writer.integer(UInt32(40))
        writer.integer(UInt16(0x0100))
        writer.integer(index)
        writer.raw([1] + [UInt8](repeating: 0, count: 7))
        // First interface, reserved, compatible ID, no subordinate ID, reserved.
        writer.raw([0, 1] + Array("MTP".utf8) + [UInt8](repeating: 0, count: 5 + 8 + 6))
        return writer.bytes
    }

    /// Encodes up to 126 UTF-16 units without splitting a surrogate pair.
    private static func string(_ text: String) -> [UInt8] {
        let units = Array(text.utf16.prefix(126))
        let isCut = units.last.map { UTF16.isLeadSurrogate($0) } ?? false
        return descriptor(.string) { writer in
            for unit in isCut ? units.dropLast() : units[...] { writer.integer(unit) }
        }
    }

    /// Encodes a descriptor with its length and type.
    private static func descriptor(_ kind: Kind, _ body: (inout DatasetWriter) -> Void) -> [UInt8] {
        var writer = DatasetWriter()
        body(&writer)
        return [UInt8(truncatingIfNeeded: writer.bytes.count + 2), kind.rawValue] + writer.bytes
    }
}

/// Faults in USB descriptors.
public enum USBDescriptorFault: String, Sendable, Hashable, CaseIterable {
    /// The interface has no endpoints.
    case noEndpoints = "no-endpoints"
    /// The endpoints have invalid packet sizes.
    case oddPackets = "odd-packets"
    /// The configuration has 100 interfaces.
    case manyInterfaces = "many-interfaces"
    /// All strings are empty, including the list of languages.
    case emptyStrings = "empty-strings"
    /// The strings have a wrong length and half a surrogate pair.
    case brokenStrings = "broken-strings"
    /// A descriptor has length 0, so that a parser which advances by the length does not terminate.
    case looping
    /// The configuration's total length exceeds the actual one.
    case longTotal = "long-total"
    /// The configuration's total length ends within its first interface.
    case shortTotal = "short-total"
    /// The interface has a vendor-specific class.
    case otherClass = "other-class"
}
