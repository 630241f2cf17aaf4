/// The result code of a function of a generated library. The numbers are part of every library's ABI.
public struct Status: Error, Hashable {
    /// The number in the ABI: 0 for success, positive if there is no result, negative for a failure.
    public let code: Int32

    /// Creates a status from its number.
    public init(code: Int32) { self.code = code }

    /// The call succeeded, and its results are available.
    public static let ok = Status(code: 0)
    /// No item is available yet.
    public static let pending = Status(code: 1)
    /// The time limit passed first.
    public static let timedOut = Status(code: 2)
    /// The sequence has ended.
    public static let end = Status(code: 3)
    /// The Swift function threw an error.
    public static let failed = Status(code: -1)
    /// The operation was cancelled.
    public static let cancelled = Status(code: -2)
    /// The handle is null, was released, or refers to an object of another type.
    public static let invalidHandle = Status(code: -3)
    /// A null pointer, an undefined enum value, or a range with reversed bounds.
    public static let invalidArgument = Status(code: -4)
    /// A text is not UTF-8.
    public static let invalidText = Status(code: -5)
    /// A size or count exceeds the address space.
    public static let tooLarge = Status(code: -6)
    /// The foreign object does not implement this member.
    public static let notAvailable = Status(code: -7)
    /// The library was shut down.
    public static let shutDown = Status(code: -8)
    /// The call is permitted on the main thread only.
    public static let wrongThread = Status(code: -9)
    /// The process is a forked child of the process that used the library.
    public static let forked = Status(code: -10)
    /// A value that cannot be copied is used by a running call, and this one would change it, or the reverse.
    public static let inUse = Status(code: -11)
}
