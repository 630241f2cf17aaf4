import HotShoeSupport
import PTP
public import PTPSession

/// PTP over USB, as its initiator has it (USB Still Image Class 1.0). **Thread-safe.**
public final class USBConnection: Link {
    /// The device, as it was when it was opened.
    public let device: USBDevice
    public let interface: StillImageInterface
    private let core: USBConnectionCore

    init(_ handle: any USBHandle, _ device: USBDevice, _ interface: StillImageInterface, _ options: USBOptions) {
        self.device = device
        self.interface = interface
        core = USBConnectionCore(handle, interface, options)
    }

    // What is in flight keeps the core until it has ended.
    deinit { core.close() }

    public func start(_ observer: any LinkObserver) { core.start(observer) }
    public func perform(_ transaction: LinkTransaction) { core.perform(transaction) }
    public func cancel(_ transaction: LinkTransaction) { core.cancel(transaction) }

    /// Nothing to ask: a device that is gone is told by the bus.
    public func probe() {}

    public func close() { core.close() }
}
