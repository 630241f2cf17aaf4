/// An area in which the camera can focus.
public struct FocusArea: Sendable, Hashable {
    /// Position in the coordinate space of the frame or focus information that contains the area.
    public var rect: Rect
    /// Whether the area is selected for focusing.
    public var isActive: Bool
    /// Whether the camera found focus in the area.
    public var hasFocus: Bool

    /// Creates a focus area.
    public init(rect: Rect, isActive: Bool, hasFocus: Bool) {
        self.rect = rect
        self.isActive = isActive
        self.hasFocus = hasFocus
    }
}

/// The focus areas of a camera, with their coordinate space.
public struct FocusInfo: Sendable, Hashable {
    /// Size of the coordinate space.
    public var space: PixelSize
    /// The areas, with positions in `space`.
    public var areas: [FocusArea]

    /// Creates focus information.
    public init(space: PixelSize, areas: [FocusArea]) {
        self.space = space
        self.areas = areas
    }

    /// Returns the transform from the coordinate space to a view.
    public func transform(to view: Rect) -> CoordinateTransform {
        CoordinateTransform(from: Rect(space), to: view)
    }
}

/// Orientation of the camera. The picture itself is always in the sensor's orientation.
public enum LiveViewOrientation: String, Sendable, Hashable, CaseIterable {
    /// The camera's top side is up.
    case landscape
    /// The camera's right side is up.
    case portraitRight = "portrait right"
    /// The camera's left side is up.
    case portraitLeft = "portrait left"
    /// The camera's bottom side is up.
    case upsideDown = "upside down"
}
