/// The PTP interface of a USB device, with its endpoints. Pure.
public struct StillImageInterface: Hashable, Sendable {
    /// Interface number.
    public var number: UInt8
    /// Alternate setting of the interface.
    public var alternateSetting: UInt8
    /// Address of the bulk-in endpoint.
    public var bulkIn: UInt8
    /// Address of the bulk-out endpoint.
    public var bulkOut: UInt8
    /// Address of the interrupt endpoint; nil if the device sends no events.
    public var interruptIn: UInt8?
    /// Maximum packet size of the bulk-in endpoint, in bytes.
    public var packetSizeIn: Int
    /// Maximum packet size of the bulk-out endpoint, in bytes.
    public var packetSizeOut: Int
    /// Maximum packet size of the interrupt endpoint, in bytes; 0 without the endpoint.
    public var packetSizeInterrupt: Int

    /// Reason why a device has no usable PTP interface.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The device is not a camera.
        case noCamera
        /// A camera vendor's device in mass storage mode.
        case massStorage
        /// The descriptors cannot be read; with the reason.
        case unreadable(String)
        /// The device announces PTP but lacks the required endpoints; with the reason.
        case invalid(String)

        /// Description in English.
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

    /// Selects an interface of the Still Image class, or for camera vendors a vendor-specific interface with the same endpoints.
    ///
    /// - Parameters:
    ///   - device: The device to examine.
    ///   - vendors: USB vendor IDs of camera vendors.
    /// - Throws: ``Refusal`` if the device has no such interface.
    public init(of device: USBDevice, vendors: Set<UInt16>) throws(Refusal) {
        let isVendor = vendors.contains(device.vendor)
        if let error = device.descriptorError { throw isVendor ? .unreadable(error) : .noCamera }
        var refusal: Refusal?
        for interface in device.interfaces where interface.kind == .stillImage {
            do throws(Refusal) {
                self = try Self(interface)
                return
            } catch { refusal = refusal ?? error }
        }
        if let refusal { throw refusal }
        guard isVendor else { throw .noCamera }
        // A vendor-specific interface is not announced as PTP, so one without the right endpoints serves another purpose.
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

    /// Returns whether an endpoint belongs to this interface.
    func owns(_ endpoint: UInt8) -> Bool { endpoint == bulkIn || endpoint == bulkOut || endpoint == interruptIn }

    /// Valid packet sizes (USB 2.0 § 5.8.3, USB 3.0 § 9.6.6).
    private static let bulkPacketSizes: Set<UInt16> = [8, 16, 32, 64, 512, 1024]
}
