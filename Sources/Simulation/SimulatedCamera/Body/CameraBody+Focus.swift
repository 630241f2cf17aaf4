import CameraModel

extension CameraBody {
    /// The state of the lens and the orientation of the camera.
    struct Lens: Sendable, Hashable {
        var isAttached = true
        /// Focus distance, 0 (closest) … 1 (infinity).
        var focus = 0.75
        /// Whether the shutter is half-pressed.
        var isEngaged = false
        var hasFocus = false
        var isStoppedDown = false
        var activeArea = 7
        /// The touched area of the screen, in fractions of the frame.
        var touched: SceneRect?
        /// Clockwise rotation of the camera in degrees.
        var rollDegrees = 0.0
        /// Upward tilt of the camera in degrees.
        var pitchDegrees = 0.0
        /// Number of focusing attempts that will fail.
        var failures = 0
    }

    static let areaColumns = 5
    static let areaRows = 3

    /// Coordinate space of the focus areas, equal to that of the live view frames.
    var space: PixelSize { configuration.liveViewSize }

    // MARK: Areas

    var focusInfo: FocusInfo? {
        guard lens.isAttached else { return nil }
        return FocusInfo(space: space, areas: focusAreas(in: .full))
    }

    /// Returns the focus areas, in the coordinate space of a frame that shows `crop`.
    func focusAreas(in crop: SceneRect) -> [FocusArea] {
        guard lens.isAttached else { return [] }
        if let rect = followedRect {
            return [FocusArea(rect: rect.scaled(to: space, seenIn: crop), isActive: true, hasFocus: lens.hasFocus)]
        }
        return (0..<Self.areaColumns * Self.areaRows).map { index in
            let isActive = settings.autoFocusSystem == .multipleAreas || index == lens.activeArea
            return FocusArea(
                rect: Self.area(index).scaled(to: space, seenIn: crop),
                isActive: isActive,
                hasFocus: isActive && lens.hasFocus
            )
        }
    }

    /// Returns ``focusAreas(in:)``, without allocating a list for each frame while it does not change.
    mutating func cachedFocusAreas(in crop: SceneRect) -> [FocusArea] {
        guard !followsSubject else { return focusAreas(in: crop) }
        let key = FocusAreaCache.Key(lens: lens, system: settings.autoFocusSystem, crop: crop)
        if let cache = focusAreaCache, cache.key == key { return cache.areas }
        let areas = focusAreas(in: crop)
        focusAreaCache = FocusAreaCache(key: key, areas: areas)
        return areas
    }

    /// A list of focus areas, with the state that it is valid for.
    struct FocusAreaCache: Sendable {
        struct Key: Sendable, Hashable {
            var lens: Lens
            var system: AutoFocusSystem
            var crop: SceneRect
        }

        var key: Key
        var areas: [FocusArea]
    }

    private var followsSubject: Bool {
        lens.touched == nil && (settings.autoFocusSystem == .faceDetection || settings.autoFocusSystem == .tracking)
    }

    /// The single area of a touch, or of a system that follows the subject.
    private var followedRect: SceneRect? {
        if let touched = lens.touched { return touched }
        let view = sceneView(exposure)
        switch settings.autoFocusSystem {
        case .faceDetection: return view.faceFrame(aspectRatio: space.aspectRatio)
        case .tracking: return view.subjectFrame(aspectRatio: space.aspectRatio)
        default: return nil
        }
    }

    private static func area(_ index: Int) -> SceneRect {
        let (column, row) = (index % areaColumns, index / areaColumns)
        return SceneRect(x: 0.14 + Double(column) * 0.15, y: 0.2 + Double(row) * 0.22, width: 0.1, height: 0.14)
    }

    mutating func setFocusArea(_ index: Int) throws(CameraError) {
        guard (0..<Self.areaColumns * Self.areaRows).contains(index) else {
            throw CameraError(
                .invalidArgument,
                "There are focus areas 0 to \(Self.areaColumns * Self.areaRows - 1), and no \(index)."
            )
        }
        lens.touched = nil
        lens.activeArea = index
        lens.hasFocus = false
    }

    mutating func touchFocus(at point: Point) throws(CameraError) {
        guard Rect(space).contains(point) else {
            throw CameraError(.invalidArgument, "The point lies outside the picture, which is \(space).")
        }
        let crop = liveViewCrop
        let x = crop.x + point.x / Double(space.width) * crop.width
        let y = crop.y + point.y / Double(space.height) * crop.height
        lens.touched = SceneRect(x: min(max(x - 0.05, 0), 0.9), y: min(max(y - 0.07, 0), 0.86), width: 0.1, height: 0.14)
        // A touch focuses, in addition to moving the area.
        guard settings.focusMode != .manual else { return }
        try findFocus()
    }

    // MARK: Focusing

    mutating func engageAutoFocus(_ token: Int) throws(CameraError) {
        try checkCanFocus()
        lens.isEngaged = true
        wakeMeter()
        arrange(.focusFound(token: token, thenShoot: false), after: configuration.speed.focusing)
    }

    mutating func disengageAutoFocus() {
        lens.isEngaged = false
        lens.hasFocus = false
    }

    func checkCanFocus() throws(CameraError) {
        guard lens.isAttached else { throw CameraError(.notAvailable, "There is no lens on the camera.") }
        guard settings.focusMode != .manual else {
            throw CameraError(.notAvailable, "Autofocus is off. Set focus-mode to single or continuous first.")
        }
    }

    mutating func focusFound(_ token: Int?, _ thenShoot: Bool) {
        do throws(CameraError) {
            try findFocus()
            if thenShoot {
                beginExposures()
            } else if let token {
                outputs.append(.finished(token, .success(.done)))
            }
        } catch {
            if !thenShoot { lens.isEngaged = false }
            if thenShoot { failShot(error) } else if let token { outputs.append(.finished(token, .failure(error))) }
        }
    }

    private mutating func findFocus() throws(CameraError) {
        if lens.failures > 0 {
            lens.failures -= 1
            lens.hasFocus = false
            throw CameraError(
                .focusFailed,
                "Autofocus found nothing to hold on to. Aim at something with contrast, or focus by hand."
            )
        }
        lens.focus += sceneView(exposure).focusError
        lens.hasFocus = true
    }

    mutating func driveFocus(_ step: FocusStep) throws(CameraError) {
        guard lens.isAttached else { throw CameraError(.notAvailable, "There is no lens on the camera.") }
        let amount = [FocusStep.Amount.small: 0.01, .medium: 0.05, .large: 0.2][step.amount]!
        let target = min(max(lens.focus + (step.direction == .towardsInfinity ? amount : -amount), 0), 1)
        guard target != lens.focus else { throw CameraError(.focusDidNotMove, "The lens is at the end of its travel.") }
        lens.focus = target
        lens.hasFocus = false
    }
}

extension SceneRect {
    /// Converts this part of the frame to a coordinate space that shows `crop`.
    func scaled(to space: PixelSize, seenIn crop: SceneRect) -> Rect {
        Rect(
            x: (x - crop.x) / crop.width * Double(space.width),
            y: (y - crop.y) / crop.height * Double(space.height),
            width: width / crop.width * Double(space.width),
            height: height / crop.height * Double(space.height)
        )
    }
}

extension PixelSize {
    var aspectRatio: Double { height == 0 ? 1.5 : Double(width) / Double(height) }
}
