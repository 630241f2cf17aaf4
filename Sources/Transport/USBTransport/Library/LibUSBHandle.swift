internal import CLibUSB
import HotShoeSupport
import PTP

/// A device opened with libusb. **Thread-safe.**
@safe
final class LibUSBHandle: USBHandle {
    private let symbols: USBSymbols
    // SAFETY: libusb's handle may be used by any thread; it is opened before `init` and unused after `isClosed` is set.
    private nonisolated(unsafe) let handle: OpaquePointer
    private let interface: Int32
    private let isClosed = Guarded(false)
    private let whenClosed: @Sendable () -> Void

    /// Takes ownership of an open device whose interface is claimed.
    init(_ handle: OpaquePointer, interface: UInt8, _ symbols: USBSymbols, whenClosed: @escaping @Sendable () -> Void) {
        unsafe self.handle = handle
        self.interface = Int32(interface)
        self.symbols = symbols
        self.whenClosed = whenClosed
    }

    deinit { close() }

    func submit(_ transfer: USBTransfer) throws(USBError) {
        let system: SystemTransfer
        if let made = unsafe transfer.system as? SystemTransfer {
            system = made
        } else {
            system = try SystemTransfer(symbols)
            unsafe transfer.system = system
        }
        unsafe system.fill(handle, transfer)
        let code = unsafe symbols.submitTransfer(system.pointer)
        if code != 0 {
            system.releaseUnsubmitted()
            throw USBError(code: code, symbols)
        }
    }

    func cancel(_ transfer: USBTransfer) {
        guard let system = unsafe transfer.system as? SystemTransfer else { return }
        // For a transfer that has already ended, libusb returns LIBUSB_ERROR_NOT_FOUND.
        unsafe _ = symbols.cancelTransfer(system.pointer)
    }

    func request(_ request: USBClassRequest, sending bytes: [UInt8], timeout: Duration) throws(USBError) {
        var bytes = bytes
        let code = unsafe bytes.withUnsafeMutableBytes { memory in
            unsafe control(0x21, request, memory, timeout)
        }
        if code < 0 { throw USBError(code: code, symbols) }
    }

    func request(_ request: USBClassRequest, receiving limit: Int, timeout: Duration) throws(USBError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let code = unsafe bytes.withUnsafeMutableBytes { memory in
            unsafe control(0xA1, request, memory, timeout)
        }
        if code < 0 { throw USBError(code: code, symbols) }
        return Array(bytes.prefix(Int(code)))
    }

    private func control(
        _ type: UInt8,
        _ request: USBClassRequest,
        _ memory: UnsafeMutableRawBufferPointer,
        _ timeout: Duration
    ) -> Int32 {
        let (seconds, attoseconds) = timeout.components
        let milliseconds = max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        return unsafe symbols.controlTransfer(
            handle,
            type,
            request.rawValue,
            0,
            UInt16(interface),
            memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt16(memory.count),
            UInt32(clamping: milliseconds)
        )
    }

    func clearHalt(_ endpoint: UInt8) throws(USBError) {
        let code = unsafe symbols.clearHalt(handle, endpoint)
        if code != 0 { throw USBError(code: code, symbols) }
    }

    func reset() throws(USBError) {
        let code = unsafe symbols.resetDevice(handle)
        // libusb's code for a device that has re-enumerated.
        if code == LIBUSB_ERROR_NOT_FOUND.rawValue { throw .noDevice }
        if code != 0 { throw USBError(code: code, symbols) }
    }

    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        unsafe _ = symbols.releaseInterface(handle, interface)
        unsafe symbols.close(handle)
        whenClosed()
    }
}

/// libusb's part of a transfer. **Single-owner**, like the transfer.
@safe
private final class SystemTransfer {
    // SAFETY: allocated in `init`, freed in `deinit`; while libusb uses it, `user_data` retains the transfer that retains
    // this object.
    let pointer: UnsafeMutablePointer<libusb_transfer>
    private let symbols: USBSymbols

    init(_ symbols: USBSymbols) throws(USBError) {
        guard let pointer = unsafe symbols.allocTransfer(0) else { throw .noMemory }
        unsafe self.pointer = pointer
        self.symbols = symbols
    }

    deinit { unsafe symbols.freeTransfer(pointer) }

    /// Sets the parameters of the transfer, and retains the transfer until its completion.
    func fill(_ handle: OpaquePointer, _ transfer: USBTransfer) {
        unsafe pointer.pointee.dev_handle = handle
        unsafe pointer.pointee.endpoint = transfer.endpoint
        let kind = transfer.isInterrupt ? LIBUSB_TRANSFER_TYPE_INTERRUPT : LIBUSB_TRANSFER_TYPE_BULK
        unsafe pointer.pointee.type = UInt8(truncatingIfNeeded: kind.rawValue)
        unsafe pointer.pointee.timeout = 0
        unsafe pointer.pointee.buffer = transfer.memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe pointer.pointee.length = Int32(transfer.memory.count)
        let flags = unsafe transfer.endsWithShortPacket ? LIBUSB_TRANSFER_ADD_ZERO_PACKET.rawValue : 0
        unsafe pointer.pointee.flags = UInt8(truncatingIfNeeded: flags)
        unsafe pointer.pointee.user_data = Unmanaged.passRetained(transfer).toOpaque()
        unsafe pointer.pointee.callback = { unsafe SystemTransfer.completed($0) }
    }

    /// Releases the transfer after a failed submission.
    func releaseUnsubmitted() {
        if let data = unsafe pointer.pointee.user_data { unsafe Unmanaged<USBTransfer>.fromOpaque(data).release() }
    }

    private static func completed(_ pointer: UnsafeMutablePointer<libusb_transfer>?) {
        guard let pointer = unsafe pointer, let data = unsafe pointer.pointee.user_data else { return }
        let transfer = unsafe Unmanaged<USBTransfer>.fromOpaque(data).takeRetainedValue()
        let status: USBTransfer.Status =
            switch unsafe pointer.pointee.status {
            case LIBUSB_TRANSFER_COMPLETED: .completed
            case LIBUSB_TRANSFER_CANCELLED: .cancelled
            case LIBUSB_TRANSFER_STALL: .failed(.stalled)
            case LIBUSB_TRANSFER_NO_DEVICE: .failed(.noDevice)
            case LIBUSB_TRANSFER_OVERFLOW: .failed(.overflow)
            case LIBUSB_TRANSFER_TIMED_OUT: .failed(.timedOut)
            default: .failed(.failed("LIBUSB_TRANSFER_ERROR"))
            }
        unsafe transfer.complete(status, byteCount: Int(pointer.pointee.actual_length))
    }
}
