package import CameraModel

// The header in the geometry of the camera model, and back.

extension LiveViewHeader {
    /// Coordinate space of the areas: the whole image.
    package var space: PixelSize { PixelSize(width: Int(whole.width), height: Int(whole.height)) }

    /// Position of the picture in the coordinate space.
    package var imageRect: Rect { shown.map { $0.rect } ?? Rect(space) }

    /// Magnification, 1 for the whole image.
    package var magnification: UInt32 {
        guard let shown, shown.width > 0 else { return 1 }
        return max(1, (UInt32(whole.width) + UInt32(shown.width) / 2) / UInt32(shown.width))
    }

    /// Orientation of the body.
    package var orientation: LiveViewOrientation {
        switch rotation {
        case .none: .landscape
        case .clockwise: .portraitLeft
        case .counterclockwise: .portraitRight
        case .upsideDown: .upsideDown
        }
    }

    /// Tilt to the right in degrees, 0 to 360; nil in layouts without it.
    package var rollDegrees: Double? {
        level.map { level in
            let rest = level.roll.truncatingRemainder(dividingBy: 360)
            return rest < 0 ? rest + 360 : rest
        }
    }

    /// Tilt upwards in degrees, −90 to 90; nil in layouts without it, and for an angle that no body can have.
    package var pitchDegrees: Double? {
        level.flatMap { level in
            let rest = level.pitch.remainder(dividingBy: 360)
            return abs(rest) <= 90 ? rest : nil
        }
    }

    /// State of recording, in whole seconds; nil in layouts without it.
    package var recording: RecordingState? {
        isRecording.map { isRecording in
            let timer: RecordingState.Timer? =
                elapsed.map { .elapsed(seconds: Int($0 / 1000)) } ?? remaining.map { .remaining(seconds: Int($0 / 1000)) }
            return isRecording ? RecordingState(isRecording: true, timer: timer ?? .none) : .idle
        }
    }

    /// A focus area in the coordinate space, clipped to it; nil if it is empty. Judgement of focus is about the selected area.
    package func focusArea(_ index: Int, in bytes: RawSpan) -> FocusArea? {
        let area = area(index, in: bytes)
        let (limit, rect) = (space, area.rect)
        let (left, top) = (max(0, rect.x), max(0, rect.y))
        let (right, bottom) = (min(rect.x + rect.width, Double(limit.width)), min(rect.y + rect.height, Double(limit.height)))
        guard right > left, bottom > top else { return nil }
        let isSelected = index == (subject < areaCount ? subject : 0)
        return FocusArea(
            rect: Rect(x: left, y: top, width: right - left, height: bottom - top),
            isActive: isSelected,
            hasFocus: isSelected && judgement == .focused
        )
    }

    /// Sets the fields from the description of a frame.
    package mutating func describe(_ info: LiveViewFrameInfo, isRecording: Bool) {
        (picture, whole) = (Area(info.size), Area(info.space))
        if layout.shown != nil { shown = Area(info.imageRect) }
        let active = info.focusAreas.firstIndex(where: \.isActive) ?? 0
        subject = active
        judgement = info.focusAreas.indices.contains(active) && info.focusAreas[active].hasFocus ? .focused : .none
        rotation =
            switch info.orientation {
            case .landscape: .none
            case .portraitLeft: .clockwise
            case .portraitRight: .counterclockwise
            case .upsideDown: .upsideDown
            }
        if layout.level != nil {
            level = info.rollDegrees.map { Level(roll: $0 > 180 ? $0 - 360 : $0, pitch: info.pitchDegrees ?? 0, yaw: 0) }
        }
        if layout.isRecording != nil { self.isRecording = isRecording }
        if layout.z != nil { timeCode = info.timeCode }
    }
}

extension LiveViewHeader.Area {
    var rect: Rect {
        Rect(
            x: Double(x) - Double(width) / 2,
            y: Double(y) - Double(height) / 2,
            width: Double(width),
            height: Double(height)
        )
    }

    /// Creates a size.
    init(_ size: PixelSize) {
        self.init(width: UInt16(clamping: size.width), height: UInt16(clamping: size.height), x: 0, y: 0)
    }

    /// Creates an area from a rectangle; positions are rounded.
    package init(_ rect: Rect) {
        func number(_ value: Double) -> UInt16 { UInt16(min(max(0, value.rounded()), 65_535)) }
        self.init(
            width: number(rect.width),
            height: number(rect.height),
            x: number(rect.center.x),
            y: number(rect.center.y)
        )
    }
}
