/// Errors as foreign code holds them: an opaque pointer to an object, owned by the code that received it. **Thread-safe.**
public enum Errors {
    /// Returns a Swift error to foreign code, unless `out` is null.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - out: set to an error that the caller owns; may be null.
    /// - Returns: `.cancelled` for a `CancellationError`, the error's own status for a ``ForeignError``, else `.failed`.
    public static func store(_ error: any Error, _ out: UnsafeMutablePointer<OpaquePointer?>?) -> Status {
        let status = status(of: error)
        if let out = unsafe out { unsafe out.pointee = ErrorBox(status, error).passRetained() }
        return status
    }

    /// Returns an error of the runtime to foreign code, unless `out` is null; returns `status`.
    public static func store(_ status: Status, _ message: String, _ out: UnsafeMutablePointer<OpaquePointer?>?) -> Status {
        if let out = unsafe out { unsafe out.pointee = make(status, message) }
        return status
    }

    /// The error message: NUL-terminated UTF-8, valid as long as the error; "" for null.
    public static func message(_ error: OpaquePointer?) -> UnsafePointer<CChar> {
        unsafe box(error)?.message.bytes ?? empty
    }

    /// The name of the Swift type with its module, valid as long as the error; "" for null.
    public static func typeName(_ error: OpaquePointer?) -> UnsafePointer<CChar> {
        unsafe box(error)?.typeName.bytes ?? empty
    }

    /// The status of the error; `.ok` for null.
    public static func status(_ error: OpaquePointer?) -> Status {
        unsafe box(error)?.status ?? .ok
    }

    /// The Swift error as a value of `type`; `nil` if it is of another type.
    public static func value<T>(_ error: OpaquePointer?, as type: T.Type) -> T? {
        unsafe box(error)?.error as? T
    }

    /// Creates an error for a foreign function that fails; the caller owns it.
    public static func make(_ status: Status, _ message: String) -> OpaquePointer {
        unsafe ErrorBox(status, ForeignError(status, message)).passRetained()
    }

    /// Creates an error whose cause is an exception of foreign code; the caller owns it.
    public static func make(_ status: Status, _ message: String, cause: ForeignContext) -> OpaquePointer {
        unsafe ErrorBox(status, ForeignError(status, message, cause: cause)).passRetained()
    }

    /// The exception that is the cause of an error, borrowed from it, if `release` releases it; `nil` otherwise.
    public static func cause(
        _ error: OpaquePointer?,
        releasedBy release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    ) -> UnsafeMutableRawPointer? {
        unsafe (box(error)?.error as? ForeignError)?.cause?.pointer(releasedBy: release)
    }

    /// Consumes an error that a foreign function reported. A Swift error that this library had passed out is returned
    /// unchanged.
    public static func take(_ error: OpaquePointer?) -> any Error {
        guard let error = unsafe error else { return ForeignError(.failed, "") }
        return unsafe Unmanaged<ErrorBox>.fromOpaque(UnsafeRawPointer(error)).takeRetainedValue().error
    }

    /// Returns the same error with an additional owner; null is permitted.
    public static func retain(_ error: OpaquePointer?) -> OpaquePointer? {
        guard let error = unsafe error else { return nil }
        return unsafe OpaquePointer(Unmanaged<ErrorBox>.fromOpaque(UnsafeRawPointer(error)).retain().toOpaque())
    }

    /// Releases an error; null is permitted.
    public static func free(_ error: OpaquePointer?) {
        guard let error = unsafe error else { return }
        unsafe Unmanaged<ErrorBox>.fromOpaque(UnsafeRawPointer(error)).release()
    }

    private static func status(of error: any Error) -> Status {
        if error is CancellationError { return .cancelled }
        return (error as? ForeignError)?.status ?? .failed
    }

    private static func box(_ error: OpaquePointer?) -> ErrorBox? {
        guard let error = unsafe error else { return nil }
        return unsafe Unmanaged<ErrorBox>.fromOpaque(UnsafeRawPointer(error)).takeUnretainedValue()
    }

    private static var empty: UnsafePointer<CChar> {
        let text: StaticString = ""
        return unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

private final class ErrorBox: Sendable {
    let status: Status
    let error: any Error
    let message: CText
    let typeName: CText

    init(_ status: Status, _ error: any Error) {
        self.status = status
        self.error = error
        message = CText(String(describing: error))
        typeName = CText(String(reflecting: type(of: error)))
    }

    func passRetained() -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque())
    }
}

/// A NUL-terminated copy of a text, freed with its owner.
@safe
private final class CText: Sendable {
    // SAFETY: allocated in `init`, never changed, freed in `deinit`.
    nonisolated(unsafe) let bytes: UnsafePointer<CChar>

    init(_ text: String) {
        unsafe bytes = UnsafePointer(Text.copy(text).0)
    }

    deinit {
        unsafe Memory.free(UnsafeMutableRawPointer(mutating: bytes))
    }
}
