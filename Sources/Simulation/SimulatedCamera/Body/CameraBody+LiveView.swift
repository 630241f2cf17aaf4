import CameraModel

extension CameraBody {
    /// The state of live view.
    struct LiveViewSettings: Sendable {
        var isRunning = false
        /// The requested part of the picture, in fractions of the frame.
        var crop: SceneRect?
        /// Centre of an enlarged view, in fractions of the frame; nil for the centre of the part.
        var middle: Point?
    }

    /// Charge of the battery below which live view is not available.
    static let liveViewCharge = 0.05

    mutating func startLiveView() throws(CameraError) {
        guard power.charge > Self.liveViewCharge else {
            throw CameraError(.batteryLow, "The battery is too low for live view. Charge it.")
        }
        guard !categories.isDisjoint(with: [.stillsShooting, .videoRecording]) else {
            throw CameraError(.wrongCategory, "Live view needs the command category stills shooting or video recording.")
        }
        lastRequestAt = now
        liveView.isRunning = true
        scheduleBattery()
        wakeMeter()
        publish()
    }

    /// Ends live view. With a reason, the consumers are notified.
    mutating func stopLiveView(_ reason: LiveViewEnd?) {
        guard liveView.isRunning else { return }
        liveView = LiveViewSettings()
        scheduleBattery()
        if let reason { outputs.append(.liveViewEnded(reason)) }
        publish()
    }

    /// Size of the smallest part that can be shown.
    var minimumCropSize: PixelSize { PixelSize(width: space.width / 4, height: space.height / 4) }

    mutating func setCrop(_ rect: Rect?) throws(CameraError) {
        guard let rect else {
            liveView.crop = nil
            return
        }
        let size = space
        guard Rect(size).contains(rect), rect.width >= Double(minimumCropSize.width),
            rect.height >= Double(minimumCropSize.height)
        else {
            throw CameraError(
                .invalidArgument,
                "The part must lie inside the picture, which is \(size), and be at least \(minimumCropSize)."
            )
        }
        // The camera keeps the aspect ratio of the picture.
        let scale = max(rect.width / Double(size.width), rect.height / Double(size.height))
        let x = min(rect.x / Double(size.width), 1 - scale)
        let y = min(rect.y / Double(size.height), 1 - scale)
        liveView.crop = SceneRect(x: x, y: y, width: scale, height: scale)
    }

    mutating func pan(to point: Point) throws(CameraError) {
        guard Rect(space).contains(Rect(x: point.x, y: point.y, width: 0, height: 0)) else {
            throw CameraError(.invalidArgument, "The place must lie inside the picture, which is \(space).")
        }
        liveView.middle = Point(x: point.x / Double(space.width), y: point.y / Double(space.height))
    }

    /// The part that frames show: the crop, and in it the zoom around the selected centre.
    var liveViewCrop: SceneRect {
        let base = liveView.crop ?? .full
        let factor = Double(settings.liveViewZoom)
        guard factor > 1 else { return base }
        return zoomRect(base, factor)
    }

    func zoomRect(_ base: SceneRect, _ factor: Double) -> SceneRect {
        let (width, height) = (base.width / factor, base.height / factor)
        let middle = liveView.middle ?? Point(x: base.x + base.width / 2, y: base.y + base.height / 2)
        return SceneRect(
            x: min(max(middle.x - width / 2, base.x), base.x + base.width - width),
            y: min(max(middle.y - height / 2, base.y), base.y + base.height - height),
            width: width,
            height: height
        )
    }

    /// Returns the view and the description of a frame that is drawn now.
    mutating func liveViewFrame() -> (view: SceneView, info: LiveViewFrameInfo) {
        refreshExposure()
        let crop = liveViewCrop
        let isVideo = categories.contains(.videoRecording) && video.state.isRecording
        let shown = isVideo ? BodyOptics.expose(settings.forVideo, lightOffset: 0) : exposure
        var info = LiveViewFrameInfo()
        info.timestamp = now
        info.size = space
        info.naturalSize = space
        info.contentRect = Rect(space)
        info.space = space
        info.imageRect = Rect(space)
        info.rollDegrees = lens.rollDegrees < 0 ? lens.rollDegrees + 360 : lens.rollDegrees
        info.orientation = LiveViewOrientation(rollDegrees: info.rollDegrees ?? 0)
        info.pitchDegrees = lens.pitchDegrees
        if isVideo { info.timeCode = timeCode }
        info.isZoomed = crop != .full
        if settings.liveViewZoom == 1 { info.zoomRect = zoomRect(.full, 5).scaled(to: space, seenIn: crop) }
        info.minimumCropSize = minimumCropSize
        info.focusAreas = cachedFocusAreas(in: crop)
        return (sceneView(shown, crop: crop), info)
    }
}

extension LiveViewOrientation {
    /// Returns the orientation for a clockwise rotation in degrees.
    init(rollDegrees: Double) {
        switch rollDegrees {
        case 45..<135: self = .portraitLeft
        case 135..<225: self = .upsideDown
        case 225..<315: self = .portraitRight
        default: self = .landscape
        }
    }
}

extension BodySettings {
    /// These settings, with video exposure in place of stills exposure.
    var forVideo: BodySettings {
        var settings = self
        settings.exposureMode = .manual
        settings.aperture = videoAperture
        settings.shutterSpeed = videoShutterSpeed
        settings.isoSpeed = videoISOSpeed
        return settings
    }
}
