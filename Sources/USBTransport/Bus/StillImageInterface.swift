/// Which interface of a device speaks PTP, and through which endpoints. Pure.
public struct StillImageInterface: Hashable, Sendable {
    public var number: UInt8
    public var alternateSetting: UInt8
    /// Addresses of the endpoints; without one for events nothing is said by itself.
    public var bulkIn: UInt8
    public var bulkOut: UInt8
    public var interruptIn: UInt8?
    /// In bytes.
    public var packetSizeIn: Int
    public var packetSizeOut: Int
    public var packetSizeInterrupt: Int

    /// Why a device is none that speaks PTP.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// It is something else, and nobody wants to hear of it.
        case noCamera
        /// A camera maker's device that shows itself as a disk.
        case massStorage
        /// Its descriptors cannot be read, with the reason.
        case unreadable(String)
        /// It says that it speaks PTP, and lacks what that takes.
        case invalid(String)

        public var description: String {
            switch self {
            case .noCamera: "it is not a camera"
            case .massStorage:
                "it is in the wrong USB mode: it shows its card as a disk; choose PTP, tethering or PC remote in its menu"
            case .unreadable(let words): "its descriptors cannot be read: \(words)"
            case .invalid(let words): "its descriptors are invalid: \(words)"
            }
        }
    }

    /// Chooses: an interface of the still image class, or for makers of cameras one of their own class with the same endpoints.
    ///
    /// - Parameter makers: vendor ids of devices that are looked at although they do not say that they are cameras.
    public init(of device: USBDevice, makers: Set<UInt16>) throws(Refusal) {
        let isMaker = makers.contains(device.vendor)
        if let trouble = device.trouble { throw isMaker ? .unreadable(trouble) : .noCamera }
        var refusal: Refusal?
        for interface in device.interfaces where interface.kind == .stillImage {
            do throws(Refusal) {
                self = try Self(interface)
                return
            } catch { refusal = refusal ?? error }
        }
        if let refusal { throw refusal }
        guard isMaker else { throw .noCamera }
        // Theirs are not announced as what they are, so what does not fit is something else.
        for interface in device.interfaces where interface.kind.deviceClass == 0xFF {
            if let found = try? Self(interface), found.interruptIn != nil {
                self = found
                return
            }
        }
        if device.interfaces.isEmpty { throw .invalid("it has no interface") }
        let isDisk = device.interfaces.allSatisfy { $0.kind.deviceClass == 8 }
        throw isDisk ? .massStorage : .noCamera
    }

    private init(_ interface: USBDevice.Interface) throws(Refusal) {
        let endpoints = interface.endpoints
        guard let bulkIn = endpoints.first(where: { $0.isBulk && $0.isIn }) else { throw .invalid("no bulk-in endpoint") }
        guard let bulkOut = endpoints.first(where: { $0.isBulk && !$0.isIn }) else { throw .invalid("no bulk-out endpoint") }
        for endpoint in [bulkIn, bulkOut] where !Self.bulkPacketSizes.contains(endpoint.packetSize) {
            throw .invalid("packets of \(endpoint.packetSize) bytes do not exist")
        }
        let interruptIn = endpoints.first { $0.isInterrupt && $0.isIn && (1...1024).contains($0.packetSize & 0x7FF) }
        number = interface.number
        alternateSetting = interface.alternateSetting
        (self.bulkIn, self.bulkOut, self.interruptIn) = (bulkIn.address, bulkOut.address, interruptIn?.address)
        (packetSizeIn, packetSizeOut) = (Int(bulkIn.packetSize), Int(bulkOut.packetSize))
        packetSizeInterrupt = Int((interruptIn?.packetSize ?? 0) & 0x7FF)
    }

    /// Whether an endpoint is one of those it speaks through.
    func owns(_ endpoint: UInt8) -> Bool { endpoint == bulkIn || endpoint == bulkOut || endpoint == interruptIn }

    /// USB 2.0 § 5.8.3, USB 3.0 § 9.6.6.
    private static let bulkPacketSizes: Set<UInt16> = [8, 16, 32, 64, 512, 1024]
}
