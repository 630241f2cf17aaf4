internal import CLibUSB

/// Why something on the bus did not succeed.
public enum USBError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no libusb on this machine, with the loader's words.
    case libraryMissing(String)
    /// The library does not do what is needed.
    case libraryUnusable(String)
    /// This user may not open the device.
    case noPermission
    /// Somebody has it already.
    case busy
    /// It is not there any more.
    case gone
    /// An endpoint, or a request, was refused by the device.
    case stalled
    case timedOut
    /// The device sent more than was asked for.
    case overflow
    case noMemory
    /// The system, or the device, cannot do that.
    case notSupported
    case cancelled
    /// Anything else, with libusb's name for it.
    case failed(String)

    public var description: String {
        switch self {
        case .libraryMissing(let words): "libusb is missing (\(words)). Install libusb-1.0-0 (Debian, Ubuntu)."
        case .libraryUnusable(let words): words
        case .noPermission: "This user may not open the device."
        case .busy: "Another program has claimed the device."
        case .gone: "The device was unplugged."
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
    /// By libusb's number for it (`enum libusb_error`).
    init(code: Int32, _ symbols: USBSymbols) {
        self =
            switch libusb_error(rawValue: code) {
            case LIBUSB_ERROR_ACCESS: .noPermission
            case LIBUSB_ERROR_BUSY: .busy
            case LIBUSB_ERROR_NO_DEVICE: .gone
            case LIBUSB_ERROR_PIPE: .stalled
            case LIBUSB_ERROR_TIMEOUT: .timedOut
            case LIBUSB_ERROR_OVERFLOW: .overflow
            case LIBUSB_ERROR_NO_MEM: .noMemory
            case LIBUSB_ERROR_NOT_SUPPORTED: .notSupported
            default: .failed(unsafe symbols.errorName(code).map { unsafe String(cString: $0) } ?? "\(code)")
            }
    }
}
