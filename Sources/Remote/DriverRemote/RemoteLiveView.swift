import CameraMessages
import CameraModel
import HTTPTransport
import HotShoeSupport
import JSONText

extension RemoteConnection: LiveViewDriver {
    func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        var query = options.maximumRate.map { "?rate=\(min(max($0, 0.1), 240))" } ?? "?rate=240"
        if options.prefersHighRate { query += "&fast=true" }
        if let size = options.size { query += "&width=\(max(size.width, 1))&height=\(max(size.height, 1))" }
        let live = RemoteLiveView(sink, time)
        live.start(server.client, "/api/v1/\(path)/live-view.frames\(query)")
        view.withLock { view in
            view?.cancel()
            view = live
        }
        guard let result = await live.format.resultUnlessCancelled() else {
            live.cancel()
            throw .cancelled(.startLiveView)
        }
        return try result.get()
    }

    func stopLiveView() async {
        let live = view.withLock { view in
            defer { view = nil }
            return view
        }
        live?.cancel()
    }

    func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        guard let rect else { return _ = try await call("DELETE", "live-view/crop", for: .setLiveViewCrop) }
        let space = try space(.setLiveViewCrop)
        let (width, height) = (Double(space.width), Double(space.height))
        let body: [(String, Double)] = [
            ("x", rect.x / width), ("y", rect.y / height), ("width", rect.width / width), ("height", rect.height / height),
        ]
        try await call(
            "PUT",
            "live-view/crop",
            .object(body.map { .init($0.0, .number($0.1)) }),
            for: .setLiveViewCrop
        )
    }

    func panLiveView(to point: Point) async throws(CameraError) {
        try await call("POST", "live-view/pan", try part(point, .panLiveView), for: .panLiveView)
    }
}

/// Receives the frames of one run of live view.
///
/// The stream is always read: a frame that no consumer waits for replaces the one before it, so that a slow consumer receives the newest.
@safe
final class RemoteLiveView: HTTPReceiver, @unchecked Sendable {
    // SAFETY: the thread of the client alone uses the variables without a lock: it calls `receive`, `end` and `deliverNewest`.

    /// Fulfilled with the first record.
    let format = Promise<LiveViewFormat, CameraError>()
    private let sink: LiveViewSink
    private let time: any TimeSource
    /// Guards what other threads read.
    private let shared = Guarded(Shared())

    private struct Shared {
        var space: PixelSize?
        var transfer: HTTPTransfer?
        var isCancelled = false
    }

    /// The parts of a record in their order.
    private enum Part {
        case head
        case description
        case histogram
        case picture
    }

    private var part = Part.head
    /// The bytes of a head, a description or a histogram that have arrived.
    private var bytes: [UInt8] = []
    private var head = FrameRecordHead(description: 0, histogram: 0, picture: 0)
    private var description: FrameRecordDescription?
    private var histogram: [UInt8] = []
    private var frame: LiveViewFrameBuffer?
    private var pictureCount = 0
    /// A complete frame that no consumer waited for.
    private var newest: LiveViewFrameBuffer?
    private var problem: [UInt8] = []
    /// The least difference between the time of arrival and the time of a frame on its own clock.
    private var clockDifference: Duration?

    init(_ sink: LiveViewSink, _ time: any TimeSource) { (self.sink, self.time) = (sink, time) }

    /// The coordinate space of the last frame; nil before the first.
    var space: PixelSize? { shared.withLock { $0.space } }

    func start(_ client: HTTPClient, _ path: String) {
        let transfer = client.start(HTTPRequest("GET", path, timeLimit: nil), self)
        let isCancelled = shared.withLock { shared in
            shared.transfer = transfer
            return shared.isCancelled
        }
        if isCancelled { transfer.cancel() }
        sink.whenDemanded { [weak self, weak transfer] in
            guard let live = self else { return }
            transfer?.perform { live.deliverNewest() }
        }
    }

    func cancel() {
        let transfer = shared.withLock { shared in
            shared.isCancelled = true
            defer { shared.transfer = nil }
            return shared.transfer
        }
        transfer?.cancel()
    }

    // MARK: Receiving

    func receive(_ bytes: RawSpan, _ answer: HTTPHead) -> HTTPReception {
        guard answer.status == 200 else {
            unsafe bytes.withUnsafeBytes { unsafe problem.append(contentsOf: $0.prefix((1 << 16) - problem.count)) }
            return .taken
        }
        var offset = 0
        while offset < bytes.byteCount {
            guard let count = take(bytes.extracting(droppingFirst: offset)) else {
                format.fulfil(
                    .failure(CameraError(.protocolFailure, "The server sent a frame that is not valid.", operation: .liveView))
                )
                sink.end(.failed(.protocolFailure))
                return .stop
            }
            offset += count
        }
        return .taken
    }

    /// Takes bytes of the current part. Returns their number; nil if they are not valid.
    private func take(_ rest: RawSpan) -> Int? {
        if part == .picture {
            let count = min(head.picture - pictureCount, rest.byteCount)
            frame?.append(rest.extracting(first: count))
            pictureCount += count
            if pictureCount == head.picture { completeFrame() }
            return count
        }
        let size = part == .head ? FrameRecordHead.size : part == .description ? head.description : head.histogram
        let count = min(size - bytes.count, rest.byteCount)
        unsafe rest.extracting(first: count).withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        guard bytes.count == size else { return count }
        defer { bytes.removeAll(keepingCapacity: true) }
        return completePart() ? count : nil
    }

    /// Ends a part other than the picture; false if it is not valid.
    private func completePart() -> Bool {
        switch part {
        case .head:
            guard let head = FrameRecordHead(bytes), head.description > 0 else { return false }
            self.head = head
            part = .description
        case .description:
            let text = bytes
            guard let description = FrameRecordDescription(text.span) else { return false }
            self.description = description
            histogram = []
            if head.histogram > 0 { part = .histogram } else { return beginPicture() }
        case .histogram:
            histogram = bytes
            return beginPicture()
        case .picture: break
        }
        return true
    }

    private func beginPicture() -> Bool {
        switch description {
        case .frame(let info)?:
            part = .picture
            pictureCount = 0
            frame = sink.makeFrame(capacity: head.picture)
            frame?.info = info
            if head.picture == 0 { completeFrame() }
        case .format(let format)?:
            guard head.picture == 0 else { return false }
            self.format.fulfil(.success(format))
            part = .head
        case .ended(let reported)?:
            let end = Self.end(reported)
            format.fulfil(.failure(CameraError(.notAvailable, "Live view has ended: \(end)", operation: .startLiveView)))
            sink.end(end)
            part = .head
        case nil: return false
        }
        return true
    }

    /// The reason for this program, which has not stopped live view itself.
    private static func end(_ reported: LiveViewEnd) -> LiveViewEnd {
        switch reported {
        case .stopped: .failed(.notAvailable)
        case .disconnected: .disconnected(.connectionLost)
        case .modeChanged, .batteryLow, .overheated, .failed: reported
        }
    }

    private func completeFrame() {
        part = .head
        guard let frame = frame.take() else { return }
        let info = frame.info
        let difference = time.now - info.timestamp
        clockDifference = min(clockDifference ?? difference, difference)
        frame.info.timestamp = info.timestamp + (clockDifference ?? .zero)
        shared.withLock { $0.space = info.space }
        if !histogram.isEmpty { write(histogram, to: frame) }
        newest = nil
        if sink.isDemanded { sink.deliver(frame) } else { newest = consume frame }
        // Demand may have begun since it was read.
        if newest != nil, sink.isDemanded { deliverNewest() }
    }

    private func write(_ histogram: [UInt8], to frame: borrowing LiveViewFrameBuffer) {
        frame.writeHistogram { counts in
            for index in 0..<min(counts.count, histogram.count / 4) {
                counts[index] = histogram[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
        }
    }

    private func deliverNewest() {
        guard sink.isDemanded, let frame = newest.take() else { return }
        sink.deliver(frame)
    }

    func end(_ result: Result<Int, HTTPError>) {
        let error: CameraError
        switch result {
        case .success(let status) where status != 200: error = CameraError(status: status, problem, .startLiveView)
        case .success: error = CameraError(.connectionLost, "The server has ended live view.", operation: .liveView)
        case .failure(let failure): error = CameraError(failure, .liveView)
        }
        if !format.fulfil(.failure(error)), error.code != .cancelled { sink.end(.failed(error.code)) }
        frame = nil
        newest = nil
    }
}
