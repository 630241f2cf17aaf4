import HotShoeSupport
import PTP

/// Opens devices. **Thread-safe.**
public struct USBConnector: Sendable {
    private let options: USBOptions

    public init(options: USBOptions = USBOptions()) { self.options = options }

    private static let statusPatience: Duration = .seconds(1)

    /// Opens a device that was seen on the bus, and brings it into step. A task that is cancelled waits until the device has been given back.
    ///
    /// - Parameter makers: as for ``StillImageInterface/init(of:makers:)``.
    public func connect(to device: USBDevice, makers: Set<UInt16>) async throws(USBOpenError) -> USBConnection {
        let options = options
        let result = await withCheckedContinuation { continuation in
            LibraryCallbackQueue.shared.enqueue(
                CallbackWork { continuation.resume(returning: Self.opened(device, makers, options)) }
            )
        }
        let connection = try result.get()
        if Task.isCancelled {
            connection.close()
            throw .cancelled
        }
        return connection
    }

    /// On a thread that may wait.
    private static func opened(
        _ device: USBDevice,
        _ makers: Set<UInt16>,
        _ options: USBOptions
    ) -> Result<USBConnection, USBOpenError> {
        do throws(USBOpenError) {
            let interface: StillImageInterface
            do throws(StillImageInterface.Refusal) {
                interface = try StillImageInterface(of: device, makers: makers)
            } catch { throw .refused(error) }
            let bus: USBBus
            do throws(USBError) { bus = try USBBus.shared() } catch { throw .usb(error) }
            var handle = try bus.open(device, interface)
            if try !isInStep(handle, interface) {
                Log.write(.info, "usb", "\(device.location): does not answer, its port is reset")
                do throws(USBError) { try handle.reset() } catch { throw error == .gone ? .gone : .usb(error) }
                handle.close()
                handle = try bus.open(device, interface)
                if try !isInStep(handle, interface) {
                    handle.close()
                    throw .silent
                }
            }
            return .success(USBConnection(handle, device, interface, options))
        } catch { return .failure(error) }
    }

    /// Whether a device can take a command: asks how it is, lets halted endpoints begin again, waits while it is busy.
    static func isInStep(_ handle: any USBHandle, _ interface: StillImageInterface) throws(USBOpenError) -> Bool {
        let deadline = SystemClock.monotonicTime() + statusPatience
        do throws(USBError) {
            while true {
                let status = try USBConnectionCore.status(of: handle)
                for endpoint in status.haltedEndpoints where interface.owns(endpoint) { try handle.clearHalt(endpoint) }
                if status.code != .deviceBusy { return true }
                if SystemClock.monotonicTime() > deadline { return false }
                pauseThread(for: .milliseconds(10))
            }
        } catch {
            switch error {
            case .gone: throw .gone
            // One that does not know the request is in step as far as anybody can tell.
            case .stalled, .notSupported: return true
            default: return false
            }
        }
    }

    private static func pauseThread(for pause: Duration) {
        let monitor = Monitor(())
        _ = monitor.wait(until: SystemClock.monotonicTime() + pause) { _ -> Void? in nil }
    }
}
