/// A failure that foreign code or this runtime reported: a status and a message.
public struct ForeignError: Error, Hashable, CustomStringConvertible {
    /// The status; its code is negative.
    public let status: Status
    /// The message for people; may be empty.
    public let message: String
    /// The exception of foreign code that is the cause; `nil` without one.
    public let cause: ForeignContext?

    /// Creates an error; a status that is not a failure becomes `.failed`.
    public init(_ status: Status, _ message: String, cause: ForeignContext? = nil) {
        self.status = status.code < 0 ? status : .failed
        self.message = message
        self.cause = cause
    }

    /// Whether status and message are equal, and the cause is the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.status == right.status && left.message == right.message && left.cause === right.cause
    }

    /// Hashes the status and the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(message)
    }

    /// The message, or the text of the status if the message is empty.
    public var description: String { message.isEmpty ? status.text.description : message }
}

extension Status {
    /// The ``text`` as a C string: NUL-terminated, never freed.
    public var cText: UnsafePointer<CChar> { unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self) }

    /// The meaning of the code, as a sentence.
    public var text: StaticString {
        switch self {
        case .ok: "The call succeeded."
        case .pending: "There is no result yet."
        case .timedOut: "The time-out passed without a result."
        case .end: "The stream has ended."
        case .failed: "The function failed; the error has the reason."
        case .cancelled: "The call was cancelled."
        case .invalidHandle: "The handle is null, was released, or has another type."
        case .invalidArgument: "An argument is null, out of range, or no value of its type."
        case .invalidText: "A text is not UTF-8."
        case .tooLarge: "The size exceeds the address space."
        case .notAvailable: "The object's implementation does not provide this function."
        case .shutDown: "The library was shut down."
        case .wrongThread: "The function must be called on the main thread, which must have loaded the library."
        case .forked: "This process is a fork of one that used the library. Call exec first, or fork before the first use."
        case .inUse: "A running call uses or changes the value."
        default: "A status that this library does not know."
        }
    }
}
