import Synchronization

/// What the library says about its work, to whoever wants to hear it. Silent until a handler is set. **Thread-safe.**
public enum Log {
    /// How much a message matters.
    public enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug
        case info
        case warning
        case error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One message.
    public struct Message: Sendable, CustomStringConvertible {
        public let level: Level
        /// Which part of the library speaks, such as "discovery".
        public let area: String
        public let text: String

        public var description: String { "\(area): \(text)" }
    }

    private struct Receiver {
        let minimum: Level
        let handler: @Sendable (Message) -> Void
    }

    /// Guards who listens.
    private static let receiver = Guarded<Receiver?>(nil)

    /// Whether anybody listens: read before a message is put together.
    private static let threshold = Atomic<Int>(Int.max)

    /// Sets, or with nil takes away, the process's one handler.
    ///
    /// - Parameters:
    ///   - minimum: what matters less than this is not said.
    ///   - handler: runs on whichever thread speaks, and must not call the library.
    public static func setHandler(minimum: Level = .info, _ handler: (@Sendable (Message) -> Void)?) {
        receiver.withLock { $0 = handler.map { Receiver(minimum: minimum, handler: $0) } }
        threshold.store(handler == nil ? Int.max : minimum.rawValue, ordering: .relaxed)
    }

    /// Says something; `text` is not evaluated when nobody listens.
    public static func write(_ level: Level, _ area: String, _ text: @autoclosure () -> String) {
        guard level.rawValue >= threshold.load(ordering: .relaxed), let receiver = receiver.withLock({ $0 }) else { return }
        receiver.handler(Message(level: level, area: area, text: text()))
    }
}
