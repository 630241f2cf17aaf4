import HotShoeSupport
import PTP

/// Opens USB devices as PTP links. **Thread-safe.**
public struct USBConnector: Sendable {
    private let options: USBOptions

    /// Creates a connector.
    ///
    /// - Parameter options: Transfer sizes of the connections.
    public init(options: USBOptions = USBOptions()) { self.options = options }

    private static let statusTimeout: Duration = .seconds(1)

    /// Opens a device from the bus and synchronises it. A cancelled call still waits until the device has been closed.
    ///
    /// - Parameters:
    ///   - device: The device to open.
    ///   - vendors: USB vendor IDs of camera vendors, as for ``StillImageInterface/init(of:vendors:)``.
    ///   - recovering: For a device that did not answer before: tries every recovery up to a reset of its port, and verifies
    ///     each with GetDeviceInfo (0x1001). Takes up to ten seconds.
    /// - Returns: The connection to the device.
    /// - Throws: ``USBOpenError``.
    public func connect(
        to device: USBDevice,
        vendors: Set<UInt16>,
        recovering: Bool = false
    ) async throws(USBOpenError) -> USBConnection {
        let options = options
        let result = await withCheckedContinuation { continuation in
            LibraryCallbackQueue.shared.enqueue(
                CallbackWork { continuation.resume(returning: Self.opened(device, vendors, options, recovering)) }
            )
        }
        let connection = try result.get()
        if Task.isCancelled {
            connection.close()
            throw .cancelled
        }
        return connection
    }

    /// Blocks the calling thread.
    private static func opened(
        _ device: USBDevice,
        _ vendors: Set<UInt16>,
        _ options: USBOptions,
        _ recovering: Bool
    ) -> Result<USBConnection, USBOpenError> {
        do throws(USBOpenError) {
            let interface: StillImageInterface
            do throws(StillImageInterface.Refusal) {
                interface = try StillImageInterface(of: device, vendors: vendors)
            } catch { throw .refused(error) }
            let bus: USBBus
            do throws(USBError) { bus = try USBBus.shared() } catch { throw .usb(error) }
            var handle: any USBHandle = try bus.open(device, interface)
            let reopen = { () throws(USBOpenError) -> any USBHandle in try bus.open(device, interface) }
            if recovering {
                handle = try recovered(handle, interface, reopen)
            } else if try !isInStep(handle, interface) {
                Log.write(.info, "usb", "\(device.location): no answer; resetting its port")
                handle = try portReset(handle, reopen)
                if try !isInStep(handle, interface) {
                    handle.close()
                    throw .silent
                }
            }
            return .success(USBConnection(handle, device, interface, options))
        } catch { return .failure(error) }
    }

    /// Resets the port and opens the device again.
    private static func portReset(
        _ handle: any USBHandle,
        _ reopen: () throws(USBOpenError) -> any USBHandle
    ) throws(USBOpenError) -> any USBHandle {
        do throws(USBError) { try handle.reset() } catch {
            handle.close()
            throw error == .noDevice ? .noDevice : .usb(error)
        }
        handle.close()
        return try reopen()
    }

    /// Time limit for the device's answer to GetDeviceInfo.
    private static let answerTimeout: Duration = .milliseconds(1500)

    /// Tries recoveries until the device answers. Returns the handle to use; closes the device if none has an effect.
    static func recovered(
        _ first: any USBHandle,
        _ interface: StillImageInterface,
        timeout: Duration = answerTimeout,
        _ reopen: () throws(USBOpenError) -> any USBHandle
    ) throws(USBOpenError) -> any USBHandle {
        var (handle, ladder) = (first, StartLadder())
        var step = ladder.begin()
        while true {
            var event = StartLadder.Event.done
            switch step {
            case .getDeviceInfo: event = USBQuestion(handle, interface).perform(within: timeout)
            case .cancel(let id):
                event = Self.rung { () throws(USBError) in
                    try handle.request(.cancel, sending: USBCancellation(id).bytes, timeout: USBConnectionCore.requestTimeout)
                }
            case .resetDevice:
                event = Self.rung { () throws(USBError) in
                    try handle.request(.deviceReset, sending: [], timeout: USBConnectionCore.requestTimeout)
                }
            case .clearHalts:
                event = Self.rung { () throws(USBError) in
                    for endpoint in [interface.bulkIn, interface.bulkOut] { try handle.clearHalt(endpoint) }
                }
            case .resetPort: handle = try portReset(handle, reopen)
            case .end(.inStep): return handle
            case .end(let outcome):
                handle.close()
                throw outcome == .disconnected ? .noDevice : .silent
            }
            Log.write(.info, "usb", "\(step): \(event)")
            step = ladder.next(event)
        }
    }

    /// Performs a recovery step and ignores its result, except for the disconnection of the device.
    private static func rung(_ body: () throws(USBError) -> Void) -> StartLadder.Event {
        do throws(USBError) { try body() } catch { if error == .noDevice { return .disconnected } }
        return .done
    }

    /// Returns whether a device accepts commands: requests its status, clears halted endpoints, and waits while the device is
    /// busy.
    static func isInStep(_ handle: any USBHandle, _ interface: StillImageInterface) throws(USBOpenError) -> Bool {
        let deadline = SystemClock.monotonicTime() + statusTimeout
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
            case .noDevice: throw .noDevice
            // A device that does not support the request is assumed to accept commands.
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
