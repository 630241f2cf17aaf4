import CameraModel
import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing
import VendorKit

/// Runs of live view with scripted frames: focus areas, reported states, and the end of live view at the camera.
@Suite(.timeLimit(.minutes(5))) struct LiveViewRunsTests {
    private static let frameCode = OperationCode(rawValue: 0x9203)
    private static let ended = ResponseCode(rawValue: 0xA00B)
    private static let notReady = ResponseCode(rawValue: 0xA102)
    /// The smallest picture with a size that can be read.
    private static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0] + [0xFF, 0xD9]

    /// A header of two bytes and one for each focus area, then the picture: the number of areas, whether a video is recorded, and the
    /// places of the areas, of which 255 is none.
    private static let request = request()

    /// As ``request``; `onParse` is called before data is parsed.
    private static func request(onParse: @escaping @Sendable () -> Void = {}) -> LiveViewRequest {
        LiveViewRequest(frameCode, notReady: [notReady], stopped: [ended], meanings: ResponseMeanings([:])) { bytes in
            onParse()
            return reply(bytes)
        } focusArea: { bytes, index in
            let place = byte(index + 2, bytes)
            if place == 255 { return nil }
            return FocusArea(rect: Rect(x: Double(place), y: 0, width: 1, height: 1), isActive: index == 0, hasFocus: false)
        }
    }

    private static func reply(_ bytes: RawSpan) -> LiveViewReply? {
        guard bytes.byteCount > 2 else { return nil }
        let count = Int(byte(0, bytes))
        guard bytes.byteCount > count + 2 else { return nil }
        var reply = LiveViewReply(picture: count + 2..<bytes.byteCount)
        (reply.areaCount, reply.space) = (count, PixelSize(width: 100, height: 100))
        (reply.rollDegrees, reply.pitchDegrees) = (10, -20)
        let isRecording = byte(1, bytes) & 1 == 1
        if isRecording { reply.timeCode = TimeCode(hours: 1, minutes: 2, seconds: 3, frames: 4) }
        let recording = RecordingState(isRecording: isRecording, timer: .none)
        reply.status = .init(recording: recording, isHot: byte(1, bytes) & 2 == 2)
        return reply
    }

    private static func byte(_ offset: Int, _ bytes: RawSpan) -> UInt8 {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    private static func frame(_ areas: [UInt8], isRecording: Bool = false, isHot: Bool = false) -> ScriptedCamera.Answer {
        .data([UInt8(areas.count), (isRecording ? 1 : 0) | (isHot ? 2 : 0)] + areas + picture)
    }

    /// A driver whose connection has live view only.
    private final class Driver: CameraDriver {
        /// Answers to the requests of frames, in order; the last one is repeated.
        let answers: Guarded<[ScriptedCamera.Answer]>
        /// Answers to the operation before each frame.
        let preparations = Guarded<[ScriptedCamera.Answer]>([])
        let request: LiveViewRequest
        let statuses = Guarded<[LiveViewReply.Status]>([])
        let stopCount = Guarded(0)
        let magnifications = Guarded<[UInt32]>([])
        /// The runs of the connection, for their geometry.
        let runs = Guarded<LiveViewRuns?>(nil)
        let device = Guarded<ScriptedCamera?>(nil)

        init(_ answers: [ScriptedCamera.Answer], _ request: LiveViewRequest) {
            self.answers = Guarded(answers)
            self.request = request
        }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            let device = ScriptedCamera { [weak self] request, _ in
                switch request.code {
                case LiveViewRunsTests.preparation:
                    return self?.preparations.withLock { $0.isEmpty ? .data([1, 2, 3]) : $0.removeFirst() } ?? .unplugged
                // Its refusal has no effect.
                case LiveViewRunsTests.completion: return .response(.generalError)
                default: break
                }
                return self?.answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } ?? .unplugged
            }
            self.device.withLock { $0 = device }
            host.update([.capabilities(.liveView), .categories(active: .stillsShooting, supported: [.stillsShooting])])
            let runs = LiveViewRuns(device.session(VirtualClock()), request, time: SystemClock.shared)
            self.runs.withLock { $0 = runs }
            return Connection(runs, self)
        }
    }

    private final class Connection: CameraConnection, LiveViewDriver {
        let info = CameraInfo(manufacturer: "A", model: "B", firmwareVersion: "1", serialNumber: "1")
        private let runs: LiveViewRuns
        private let driver: Driver

        init(_ runs: LiveViewRuns, _ driver: Driver) { (self.runs, self.driver) = (runs, driver) }

        func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
            let driver = driver
            return try await runs.start(
                sink,
                onReport: { report in
                    switch report {
                    case .status(let status): driver.statuses.withLock { $0.append(status) }
                    case .stopped: driver.stopCount.withLock { $0 += 1 }
                    case .magnification(let factor): driver.magnifications.withLock { $0.append(factor) }
                    }
                },
                begin: {}
            )
        }

        func stopLiveView() async { _ = runs.stop() }

        func disconnect(_ options: DisconnectOptions) async {}
    }

    private static func withCamera(
        _ answers: [ScriptedCamera.Answer],
        _ request: LiveViewRequest = request,
        _ use: (Camera, Driver) async throws -> Void
    ) async throws {
        let driver = Driver(answers, request)
        let description = CameraDescription(identifier: CameraIdentifier("runs"), family: .generic, transport: .usb)
        let camera = Camera(description, driver: driver)
        try await camera.connect()
        try await use(camera, driver)
        await camera.disconnect()
    }

    private static let lists: [([UInt8], [Double])] = [
        ([], []), ([7], [7]), ([7, 9, 11], [7, 9, 11]), ([255], []), ([255, 9, 255, 4], [9, 4]),
        (Array(0..<96), (0..<96).map(Double.init)),
    ]

    @Test(arguments: lists) func `a frame has the focus areas of its data, without invalid ones`(
        _ places: [UInt8],
        _ expected: [Double]
    ) async throws {
        try await Self.withCamera([Self.frame(places)]) { camera, _ in
            let frame = try #require(try await camera.liveView().first { _ in true })
            #expect(frame.focusAreas.map(\.rect.x) == expected)
            #expect(frame.size == PixelSize(width: 4, height: 3) && frame.info.space == PixelSize(width: 100, height: 100))
            #expect(frame.info.rollDegrees == 10 && frame.info.pitchDegrees == -20 && frame.info.timeCode == nil)
        }
    }

    @Test func `focus areas follow the data from frame to frame, more and fewer`() async throws {
        let lists: [[UInt8]] = [[1], [1, 2, 3], [1, 9], [], [5, 6]]
        // The first frame only verifies that the camera sends frames.
        try await Self.withCamera([Self.frame([200])] + lists.map { Self.frame($0) }) { camera, _ in
            var seen: [[UInt8]] = []
            for try await frame in camera.liveView().prefix(lists.count) {
                seen.append(frame.focusAreas.map { UInt8($0.rect.x) })
                #expect(frame.focusAreas.firstIndex(where: \.isActive) == (frame.focusAreas.isEmpty ? nil : 0))
            }
            // A frame that no consumer waited for may be missing, but none is repeated or mixed.
            #expect(seen.allSatisfy(lists.contains) && seen.last == lists.last)
        }
    }

    @Test func `the state that frames contain is reported when it changes, and only then`() async throws {
        let answers = [
            Self.frame([]), Self.frame([]), Self.frame([], isRecording: true), Self.frame([], isRecording: true),
            Self.frame([], isRecording: true, isHot: true), Self.frame([]),
        ]
        try await Self.withCamera(answers) { camera, driver in
            var codes: Set<TimeCode> = []
            for try await frame in camera.liveView().prefix(8) { if let code = frame.info.timeCode { codes.insert(code) } }
            #expect(codes == [TimeCode(hours: 1, minutes: 2, seconds: 3, frames: 4)])
            let statuses = driver.statuses.withLock { $0 }
            #expect(statuses.map { $0.recording?.isRecording } == [false, true, true, false])
            #expect(statuses.map(\.isHot) == [false, false, true, false])
        }
    }

    @Test func `a camera that ends live view is reported once, until there is a frame again`() async throws {
        let stopped = ScriptedCamera.Answer.response(Self.ended)
        let answers = [Self.frame([1]), stopped, stopped, stopped, Self.frame([2]), stopped, Self.frame([3])]
        try await Self.withCamera(answers) { camera, driver in
            var seen: [Double] = []
            for try await frame in camera.liveView().prefix(2) { seen += frame.focusAreas.map(\.rect.x) }
            #expect(seen == [2, 3])
            #expect(driver.stopCount.withLock { $0 } == 2)
        }
    }

    @Test func `data without a picture is passed over`() async throws {
        let answers = [Self.frame([1]), .data([]), .data([0, 0]), .data([9, 0, 1]), .response(Self.notReady), Self.frame([4])]
        try await Self.withCamera(answers) { camera, _ in
            let frame = try #require(try await camera.liveView().first { _ in true })
            #expect(frame.focusAreas.map(\.rect.x) == [4])
        }
    }

    // MARK: Operations before and after a frame

    private static let preparation = OperationCode(rawValue: 0x9301)
    private static let completion = OperationCode(rawValue: 0x9302)

    private static var stepped: LiveViewRequest {
        var stepped = request
        stepped.preparation = LiveViewRequest.Step(preparation, [8])
        stepped.completion = LiveViewRequest.Step(completion, [9])
        return stepped
    }

    @Test func `each frame is requested after its preparation, and completed when it has arrived`() async throws {
        let answers = [Self.frame([1]), .response(Self.notReady), Self.frame([2]), .data([0, 0]), Self.frame([3])]
        try await Self.withCamera(answers, Self.stepped) { camera, driver in
            var seen: [Double] = []
            for try await frame in camera.liveView().prefix(2) { seen += frame.focusAreas.map(\.rect.x) }
            #expect(seen == [2, 3])
            let requests = try #require(driver.device.withLock { $0 }).requests
            let codes = requests.map(\.code)
            let (before, frame, after) = (Self.preparation, Self.frameCode, Self.completion)
            // A frame is requested after its preparation only, and what arrived is completed: not a refusal.
            #expect(
                codes.starts(with: [
                    before, frame, after, before, frame, before, frame, after, before, frame, after, before, frame,
                ])
            )
            #expect(requests.allSatisfy { $0.code == frame || $0.parameters[0] == ($0.code == before ? 8 : 9) })
        }
    }

    @Test func `a preparation that the camera refuses is one of the frame`() async throws {
        try await Self.withCamera([Self.frame([1])], Self.stepped) { camera, driver in
            driver.preparations.withLock { $0 = [.response(Self.notReady), .response(Self.notReady)] }
            let frame = try #require(try await camera.liveView().first { _ in true })
            #expect(frame.focusAreas.map(\.rect.x) == [1])
            let codes = try #require(driver.device.withLock { $0 }).requests.map(\.code)
            #expect(codes.starts(with: [Self.preparation, Self.preparation, Self.preparation, Self.frameCode, Self.completion]))
        }
        try await Self.withCamera([Self.frame([1])], Self.stepped) { camera, driver in
            driver.preparations.withLock { $0 = [.response(.operationNotSupported)] }
            await #expect(throws: CameraError.self) { for try await _ in camera.liveView() { break } }
        }
    }

    // MARK: Geometry

    private static let crops: [(Rect?, [Int], Int?)] = [
        (nil, [1, 5, 10], 1), (nil, [], nil),
        (Rect(x: 0, y: 0, width: 100, height: 100), [1, 5, 10], 1), (Rect(x: 0, y: 0, width: 20.5, height: 1), [1, 5, 10], 1),
        (Rect(x: 0, y: 0, width: 20, height: 1), [10, 5, 1], 5), (Rect(x: 0, y: 0, width: 1, height: 10.5), [1, 5, 10], 5),
        (Rect(x: 0, y: 0, width: 10, height: 10), [1, 5, 10], 10), (Rect(x: 0, y: 0, width: 1, height: 1), [1, 5, 10], 10),
        // No factor shows all of it.
        (Rect(x: 0, y: 0, width: 90, height: 90), [4, 2, 8], 2), (Rect(x: 0, y: 0, width: 500, height: 1), [1, 5], 1),
    ]

    @Test(arguments: crops) func `the largest magnification that shows the whole rectangle is selected`(
        _ rect: Rect?,
        _ factors: [Int],
        _ expected: Int?
    ) async throws {
        try await Self.withCamera([Self.frame([1])]) { camera, driver in
            let runs = try #require(driver.runs.withLock { $0 })
            let error = #expect(throws: CameraError.self) {
                try runs.magnification(showing: rect, of: factors, .setLiveViewCrop)
            }
            #expect(error?.code == .needsLiveView && error?.operation == .setLiveViewCrop)
            for try await _ in camera.liveView().prefix(1) {
                #expect(try runs.magnification(showing: rect, of: factors, .setLiveViewCrop) == expected)
            }
        }
    }

    private static let noRects = [
        Rect(x: 0, y: 0, width: 0, height: 0), Rect(x: 0, y: 0, width: -1, height: -1),
        Rect(x: 0, y: 0, width: .infinity, height: 1), Rect(x: 0, y: 0, width: .nan, height: .nan),
        Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: .infinity, width: 1, height: 1),
    ]

    @Test(arguments: noRects) func `a rectangle without extent, or with infinite numbers, is an invalid argument`(_ rect: Rect)
        async throws
    {
        try await Self.withCamera([Self.frame([1])]) { camera, driver in
            let runs = try #require(driver.runs.withLock { $0 })
            for try await _ in camera.liveView().prefix(1) {
                let error = #expect(throws: CameraError.self) {
                    try runs.magnification(showing: rect, of: [1, 2], .setLiveViewCrop)
                }
                #expect(error?.code == .invalidArgument)
            }
        }
    }

    private static let points: [(Point, [UInt32])] = [
        (Point(x: 1.4, y: 2.5), [1, 3]), (Point(x: -3, y: 70_000), [0, 65_535]), (Point(x: 65_535.4, y: 0), [65_535, 0]),
        (Point(x: 1e300, y: -1e300), [65_535, 0]),
    ]

    @Test(arguments: points) func `coordinates as parameters are rounded, and limited to 16 bits`(
        _ point: Point,
        _ expected: [UInt32]
    ) throws {
        #expect(try point.parameters(.touchFocus) == expected)
    }

    @Test(arguments: [Point(x: .nan, y: 0), Point(x: 0, y: .infinity), Point(x: -.infinity, y: 0)])
    func `coordinates that are not finite are an invalid argument`(_ point: Point) {
        let error = #expect(throws: CameraError.self) { try point.parameters(.touchFocus) }
        #expect(error?.code == .invalidArgument && error?.operation == .touchFocus)
    }
}
