/// A size in whole units: pixels, or the units of a coordinate space.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    /// Neither side should be negative.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var description: String { "\(width)×\(height)" }
}

/// A place in a coordinate space whose origin is at the top left.
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle in a coordinate space whose origin is at the top left.
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a space.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// Whether a point lies inside or on the edge.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
    }

    /// Whether another rectangle lies wholly inside.
    public func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
}

/// Carries places from one rectangle to another: from a camera's coordinate space to a view, and back.
public struct CoordinateTransform: Sendable, Hashable {
    public let source: Rect
    public let target: Rect

    /// Maps `source` onto `target`. A source without width or height maps everything to the target's origin.
    public init(from source: Rect, to target: Rect) {
        self.source = source
        self.target = target
    }

    private var scaleX: Double { source.width == 0 ? 0 : target.width / source.width }
    private var scaleY: Double { source.height == 0 ? 0 : target.height / source.height }

    public func callAsFunction(_ point: Point) -> Point {
        Point(x: target.x + (point.x - source.x) * scaleX, y: target.y + (point.y - source.y) * scaleY)
    }

    public func callAsFunction(_ rect: Rect) -> Rect {
        let origin = self(Point(x: rect.x, y: rect.y))
        return Rect(x: origin.x, y: origin.y, width: rect.width * scaleX, height: rect.height * scaleY)
    }

    public var inverse: CoordinateTransform { CoordinateTransform(from: target, to: source) }
}
