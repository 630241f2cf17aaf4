internal import CLibUSB

/// Error of a USB operation.
public enum USBError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libusb is not installed; with the loader's message.
    case libraryMissing(String)
    /// The installed libusb lacks a required function.
    case libraryUnusable(String)
    /// The user has no permission for the device.
    case noPermission
    /// Another program has claimed the device.
    case busy
    /// The device is no longer connected.
    case noDevice
    /// The device rejected a request or halted an endpoint.
    case stalled
    /// The device did not answer in time.
    case timedOut
    /// The device sent more data than was requested.
    case overflow
    /// Memory for a transfer could not be allocated.
    case noMemory
    /// The system or the device does not support the operation.
    case notSupported
    /// The operation was cancelled.
    case cancelled
    /// Any other error, with libusb's name for it.
    case failed(String)

    /// Error message in English.
    public var description: String {
        switch self {
        case .libraryMissing(let words): "libusb is missing (\(words)). Install libusb-1.0-0 (Debian, Ubuntu)."
        case .libraryUnusable(let words): words
        case .noPermission: "This user may not open the device."
        case .busy: "Another program has claimed the device."
        case .noDevice: "The device was unplugged."
        case .stalled: "The device refused the request."
        case .timedOut: "The device did not answer in time."
        case .overflow: "The device sent more than was requested."
        case .noMemory: "The system has no memory for USB transfers."
        case .notSupported: "This is not supported."
        case .cancelled: "This was cancelled."
        case .failed(let name): "The system's USB failed (\(name))."
        }
    }
}

extension USBError {
    /// Converts an error code of libusb (`enum libusb_error`).
    init(code: Int32, _ symbols: USBSymbols) {
        self =
            switch libusb_error(rawValue: code) {
            case LIBUSB_ERROR_ACCESS: .noPermission
            case LIBUSB_ERROR_BUSY: .busy
            case LIBUSB_ERROR_NO_DEVICE: .noDevice
            case LIBUSB_ERROR_PIPE: .stalled
            case LIBUSB_ERROR_TIMEOUT: .timedOut
            case LIBUSB_ERROR_OVERFLOW: .overflow
            case LIBUSB_ERROR_NO_MEM: .noMemory
            case LIBUSB_ERROR_NOT_SUPPORTED: .notSupported
            default: .failed(unsafe symbols.errorName(code).map { unsafe String(cString: $0) } ?? "\(code)")
            }
    }
}
