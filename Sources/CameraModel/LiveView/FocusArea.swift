/// A place where the camera can focus, or does.
public struct FocusArea: Sendable, Hashable {
    /// In the coordinate space of the frame or focus information that it came with.
    public var rect: Rect
    /// Whether it is chosen for focusing.
    public var isActive: Bool
    /// Whether the camera found focus there.
    public var hasFocus: Bool

    public init(rect: Rect, isActive: Bool, hasFocus: Bool) {
        self.rect = rect
        self.isActive = isActive
        self.hasFocus = hasFocus
    }
}

/// The focus areas of a camera, in a space of their own.
public struct FocusInfo: Sendable, Hashable {
    /// The coordinate space.
    public var space: PixelSize
    public var areas: [FocusArea]

    public init(space: PixelSize, areas: [FocusArea]) {
        self.space = space
        self.areas = areas
    }

    /// Carries areas to a view.
    public func transform(to view: Rect) -> CoordinateTransform {
        CoordinateTransform(from: Rect(space), to: view)
    }
}

/// How the camera is held. The picture itself is always as the sensor sees it.
public enum LiveViewOrientation: String, Sendable, Hashable, CaseIterable {
    case landscape
    /// The camera's right side is up.
    case portraitRight = "portrait right"
    /// The camera's left side is up.
    case portraitLeft = "portrait left"
    case upsideDown = "upside down"
}
