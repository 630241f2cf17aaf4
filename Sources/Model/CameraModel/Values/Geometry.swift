/// A size in whole units: pixels, or the units of a coordinate space.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    /// Width, not negative.
    public var width: Int
    /// Height, not negative.
    public var height: Int

    /// Creates a size. Neither side should be negative.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size for display, such as "1920×1080".
    public var description: String { "\(width)×\(height)" }
}

/// A point in a coordinate space with its origin at the top left.
public struct Point: Sendable, Hashable {
    /// Horizontal position, increasing to the right.
    public var x: Double
    /// Vertical position, increasing downwards.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle in a coordinate space with its origin at the top left.
public struct Rect: Sendable, Hashable {
    /// Horizontal position of the left edge.
    public var x: Double
    /// Vertical position of the top edge.
    public var y: Double
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle that covers a whole coordinate space.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    /// The centre of the rectangle.
    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// Returns whether a point is inside the rectangle or on its edge.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
    }

    /// Returns whether another rectangle is entirely inside this one.
    public func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
}

/// Transforms positions from one rectangle to another, such as from a camera's coordinate space to a view.
public struct CoordinateTransform: Sendable, Hashable {
    /// The rectangle that positions are transformed from.
    public let source: Rect
    /// The rectangle that positions are transformed to.
    public let target: Rect

    /// Creates a transform that maps `source` onto `target`. In a direction in which the source has no extent, all positions
    /// map to the target's origin.
    public init(from source: Rect, to target: Rect) {
        self.source = source
        self.target = target
    }

    private var scaleX: Double { source.width == 0 ? 0 : target.width / source.width }
    private var scaleY: Double { source.height == 0 ? 0 : target.height / source.height }

    /// Transforms a point.
    public func callAsFunction(_ point: Point) -> Point {
        Point(x: target.x + (point.x - source.x) * scaleX, y: target.y + (point.y - source.y) * scaleY)
    }

    /// Transforms a rectangle.
    public func callAsFunction(_ rect: Rect) -> Rect {
        let origin = self(Point(x: rect.x, y: rect.y))
        return Rect(x: origin.x, y: origin.y, width: rect.width * scaleX, height: rect.height * scaleY)
    }

    /// The transform in the opposite direction.
    public var inverse: CoordinateTransform { CoordinateTransform(from: target, to: source) }
}
