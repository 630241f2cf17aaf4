internal import CLibUSB
import Glibc

// Description of a device from libusb and the kernel, without communication with the device.

extension USBDevice {
    /// Maximum number of interfaces, and of alternate settings per interface.
    private static let interfaceLimit = 32

    /// Reads the description of a device; nil if it has been disconnected.
    init?(_ device: OpaquePointer, _ symbols: USBSymbols) {
        var descriptor = libusb_device_descriptor()
        guard unsafe symbols.deviceDescriptor(device, &descriptor) == 0 else { return nil }
        self.init(
            location: unsafe Location(bus: symbols.busNumber(device), address: symbols.deviceAddress(device)),
            ports: unsafe Self.ports(device, symbols),
            speed: unsafe Self.speed(symbols.deviceSpeed(device)),
            vendor: descriptor.idVendor,
            product: descriptor.idProduct
        )
        unsafe readInterfaces(device, symbols)
        if let portPath {
            manufacturer = Self.attribute("manufacturer", of: portPath)
            productName = Self.attribute("product", of: portPath)
            serialNumber = Self.attribute("serial", of: portPath)
            for index in interfaces.indices {
                interfaces[index].name = Self.attribute(
                    "interface",
                    of: "\(portPath):\(configuration).\(interfaces[index].number)"
                )
            }
        }
    }

    private static func ports(_ device: OpaquePointer, _ symbols: USBSymbols) -> [UInt8] {
        var numbers = [UInt8](repeating: 0, count: 8)
        let count = unsafe symbols.portNumbers(device, &numbers, Int32(numbers.count))
        return Array(numbers.prefix(Int(max(0, count))))
    }

    private static func speed(_ number: Int32) -> Speed {
        switch libusb_speed(rawValue: UInt32(bitPattern: number)) {
        case LIBUSB_SPEED_LOW: .low
        case LIBUSB_SPEED_FULL: .full
        case LIBUSB_SPEED_HIGH: .high
        case LIBUSB_SPEED_SUPER: .super
        case LIBUSB_SPEED_SUPER_PLUS: .superPlus
        default: .unknown
        }
    }

    private mutating func readInterfaces(_ device: OpaquePointer, _ symbols: USBSymbols) {
        var pointer: UnsafeMutablePointer<libusb_config_descriptor>?
        var code = unsafe symbols.activeConfigDescriptor(device, &pointer)
        // An unconfigured device will use its first configuration.
        if code == LIBUSB_ERROR_NOT_FOUND.rawValue { code = unsafe symbols.configDescriptor(device, 0, &pointer) }
        guard code == 0, let configuration = unsafe pointer else {
            descriptorError = USBError(code: code, symbols).description
            return
        }
        defer { unsafe symbols.freeConfigDescriptor(configuration) }
        self.configuration = unsafe configuration.pointee.bConfigurationValue
        let count = unsafe min(Int(configuration.pointee.bNumInterfaces), Self.interfaceLimit)
        for index in 0..<count {
            guard let interface = unsafe configuration.pointee.interface?[index] else { continue }
            for setting in unsafe 0..<min(Int(max(0, interface.num_altsetting)), Self.interfaceLimit) {
                guard let found = unsafe interface.altsetting?[setting] else { continue }
                unsafe interfaces.append(Interface(found))
            }
        }
    }

    /// Returns a string descriptor that the kernel has read from a device or interface.
    private static func attribute(_ name: String, of portPath: String) -> String? {
        let file = unsafe Glibc.open("/sys/bus/usb/devices/\(portPath)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        var text = Substring(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        while let last = text.last, last.isWhitespace || last == "\0" { text.removeLast() }
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        return text.isEmpty ? nil : String(text)
    }
}

extension USBDevice.Interface {
    fileprivate init(_ descriptor: libusb_interface_descriptor) {
        unsafe self.init(
            number: descriptor.bInterfaceNumber,
            alternateSetting: descriptor.bAlternateSetting,
            kind: .init(descriptor.bInterfaceClass, descriptor.bInterfaceSubClass, descriptor.bInterfaceProtocol),
            endpoints: []
        )
        for index in unsafe 0..<min(Int(descriptor.bNumEndpoints), 16) {
            guard let endpoint = unsafe descriptor.endpoint?[index] else { break }
            unsafe endpoints.append(
                .init(
                    address: endpoint.bEndpointAddress,
                    transferType: endpoint.bmAttributes & 3,
                    packetSize: endpoint.wMaxPacketSize
                )
            )
        }
    }
}
