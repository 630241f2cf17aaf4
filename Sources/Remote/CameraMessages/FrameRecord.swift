package import CameraModel
package import JSONText

/// The head of a record in a stream of live view, whose numbers have their most significant byte first:
///
/// | offset | bytes | content |
/// | --- | --- | --- |
/// | 0 | 4 | "HSF2" |
/// | 4 | 4 | size of the description: JSON |
/// | 8 | 4 | size of the histogram: 0, or 4096 for 4 × 256 counts of 32 bits: luminance, red, green, blue |
/// | 12 | 4 | size of the picture |
///
/// The three parts follow in this order. The description of a record without a picture is an object with one member: `format`, which comes
/// first, or `liveViewEnded`, which comes last. That of a frame is ``LiveViewFrameInfo`` as JSON.
package struct FrameRecordHead: Hashable, Sendable {
    package var description: Int
    package var histogram: Int
    package var picture: Int

    /// Size of a head in bytes.
    package static let size = 16
    /// Maximum size of a description in bytes.
    package static let descriptionLimit = 1 << 20
    /// Size of a histogram in bytes.
    package static let histogramSize = 4096
    /// Maximum size of a picture in bytes.
    package static let pictureLimit = 64 << 20

    package init(description: Int, histogram: Int, picture: Int) {
        (self.description, self.histogram, self.picture) = (description, histogram, picture)
    }

    /// The head in bytes.
    package var bytes: [UInt8] {
        Array("HSF2".utf8)
            + [description, histogram, picture].flatMap { size in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
            }
    }

    /// Parses the head of a record, which has ``size`` bytes; nil if it is none, or if a part is too large.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: "HSF2".utf8) else { return nil }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        self.init(description: number(4), histogram: number(8), picture: number(12))
        guard description <= Self.descriptionLimit, histogram == 0 || histogram == Self.histogramSize,
            picture <= Self.pictureLimit
        else { return nil }
    }
}

/// The description of a record in a stream of live view.
package enum FrameRecordDescription: Sendable, Hashable {
    /// The format of the frames; the first record.
    case format(LiveViewFormat)
    /// A frame.
    case frame(LiveViewFrameInfo)
    /// Why live view ended; the last record.
    case ended(LiveViewEnd)

    package var json: JSONValue {
        switch self {
        case .format(let format):
            .member("format", .members(["size": format.size.json, "rate": .double(format.rate)]))
        case .frame(let info): info.json
        case .ended(let end): .member("liveViewEnded", end.json)
        }
    }

    /// Parses a description; nil if it is not valid.
    package init?(_ bytes: Span<UInt8>) {
        guard let json = try? JSONParser.parse(bytes) else { return nil }
        if let format = json["format"] {
            guard let size = format["size"].flatMap({ PixelSize($0) }) else { return nil }
            self = .format(LiveViewFormat(size: size, rate: format.double("rate")))
        } else if let end = json["liveViewEnded"] {
            guard let end = LiveViewEnd(end) else { return nil }
            self = .ended(end)
        } else {
            guard let info = LiveViewFrameInfo(json) else { return nil }
            self = .frame(info)
        }
    }
}

extension LiveViewFrameInfo: JSONForm {
    /// Without sizes and rectangles that are equal to those of the whole picture.
    package var json: JSONValue {
        .members([
            "number": .unsigned(sequenceNumber),
            "time": .integer(timestamp.nanoseconds),
            "encoding": format == .jpeg ? nil : .string(format.rawValue),
            "size": size.json,
            "naturalSize": naturalSize == size ? nil : naturalSize.json,
            "contentRect": contentRect == Rect(size) ? nil : contentRect.json,
            "orientation": orientation == .landscape ? nil : .string(orientation.rawValue),
            "roll": .double(rollDegrees),
            "pitch": .double(pitchDegrees),
            "timeCode": timeCode.map { .array([.int($0.hours), .int($0.minutes), .int($0.seconds), .int($0.frames)]) },
            "space": space == size ? nil : space.json,
            "imageRect": imageRect == Rect(space) ? nil : imageRect.json,
            "isZoomed": .ifTrue(isZoomed),
            "zoomRect": zoomRect?.json,
            "minimumCropSize": minimumCropSize?.json,
            "focusAreas": .listUnlessEmpty(focusAreas),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let number = json["number"]?.unsigned, let time = json["time"]?.integer,
            let size = json["size"].flatMap({ PixelSize($0) }),
            let naturalSize: PixelSize? = json.value("naturalSize"), let contentRect: Rect? = json.value("contentRect"),
            let space: PixelSize? = json.value("space"), let imageRect: Rect? = json.value("imageRect"),
            let zoomRect: Rect? = json.value("zoomRect"), let minimumCropSize: PixelSize? = json.value("minimumCropSize"),
            let focusAreas: [FocusArea] = json.values("focusAreas")
        else { return nil }
        self.init()
        (sequenceNumber, timestamp) = (number, .nanoseconds(time))
        if let text = json.text("encoding") {
            guard let format = Format(rawValue: text) else { return nil }
            self.format = format
        }
        (self.size, self.naturalSize, self.contentRect) = (size, naturalSize ?? size, contentRect ?? Rect(size))
        orientation = json.text("orientation").flatMap { LiveViewOrientation(rawValue: $0) } ?? .landscape
        (rollDegrees, pitchDegrees) = (json.double("roll"), json.double("pitch"))
        if let parts = json["timeCode"]?.array?.compactMap(\.integer).map(Int.init), parts.count == 4 {
            timeCode = TimeCode(hours: parts[0], minutes: parts[1], seconds: parts[2], frames: parts[3])
        }
        self.space = space ?? size
        self.imageRect = imageRect ?? Rect(self.space)
        isZoomed = json.flag("isZoomed")
        (self.zoomRect, self.minimumCropSize, self.focusAreas) = (zoomRect, minimumCropSize, focusAreas)
    }
}

extension Duration {
    /// Whole nanoseconds, limited to 64 bits.
    fileprivate var nanoseconds: Int64 {
        let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .max : .min }
        return seconds.addingReportingOverflow(components.attoseconds / 1_000_000_000).partialValue
    }
}
