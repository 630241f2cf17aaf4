import PTP

/// What a camera says about itself as a USB device (USB 2.0 § 9.6, USB 3.2 § 9.6; USB Still Image Class 1.0 § 6). Pure.
struct USBDescriptors: Sendable {
    /// The numbers of the kinds.
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

    /// The only language of the strings: US English.
    static let language: UInt16 = 0x0409

    let speed: USBSpeed
    let identity: USBIdentity
    /// Whether the device speaks MTP, which hosts see by the interface's name and by Microsoft's descriptors.
    var isMTP = false
    /// What they lie about.
    var lies: Set<USBDescriptorLie> = []

    /// The configuration's number.
    static let configurationValue: UInt8 = 1

    // MARK: Device

    /// What GET_DESCRIPTOR gives; nil for what there is not.
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
            // Class, subclass and protocol: each interface says its own.
            writer.raw([0, 0, 0])
            // As a power of two at super speed.
            writer.integer(UInt8(speed == .super ? 9 : 64))
            writer.integer(identity.vendor)
            writer.integer(identity.product)
            writer.integer(identity.release)
            writer.raw([1, 2, 3])
            writer.integer(UInt8(1))
        }
    }

    /// What would be different at full speed.
    private var qualifier: [UInt8] {
        Self.descriptor(.deviceQualifier) { writer in
            writer.integer(speed.release)
            writer.raw([0, 0, 0, 64, 1, 0])
        }
    }

    /// That link power management is not done beyond what USB 3 wants, and which speeds there are.
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

    /// How many interfaces there are.
    var interfaceCount: Int { lies.contains(.manyInterfaces) ? 100 : 1 }

    private func configuration(at speed: USBSpeed, _ kind: Kind) -> [UInt8] {
        var parts: [UInt8] = []
        for number in 0..<interfaceCount { parts += interface(UInt8(number), at: speed) }
        var length = 9 + parts.count
        if lies.contains(.longTotal) { length += 1000 }
        if lies.contains(.shortTotal) { length = 12 }
        return Self.descriptor(kind) { writer in
            writer.integer(UInt16(length))
            writer.integer(UInt8(interfaceCount))
            writer.integer(Self.configurationValue)
            // No name; powered by itself; the smallest current there is.
            writer.raw([0, 0xC0, 1])
        } + parts
    }

    private func interface(_ number: UInt8, at speed: USBSpeed) -> [UInt8] {
        let endpoints = lies.contains(.noEndpoints) ? [] : USBEndpoint.allCases
        let isStillImage = !lies.contains(.otherClass)
        var bytes = Self.descriptor(.interface) { writer in
            writer.raw([number, 0, UInt8(endpoints.count)])
            writer.raw(isStillImage ? [6, 1, 1] : [0xFF, 0, 0])
            writer.integer(UInt8(isMTP ? 4 : 0))
        }
        if lies.contains(.looping) { bytes += [0, Kind.endpoint.rawValue] }
        for endpoint in endpoints { bytes += self.endpoint(endpoint, at: speed) }
        return bytes
    }

    private func endpoint(_ endpoint: USBEndpoint, at speed: USBSpeed) -> [UInt8] {
        let isInterrupt = endpoint == .interruptIn
        var size = UInt16(isInterrupt ? speed.interruptPacketSize : speed.bulkPacketSize)
        if lies.contains(.oddPackets) { size = isInterrupt ? 0 : endpoint == .bulkIn ? 7 : 0xFFFF }
        // Asked every 16 ms, in frames of 1 ms at full speed and as a power of 125 µs at the others.
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
        if lies.contains(.emptyStrings) { return number <= 3 ? [2, Kind.string.rawValue] : nil }
        if lies.contains(.brokenStrings) { return number <= 3 ? [0xFF, Kind.string.rawValue, 0, 0xD8, 0x41] : nil }
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

    /// Number of the string that says that there are Microsoft's descriptors (Microsoft OS Descriptors 1.0).
    static let microsoftString: UInt8 = 0xEE
    /// Request by which the host reads them.
    static let microsoftRequest: UInt8 = 0x4D

    private static var microsoft: [UInt8] {
        descriptor(.string) { writer in
            for unit in "MSFT100".utf16 { writer.integer(unit) }
            writer.raw([microsoftRequest, 0])
        }
    }

    /// The descriptor of an index: 4 is the compatible ID of each function, here "MTP" for the only interface.
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

    /// Up to 126 UTF-16 units, no half of a pair.
    private static func string(_ text: String) -> [UInt8] {
        let units = Array(text.utf16.prefix(126))
        let isCut = units.last.map { UTF16.isLeadSurrogate($0) } ?? false
        return descriptor(.string) { writer in
            for unit in isCut ? units.dropLast() : units[...] { writer.integer(unit) }
        }
    }

    /// With its length and kind before it.
    private static func descriptor(_ kind: Kind, _ body: (inout DatasetWriter) -> Void) -> [UInt8] {
        var writer = DatasetWriter()
        body(&writer)
        return [UInt8(truncatingIfNeeded: writer.bytes.count + 2), kind.rawValue] + writer.bytes
    }
}

/// What descriptors can lie about.
public enum USBDescriptorLie: String, Sendable, Hashable, CaseIterable {
    /// The interface has none.
    case noEndpoints = "no-endpoints"
    /// Packets of sizes that cannot be.
    case oddPackets = "odd-packets"
    case manyInterfaces = "many-interfaces"
    /// Strings of no letters, of no languages either.
    case emptyStrings = "empty-strings"
    /// Strings that are longer than they are, and half a pair.
    case brokenStrings = "broken-strings"
    /// A descriptor of no length: whoever goes on by it stands still.
    case looping
    /// The configuration is longer than what is there.
    case longTotal = "long-total"
    /// The configuration ends in the middle of its first interface.
    case shortTotal = "short-total"
    /// The interface is a maker's own.
    case otherClass = "other-class"
}
