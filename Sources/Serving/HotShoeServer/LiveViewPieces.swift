import CameraMessages
import HotShoe
import HotShoeSupport
import JSONText
import WebServer

/// The frames of a camera for one client, each packed for its kind of connection. **Thread-safe**; one task at a time requests a piece.
///
/// The stream joins live view when the first piece is requested, and leaves it when it is released.
final class LiveViewPieces: WebStream {
    /// How a frame is packed.
    enum Packing: Sendable {
        /// A part of `multipart/x-mixed-replace`; with the ``FrameHead`` in hexadecimal as its field `HotShoe-Frame`, if `hasHead` is true.
        case part(hasHead: Bool)
        /// A message: the ``FrameHead``, and the JPEG.
        case message
        /// A record of `CameraMessages`, from which a program restores the frame.
        case record
    }

    /// The text between the parts.
    static let boundary = "hotshoe-frame"

    private let camera: Camera
    private let stream: LiveViewStream
    private let packing: Packing
    /// Guards the iterator, which one task at a time uses.
    private let iterator = Guarded<KeptIterator?>(nil)
    /// Guards the first records, which `start` has made and which have not been sent.
    private let first = Guarded<WebPiece?>(nil)
    /// Guards whether the last record, or the last delimiter, has been made.
    private let hasEnded = Guarded(false)

    /// SAFETY: the requests of pieces follow one another, so one task at a time uses the iterator.
    private struct KeptIterator: @unchecked Sendable {
        let iterator: LiveViewStream.Iterator
    }

    init(_ camera: Camera, _ options: LiveViewOptions, _ packing: Packing) {
        (self.camera, stream, self.packing) = (camera, camera.liveView(options), packing)
    }

    func next() async throws -> WebPiece? {
        if case .record = packing { return try await nextRecord() }
        if let frame = try await nextFrame(where: { $0.info.format == .jpeg }) { return pack(frame) }
        guard case .part = packing, !hasEnded.withLock({ $0 }) else { return nil }
        hasEnded.withLock { $0 = true }
        // What a client does not receive if the connection is lost (RFC 2046, section 5.1.1).
        return WebPiece(Array("--\(Self.boundary)--\r\n".utf8))
    }

    /// Returns the next frame that satisfies a condition: formats other than JPEG have no place in most streams.
    private func nextFrame(where isWanted: (LiveViewFrame) -> Bool) async throws -> LiveViewFrame? {
        let kept = iterator.withLock { kept in
            let iterator = kept ?? KeptIterator(iterator: stream.makeAsyncIterator())
            kept = iterator
            return iterator
        }
        while let frame = try await kept.iterator.next() { if isWanted(frame) { return frame } }
        return nil
    }

    private func pack(_ frame: LiveViewFrame) -> WebPiece {
        switch packing {
        case .part(let hasHead):
            let field = hasHead ? "HotShoe-Frame: \(hexadecimal(FrameHead.bytes(of: frame, camera.autoExposure)))\r\n" : ""
            let type = "Content-Type: image/jpeg\r\nContent-Length: \(frame.byteCount)"
            return WebPiece(Array("--\(Self.boundary)\r\n\(field)\(type)\r\n\r\n".utf8), frame, [13, 10])
        case .message: return WebPiece(FrameHead.bytes(of: frame, camera.autoExposure), frame)
        case .record: return Self.record(frame)
        }
    }

    // MARK: Records

    /// Waits until live view runs: an error is an answer then, and not the end of a stream. For a stream of records.
    func start() async throws -> LiveViewPieces {
        guard let frame = try await nextFrame(where: { _ in true }) else {
            throw WebProblem(409, "notAvailable", "The camera ended live view.")
        }
        let format: LiveViewFormat =
            if case .running(let format) = camera.liveViewState { format } else { LiveViewFormat(size: frame.size, rate: nil) }
        var record = Self.record(frame)
        record.head = Self.record(.format(format)) + record.head
        first.withLock { $0 = record }
        return self
    }

    private func nextRecord() async throws -> WebPiece? {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let first { return first }
        if hasEnded.withLock({ $0 }) { return nil }
        do {
            if let frame = try await nextFrame(where: { _ in true }) { return Self.record(frame) }
        } catch let error as CameraError {
            Log.write(.info, "serve", "live view has ended: \(error)")
        }
        hasEnded.withLock { $0 = true }
        let end: LiveViewEnd = if case .stopped(let reason?) = camera.liveViewState { reason } else { .stopped }
        return WebPiece(Self.record(.ended(end)))
    }

    private static func record(_ description: FrameRecordDescription) -> [UInt8] {
        let text = Array(description.json.text(depth: 0).utf8)
        return FrameRecordHead(description: text.count, histogram: 0, picture: 0).bytes + text
    }

    private static func record(_ frame: LiveViewFrame) -> WebPiece {
        let text = Array(FrameRecordDescription.frame(frame.info).json.text(depth: 0).utf8)
        let histogram = frame.histogram.map(bytes) ?? []
        let head = FrameRecordHead(description: text.count, histogram: histogram.count, picture: frame.byteCount)
        return WebPiece(head.bytes + text + histogram, frame)
    }

    private static func bytes(_ histogram: LiveViewHistogram) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FrameRecordHead.histogramSize)
        for channel in LiveViewHistogram.Channel.allCases {
            let counts = histogram[channel]
            for index in counts.indices {
                for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: counts[index] >> shift)) }
            }
        }
        return bytes
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension LiveViewFrame: WebContent {
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes(body)
    }
}
