/// The measured class: one member for each way across the language boundary. Each does as little as possible. **Thread-safe.**
public final class Meter: @unchecked Sendable {
    /// A number.
    public let number: Int64
    /// 15 bytes: the largest Swift string without heap memory.
    public let shortName: String
    /// 64 bytes.
    public let longName: String
    /// A thousand points.
    public let points: [Point]
    // SAFETY: set once, before the first call of `fire`.
    private var handler: (@Sendable (Int64) -> Void)?

    /// Creates a meter.
    public init() {
        number = 42
        shortName = "fifteen letters"
        longName = String(repeating: "eight by", count: 8)
        points = (0..<1000).map { Point(x: Double($0), y: 1) }
    }

    /// The length of a text in bytes.
    public func length(_ text: String) -> Int64 { Int64(text.utf8.count) }

    /// Returns the point moved by one to the right.
    public func moved(_ point: Point) -> Point { Point(x: point.x + 1, y: point.y) }

    /// The sum of all coordinates.
    public func sum(_ points: [Point]) -> Double {
        var sum = 0.0
        for point in points { sum += point.x + point.y }
        return sum
    }

    /// Stores a handler, to be called by ``fire(_:)``.
    public func observe(_ handler: @escaping @Sendable (Int64) -> Void) { self.handler = handler }

    /// Calls the handler `count` times.
    public func fire(_ count: Int64) {
        guard let handler else { return }
        for number in 0..<count { handler(number) }
    }

    /// Returns a number immediately, from an asynchronous function.
    public func answer() async -> Int64 { number }

    /// An infinite sequence of numbers.
    public func numbers() -> Numbers { Numbers() }
}

/// A point.
public struct Point: Sendable {
    /// The horizontal coordinate.
    public var x: Double
    /// The vertical coordinate.
    public var y: Double

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// 1, 2, 3 …
public struct Numbers: AsyncSequence, Sendable {
    /// The type of the elements.
    public typealias Element = Int64

    /// Counts up from 1.
    public struct Iterator: AsyncIteratorProtocol {
        private var number: Int64 = 0

        init() {}

        /// Returns the next number; never `nil`.
        public mutating func next() async -> Int64? {
            number += 1
            return number
        }
    }

    /// Creates an iterator that begins with 1.
    public func makeAsyncIterator() -> Iterator { Iterator() }
}
