import HotShoe

/// The location of a camera: a port of this computer, or `usb:BUS-DEVICE`.
enum Place {
    /// Returns the camera at a location, not connected.
    static func camera(_ text: String) async throws -> Camera {
        let (discovery, address) = try reached(text)
        return try await discovery.camera(at: address)
    }

    private static func reached(_ text: String) throws -> (CameraDiscovery, CameraAddress) {
        if let port = UInt16(text) {
            let network = NetworkCameraProvider(clientName: "benchmark")
            return (CameraDiscovery(clientName: "benchmark", providers: [network]), .network(host: "127.0.0.1", port: port))
        }
        let numbers = text.split { $0 == ":" || $0 == "-" }.dropFirst().compactMap { Int($0) }
        guard text.hasPrefix("usb:"), numbers.count == 2 else {
            throw CameraError(.invalidArgument, "\(text) is neither a port nor usb:BUS-DEVICE")
        }
        let usb = CameraDiscovery(clientName: "benchmark", providers: [USBCameraProvider()])
        return (usb, .usb(bus: numbers[0], device: numbers[1]))
    }
}
