import HotShoe
import WebServer

/// The frames of a camera for one client, each packed for its kind of connection. **Thread-safe**; one task at a time requests a piece.
///
/// The stream joins live view when the first piece is requested, and leaves it when it is released.
final class LiveViewPieces: WebStream {
    /// How a frame is packed.
    enum Packing: Sendable {
        /// A part of `multipart/x-mixed-replace`.
        case part
        /// A message with a head; see ``LiveViewPieces/head(of:)``.
        case message
    }

    /// The text between the parts.
    static let boundary = "hotshoe-frame"

    private let stream: LiveViewStream
    private let packing: Packing
    /// Guards the iterator, which one task at a time uses.
    private let iterator = Guarded<KeptIterator?>(nil)

    /// SAFETY: the requests of pieces follow one another, so one task at a time uses the iterator.
    private struct KeptIterator: @unchecked Sendable {
        let iterator: LiveViewStream.Iterator
    }

    init(_ camera: Camera, _ options: LiveViewOptions, _ packing: Packing) {
        (stream, self.packing) = (camera.liveView(options), packing)
    }

    func next() async throws -> [UInt8]? {
        let kept = iterator.withLock { kept in
            let iterator = kept ?? KeptIterator(iterator: stream.makeAsyncIterator())
            kept = iterator
            return iterator
        }
        while let frame = try await kept.iterator.next() {
            // Formats other than JPEG have no place in these streams.
            if frame.info.format == .jpeg { return Self.pack(frame, packing) }
        }
        return nil
    }

    private static func pack(_ frame: LiveViewFrame, _ packing: Packing) -> [UInt8] {
        let head: [UInt8]
        let end: [UInt8]
        switch packing {
        case .part:
            head = Array("--\(boundary)\r\nContent-Type: image/jpeg\r\nContent-Length: \(frame.byteCount)\r\n\r\n".utf8)
            end = [13, 10]
        case .message: (head, end) = (Self.head(of: frame), [])
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count + frame.byteCount + end.count)
        bytes += head
        unsafe frame.bytes.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        bytes += end
        return bytes
    }

    /// The head of a message, whose numbers have their most significant byte first:
    ///
    /// | offset | bytes | content |
    /// | --- | --- | --- |
    /// | 0 | 4 | "HSF1" |
    /// | 4 | 2 | size of the head, 28 and 12 for each focus area: the offset of the JPEG |
    /// | 6 | 2 | number of focus areas, at most 255 |
    /// | 8 | 8 | number of the frame |
    /// | 16 | 8 | time of the frame on the clock of the camera's driver, in microseconds |
    /// | 24 | 2, 2 | width and height of the picture in pixels |
    ///
    /// Each focus area: left, top, width and height as 16-bit parts of the coordinate space, where 65535 is the whole of it; then
    /// 16 bits of flags, 1 for an area that is selected and 2 for one that has focus; then 16 bits that are zero.
    static func head(of frame: LiveViewFrame) -> [UInt8] {
        let areas = frame.focusAreas.prefix(255)
        var head = Array("HSF1".utf8)
        head.add(28 + 12 * areas.count, bytes: 2)
        head.add(areas.count, bytes: 2)
        head.add(Int(truncatingIfNeeded: frame.sequenceNumber), bytes: 8)
        head.add(
            Int(clamping: frame.timestamp.components.seconds) &* 1_000_000
                &+ Int(frame.timestamp.components.attoseconds / 1_000_000_000_000),
            bytes: 8
        )
        head.add(min(max(frame.size.width, 0), 0xFFFF), bytes: 2)
        head.add(min(max(frame.size.height, 0), 0xFFFF), bytes: 2)
        let space = frame.info.space
        for area in areas {
            head.add(part(area.rect.x, of: space.width), bytes: 2)
            head.add(part(area.rect.y, of: space.height), bytes: 2)
            head.add(part(area.rect.width, of: space.width), bytes: 2)
            head.add(part(area.rect.height, of: space.height), bytes: 2)
            head.add((area.isActive ? 1 : 0) | (area.hasFocus ? 2 : 0), bytes: 2)
            head.add(0, bytes: 2)
        }
        return head
    }

    /// A length as a part of a whole, from 0 to 65535.
    private static func part(_ length: Double, of whole: Int) -> Int {
        guard whole > 0, length.isFinite else { return 0 }
        return Int((min(max(length / Double(whole), 0), 1) * 65535).rounded())
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number, the most significant first.
    fileprivate mutating func add(_ number: Int, bytes: Int) {
        for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
