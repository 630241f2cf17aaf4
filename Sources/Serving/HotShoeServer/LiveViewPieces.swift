import HotShoe
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
    }

    /// The text between the parts.
    static let boundary = "hotshoe-frame"

    private let camera: Camera
    private let stream: LiveViewStream
    private let packing: Packing
    /// Guards the iterator, which one task at a time uses.
    private let iterator = Guarded<KeptIterator?>(nil)

    /// SAFETY: the requests of pieces follow one another, so one task at a time uses the iterator.
    private struct KeptIterator: @unchecked Sendable {
        let iterator: LiveViewStream.Iterator
    }

    init(_ camera: Camera, _ options: LiveViewOptions, _ packing: Packing) {
        (self.camera, stream, self.packing) = (camera, camera.liveView(options), packing)
    }

    func next() async throws -> [UInt8]? {
        let kept = iterator.withLock { kept in
            let iterator = kept ?? KeptIterator(iterator: stream.makeAsyncIterator())
            kept = iterator
            return iterator
        }
        while let frame = try await kept.iterator.next() {
            // Formats other than JPEG have no place in these streams.
            if frame.info.format == .jpeg { return pack(frame) }
        }
        return nil
    }

    private func pack(_ frame: LiveViewFrame) -> [UInt8] {
        let head: [UInt8]
        let end: [UInt8]
        switch packing {
        case .part(let hasHead):
            let field = hasHead ? "HotShoe-Frame: \(hexadecimal(FrameHead.bytes(of: frame, camera.autoExposure)))\r\n" : ""
            let type = "Content-Type: image/jpeg\r\nContent-Length: \(frame.byteCount)"
            (head, end) = (Array("--\(Self.boundary)\r\n\(field)\(type)\r\n\r\n".utf8), [13, 10])
        case .message: (head, end) = (FrameHead.bytes(of: frame, camera.autoExposure), [])
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count + frame.byteCount + end.count)
        bytes += head
        unsafe frame.bytes.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        bytes += end
        return bytes
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
