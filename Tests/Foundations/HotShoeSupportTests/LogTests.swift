import HotShoeSupport
import Testing

/// Log messages. A process has only one handler, so that these tests run serially.
@Suite(.serialized) struct LogTests {
    private static let area = "log tests"

    private static func capture(_ minimum: Log.Level, _ body: () -> Void) -> [Log.Message] {
        let messages = Recorder<Log.Message>()
        Log.setHandler(minimum: minimum) { if $0.area == area { messages.record($0) } }
        body()
        Log.setHandler(nil)
        return messages.elements
    }

    @Test(arguments: Log.Level.allCases) func `a handler receives messages of its level and of higher ones`(minimum: Log.Level) {
        let messages = Self.capture(minimum) { for level in Log.Level.allCases { Log.write(level, Self.area, "\(level)") } }
        #expect(messages.map(\.level) == Log.Level.allCases.filter { $0 >= minimum })
    }

    @Test func `a message names its part of the library`() {
        let messages = Self.capture(.debug) { Log.write(.warning, Self.area, "the link is slow") }
        #expect(messages.map(\.description) == ["log tests: the link is slow"])
    }

    @Test func `a message without a handler is not formatted`() {
        func text() -> String {
            Issue.record("nobody listens")
            return ""
        }
        Log.write(.error, Self.area, text())
        #expect(Self.capture(.error) { Log.write(.warning, Self.area, text()) }.isEmpty)
    }

    @Test func `a removed handler receives nothing more`() {
        let messages = Self.capture(.debug) {}
        Log.write(.error, Self.area, "too late")
        #expect(messages.isEmpty)
    }
}
