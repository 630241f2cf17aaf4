package import CameraModel

/// The header before the picture of a live view frame (GetLiveViewImg 0x9203, GetLiveViewImageEx 0x9428; observed behaviour). Pure.
///
/// Bodies have headers of 64, 128, 384 or 1024 bytes; the picture is a JPEG file that follows the header. Which one a frame has is
/// judged by its bytes alone. Reading allocates no memory, and ends with a result for any bytes.
package struct LiveViewHeader: Hashable, Sendable {
    /// Result of focusing.
    package enum FocusJudgement: UInt8, Hashable, Sendable {
        case none = 0
        case notFocused = 1
        case focused = 2
    }

    /// Rotation of the body. The number for upside down is an assumption.
    package enum Rotation: UInt8, Hashable, Sendable {
        case none = 0
        case counterclockwise = 1
        case clockwise = 2
        case upsideDown = 3
    }

    /// A rectangle as headers have it: its size and its middle.
    package struct Area: Hashable, Sendable {
        package var width: UInt16
        package var height: UInt16
        package var x: UInt16
        package var y: UInt16

        package init(width: UInt16, height: UInt16, x: UInt16, y: UInt16) {
            (self.width, self.height, self.x, self.y) = (width, height, x, y)
        }
    }

    /// Tilt of the body in degrees: clockwise, upwards and around the vertical.
    package struct Level: Hashable, Sendable {
        package var roll: Double
        package var pitch: Double
        package var yaw: Double

        package init(roll: Double, pitch: Double, yaw: Double) { (self.roll, self.pitch, self.yaw) = (roll, pitch, yaw) }
    }

    /// Positions of the fields.
    package let layout: Layout
    /// Width and height of the picture in pixels.
    package var picture = Area(width: 0, height: 0, x: 0, y: 0)
    /// Width and height of the coordinate space of the areas.
    package var whole = Area(width: 0, height: 0, x: 0, y: 0)
    /// The part that the picture shows; nil in layouts without it.
    package var shown: Area?
    /// Result of focusing; a number without a name is `none`.
    package var judgement = FocusJudgement.none
    package var rotation = Rotation.none
    /// Tilt of the body; nil in layouts without it.
    package var level: Level?
    /// Whether a movie is recorded; nil in layouts without it.
    package var isRecording: Bool?
    /// Remaining time of a movie in milliseconds; nil in layouts without it.
    package var remaining: UInt32?
    /// Recorded time of a movie in milliseconds; nil in layouts without it.
    package var elapsed: UInt32?
    /// Number of focus areas.
    package var areaCount = 0
    /// Index of the area with the selected subject.
    package var subject = 0
    /// Time code of the movie; nil in layouts without it, and for numbers that no time code has.
    package var timeCode: TimeCode?
    /// Warning about the temperature; 0 for none.
    package var temperature: UInt8 = 0

    /// Creates an empty header.
    package init(_ layout: Layout) { self.layout = layout }

    // MARK: Reading

    /// Reads the header of a frame. Returns nil if the bytes begin with none of the layouts, or if the header contradicts itself.
    package init?(_ bytes: RawSpan) {
        guard let layout = Layout.of(bytes) else { return nil }
        self.init(layout)
        picture = bytes.area(layout.picture, hasMiddle: false)
        whole = bytes.area(layout.whole, hasMiddle: false)
        shown = layout.shown.map { bytes.area($0) }
        judgement = FocusJudgement(rawValue: bytes.byte(layout.judgement)) ?? .none
        rotation = Rotation(rawValue: bytes.byte(layout.rotation)) ?? .none
        level = layout.level.map {
            Level(roll: bytes.degrees($0), pitch: bytes.degrees($0 + 4), yaw: bytes.degrees($0 + 8))
        }
        isRecording = layout.isRecording.map { bytes.byte($0) != 0 }
        remaining = layout.remaining.map { bytes.number($0) }
        areaCount = 1
        guard let z = layout.z else { return }
        elapsed = bytes.number(z.elapsed)
        (areaCount, subject) = (min(Int(bytes.byte(z.areaCount)), z.areaLimit), Int(bytes.byte(z.subject)))
        let time = z.timeCode
        let code = TimeCode(
            hours: Int(bytes.byte(time + 1)),
            minutes: Int(bytes.byte(time + 2)),
            seconds: Int(bytes.byte(time + 3)),
            frames: Int(bytes.byte(time + 4))
        )
        timeCode = code.hours < 24 && code.minutes < 60 && code.seconds < 60 ? code : nil
        temperature = bytes.byte(z.temperature)
    }

    /// Reads a focus area of the frame whose header this is.
    ///
    /// - Parameters:
    ///   - index: 0 to ``areaCount`` − 1.
    ///   - bytes: The bytes that the header was read from.
    /// - Returns: The area as it is in the header, which may be empty or outside the whole image.
    package func area(_ index: Int, in bytes: RawSpan) -> Area { bytes.area(layout.focusArea + index * 8) }

    // MARK: Writing

    /// The header's bytes, with focus areas: as many as the layout has space for.
    package func encoded(_ areas: [Area], imageSize: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: layout.size)
        bytes.put(picture, layout.picture, hasMiddle: false)
        bytes.put(whole, layout.whole, hasMiddle: false)
        if let shown, let offset = layout.shown { bytes.put(shown, offset) }
        for (index, area) in areas.prefix(layout.z?.areaLimit ?? 1).enumerated() { bytes.put(area, layout.focusArea + index * 8) }
        bytes[layout.judgement] = judgement.rawValue
        bytes[layout.rotation] = rotation.rawValue
        if let level, let offset = layout.level {
            for (index, degrees) in [level.roll, level.pitch, level.yaw].enumerated() {
                bytes.put(UInt32(bitPattern: Int32((degrees * 65536).rounded())), offset + index * 4)
            }
        }
        if let offset = layout.isRecording { bytes[offset] = isRecording == true ? 1 : 0 }
        if let offset = layout.remaining { bytes.put(remaining ?? 0, offset) }
        // The prefix: sizes of the header and of the picture.
        if layout.picture == 8 {
            bytes.put(UInt32(layout.size), 0)
            bytes.put(UInt32(clamping: imageSize), 4)
        }
        if let z = layout.z { putZ(&bytes, z, areas.count, imageSize: imageSize) }
        return bytes
    }

    private func putZ(_ bytes: inout [UInt8], _ z: Layout.ZFields, _ count: Int, imageSize: Int) {
        bytes[z.version + 1] = 1
        bytes.put(UInt32(layout.size), 8)
        bytes.put(UInt32(clamping: imageSize), 12)
        (bytes[z.areaCount], bytes[z.subject]) = (UInt8(min(count, z.areaLimit)), UInt8(clamping: subject))
        bytes.put(elapsed ?? 0, z.elapsed)
        bytes[z.temperature] = temperature
        guard let timeCode else { return }
        let time = [timeCode.hours, timeCode.minutes, timeCode.seconds, timeCode.frames]
        for (index, number) in time.enumerated() { bytes[z.timeCode + 1 + index] = UInt8(clamping: number) }
    }
}
