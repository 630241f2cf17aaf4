import HotShoeSupport
import PTP
public import PTPSession

/// The initiator's side of PTP over USB (USB Still Image Class 1.0). **Thread-safe.**
public final class USBConnection: Link {
    /// The device as described when it was opened.
    public let device: USBDevice
    /// The PTP interface of the device.
    public let interface: StillImageInterface
    private let core: USBConnectionCore

    init(_ handle: any USBHandle, _ device: USBDevice, _ interface: StillImageInterface, _ options: USBOptions) {
        self.device = device
        self.interface = interface
        core = USBConnectionCore(handle, interface, options)
    }

    // Pending transfers retain the core until they have completed.
    deinit { core.close() }

    /// Vendor and product ID of the device.
    public var usbNumbers: USBNumbers? { USBNumbers(vendor: device.vendor, product: device.product) }

    /// Starts delivering events to `observer`; see `Link.start(_:)`.
    public func start(_ observer: any LinkObserver) { core.start(observer) }
    /// Performs a transaction; see `Link.perform(_:)`.
    public func perform(_ transaction: LinkTransaction) { core.perform(transaction) }
    /// Cancels a transaction; see `Link.cancel(_:)`.
    public func cancel(_ transaction: LinkTransaction) { core.cancel(transaction) }

    /// Does nothing: the USB bus reports a disconnected device.
    public func probe() {}

    /// Closes the link; see `Link.close()`.
    public func close() { core.close() }
}
