/// What a function of a generated library returns. The numbers are part of every library's ABI.
public struct Status: Error, Hashable {
    public let code: Int32

    public init(code: Int32) { self.code = code }

    /// It is done, and the results are there.
    public static let ok = Status(code: 0)
    /// Nothing is there yet.
    public static let pending = Status(code: 1)
    /// The time was up before anything was there.
    public static let timedOut = Status(code: 2)
    /// There will be no more.
    public static let end = Status(code: 3)
    /// The Swift function threw; the error says what.
    public static let failed = Status(code: -1)
    /// The operation was cancelled.
    public static let cancelled = Status(code: -2)
    /// A handle that is null, was released, or belongs to something else.
    public static let invalidHandle = Status(code: -3)
    /// A null pointer, an enum value that there is not, a range that ends before it begins.
    public static let invalidArgument = Status(code: -4)
    /// Text that is not UTF-8.
    public static let invalidText = Status(code: -5)
    /// More than there can be in memory.
    public static let tooLarge = Status(code: -6)
    /// The foreign object leaves this member out.
    public static let notAvailable = Status(code: -7)
    /// The library was shut down.
    public static let shutDown = Status(code: -8)
    /// What only the main thread may do.
    public static let wrongThread = Status(code: -9)
    /// The process is a forked child of the process that used the library.
    public static let forked = Status(code: -10)
}
