import PTP

/// Segment type in the data of GetViewFinderData (0x9153; observed behaviour). Segments of other types are skipped.
package struct LiveViewSegment: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A JPEG picture.
    package static let picture = LiveViewSegment(rawValue: 1)
    /// Four times 256 UINT32, in an unknown order.
    package static let oldHistogram = LiveViewSegment(rawValue: 3)
    /// Magnification factor: UINT32.
    package static let zoomFactor = LiveViewSegment(rawValue: 4)
    /// Two UINT32: x and y of a corner of the magnified part. It is uncertain which corner.
    package static let zoomRectangle = LiveViewSegment(rawValue: 5)
    /// Two UINT32: x and y of the picture's position on the sensor.
    package static let position = LiveViewSegment(rawValue: 6)
    /// Focus area: seven UINT32, of which the second is the status, and the fourth to the last are x, y, width and height
    /// (observed with an EOS 70D, after a touch). With detected faces it is longer; that layout is unknown.
    package static let frames = LiveViewSegment(rawValue: 8)
    /// A JPEG picture during a movie recording.
    package static let moviePicture = LiveViewSegment(rawValue: 9)
    /// A JPEG picture of newer bodies.
    package static let newPicture = LiveViewSegment(rawValue: 11)
    /// Two UINT32: width and height of the coordinate space.
    package static let coordinateSystem = LiveViewSegment(rawValue: 0xE)
    /// Four times 256 UINT32: brightness, red, green, blue.
    package static let histogram = LiveViewSegment(rawValue: 0x11)

    /// Whether the segment is a picture.
    package var isPicture: Bool { self == .picture || self == .moviePicture || self == .newPicture }
}

extension BlockWriter {
    /// Appends a live view segment.
    package mutating func append(_ segment: LiveViewSegment, _ body: some Collection<UInt8>) { append(segment.rawValue, body) }

    /// Appends a live view segment of UINT32 numbers.
    package mutating func append(_ segment: LiveViewSegment, numbers: [UInt32]) {
        var body = DatasetWriter()
        for number in numbers { body.integer(number) }
        append(segment, body.bytes)
    }
}
