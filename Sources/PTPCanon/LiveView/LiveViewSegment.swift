import PTP

/// What a segment of the data of GetViewFinderData (0x9153) is (observed behaviour). Others are carried and passed over.
package struct LiveViewSegment: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A JPEG.
    package static let picture = LiveViewSegment(rawValue: 1)
    /// Four times 256 UINT32, in an order that is not known.
    package static let oldHistogram = LiveViewSegment(rawValue: 3)
    /// UINT32.
    package static let zoomFactor = LiveViewSegment(rawValue: 4)
    /// Two UINT32: a corner of the zoom rectangle, x and y. Which corner is not certain.
    package static let zoomRectangle = LiveViewSegment(rawValue: 5)
    /// Two UINT32: where the picture lies in what the sensor sees, x and y.
    package static let position = LiveViewSegment(rawValue: 6)
    /// Where the body focuses: seven UINT32, of which the second is the status, and the fourth to the last are x, y, width and height
    /// (observed with an EOS 70D, after a touch). With found faces it is longer; how that is laid out is not known.
    package static let frames = LiveViewSegment(rawValue: 8)
    /// A JPEG while a movie is recorded.
    package static let moviePicture = LiveViewSegment(rawValue: 9)
    /// A JPEG of newer bodies.
    package static let newPicture = LiveViewSegment(rawValue: 11)
    /// Two UINT32: width and height of the space that places are counted in.
    package static let coordinateSystem = LiveViewSegment(rawValue: 0xE)
    /// Four times 256 UINT32: brightness, red, green, blue.
    package static let histogram = LiveViewSegment(rawValue: 0x11)

    /// Whether it is a picture.
    package var isPicture: Bool { self == .picture || self == .moviePicture || self == .newPicture }
}

extension BlockWriter {
    /// A segment of live view.
    package mutating func append(_ segment: LiveViewSegment, _ body: some Collection<UInt8>) { append(segment.rawValue, body) }

    /// A segment of numbers, four bytes each.
    package mutating func append(_ segment: LiveViewSegment, numbers: [UInt32]) {
        var body = DatasetWriter()
        for number in numbers { body.integer(number) }
        append(segment, body.bytes)
    }
}
