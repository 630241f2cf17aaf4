import Synchronization

/// Log messages of the library. Discarded until a handler is set. **Thread-safe.**
public enum Log {
    /// Severity of a message.
    public enum Level: Int, Sendable, Comparable, CaseIterable {
        /// Details for diagnosis.
        case debug
        /// Normal events.
        case info
        /// Problems from which the library recovers.
        case warning
        /// Failures.
        case error

        /// Orders by severity.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One message.
    public struct Message: Sendable, CustomStringConvertible {
        /// Severity of the message.
        public let level: Level
        /// The part of the library that wrote the message, such as "discovery".
        public let area: String
        /// The message.
        public let text: String

        /// The area, followed by the text.
        public var description: String { "\(area): \(text)" }
    }

    private struct Receiver {
        let minimum: Level
        let handler: @Sendable (Message) -> Void
    }

    /// Guards the handler.
    private static let receiver = Guarded<Receiver?>(nil)

    /// Minimum level of the handler; checked before a message is composed.
    private static let threshold = Atomic<Int>(Int.max)

    /// Sets the process's only handler; nil removes it.
    ///
    /// - Parameters:
    ///   - minimum: minimum level; less severe messages are discarded.
    ///   - handler: runs on the thread that writes the message, and must not call the library.
    public static func setHandler(minimum: Level = .info, _ handler: (@Sendable (Message) -> Void)?) {
        receiver.withLock { $0 = handler.map { Receiver(minimum: minimum, handler: $0) } }
        threshold.store(handler == nil ? Int.max : minimum.rawValue, ordering: .relaxed)
    }

    /// Writes a message; `text` is not evaluated when no handler receives it.
    public static func write(_ level: Level, _ area: String, _ text: @autoclosure () -> String) {
        guard level.rawValue >= threshold.load(ordering: .relaxed), let receiver = receiver.withLock({ $0 }) else { return }
        receiver.handler(Message(level: level, area: area, text: text()))
    }
}
