import CameraModel
import Dispatch
import Exposure
import Glibc
import HotShoeSupport
import ImageFormats
import TestSupport
import Testing

@testable import SimulatedCamera

@Suite("Simulated live view")
struct LiveViewTests {
    /// The mean of all samples of a frame, and the mean of its histogram.
    private func brightness(_ frame: LiveViewFrame) throws -> (picture: Double, histogram: Double) {
        let bytes = unsafe frame.bytes.withUnsafeBytes { unsafe Array($0) }
        var decoder = try JPEGDecoder()
        let size = try decoder.header(of: bytes.span).size
        var pixels = [UInt8](repeating: 0, count: size.rgbByteCount!)
        var target = pixels.mutableSpan
        _ = try decoder.decode(bytes.span, into: &target)
        let sum = pixels.reduce(0) { $0 + Int($1) }
        let histogram = try #require(frame.histogram)
        let counts = histogram[.luminance]
        var (weighted, total) = (0, 0)
        for bin in counts.indices {
            weighted += bin * Int(counts[bin])
            total += Int(counts[bin])
        }
        return (Double(sum) / Double(pixels.count), Double(weighted) / Double(max(total, 1)))
    }

    private func nextFrame(_ rig: Rig) async throws -> LiveViewFrame {
        try await frame(rig) { _ in true }
    }

    /// Waits for the first frame that satisfies a condition, as frames show a setting with a delay.
    private func frame(_ rig: Rig, where isWanted: (LiveViewFrame) -> Bool) async throws -> LiveViewFrame {
        for try await frame in rig.camera.liveView().prefix(1000) where isWanted(frame) { return frame }
        throw CameraError(.noData, "no frame was as wanted")
    }

    @Test("the picture follows the settings: a longer exposure is brighter, in the picture and in its histogram")
    func followsExposure() async throws {
        let rig = try await Rig.connected()
        try await rig.set(.exposureMode, "M")
        try await rig.set(.shutterSpeed, "1/500")
        let dark = try brightness(try await nextFrame(rig))
        await rig.camera.stopLiveView()
        try await rig.set(.shutterSpeed, "1/60")
        let bright = try brightness(try await nextFrame(rig))
        #expect(bright.picture > dark.picture + 20)
        #expect(bright.histogram > dark.histogram + 20)
    }

    @Test("a frame reports orientation, geometry and focus areas")
    func geometry() async throws {
        let rig = try await Rig.connected()
        rig.simulator.tilt(toDegrees: 90)
        var info = try await nextFrame(rig).info
        #expect(info.orientation == .portraitLeft)
        #expect(info.rollDegrees == 90)
        #expect(info.size == PixelSize(width: 96, height: 64) && !info.needsResize && !info.isZoomed)
        #expect(info.focusAreas.filter(\.isActive).count == 1)
        rig.simulator.tilt(toDegrees: -10)
        rig.simulator.pitch(toDegrees: 12)
        try await rig.set(.liveViewZoom, "5×")
        info = try await frame(rig) { $0.info.isZoomed }.info
        #expect(info.rollDegrees == 350 && info.orientation == .landscape && info.pitchDegrees == 12 && info.timeCode == nil)
        try await rig.set(.autoFocusSystem, "face detection")
        _ = try await frame(rig) { $0.focusAreas.count == 1 }
    }

    @Test("a crop keeps the picture's shape and must be large enough and inside")
    func crop() async throws {
        let rig = try await Rig.connected()
        try await rig.withLiveView {
            try await rig.camera.setLiveViewCrop(Rect(x: 10, y: 10, width: 48, height: 16))
            for bad in [
                Rect(x: -1, y: 0, width: 50, height: 50), Rect(x: 0, y: 0, width: 4, height: 4),
                Rect(x: 90, y: 0, width: 48, height: 32),
            ] {
                #expect(await failure { try await rig.camera.setLiveViewCrop(bad) }?.code == .invalidArgument)
            }
            _ = try await self.frame(rig) { $0.info.isZoomed }
            try await rig.camera.setLiveViewCrop(nil)
            _ = try await self.frame(rig) { !$0.info.isZoomed }
        }
    }

    @Test("an enlarged view shows the chosen position, within the picture")
    func pan() async throws {
        let rig = try await Rig.connected()
        try await rig.withLiveView {
            let whole = try await self.frame(rig) { !$0.info.isZoomed }
            let size = whole.info.space
            try await rig.camera.panLiveView(to: Point(x: Double(size.width) / 2, y: Double(size.height) / 2))
            let middle = try await self.frame(rig) { $0.info.zoomRect != nil }.info.zoomRect
            #expect(middle?.x == Double(size.width) * 0.4)
            try await rig.camera.panLiveView(to: Point(x: 0, y: Double(size.height)))
            let corner = try await self.frame(rig) { $0.info.zoomRect != middle }.info.zoomRect
            #expect(corner.map { [$0.x, ($0.y + $0.height).rounded()] } == [0, Double(size.height)])
            for bad in [Point(x: -1, y: 0), Point(x: 0, y: 1e9), Point(x: .nan, y: 0), Point(x: 0, y: .infinity)] {
                #expect(await failure { try await rig.camera.panLiveView(to: bad) }?.code == .invalidArgument)
            }
        }
    }

    @Test("a touch in the picture focuses there, and outside of it is refused")
    func touch() async throws {
        let rig = try await Rig.connected()
        try await rig.withLiveView {
            try await rig.camera.touchFocus(at: Point(x: 48, y: 32))
            let area = try await self.frame(rig) { $0.focusAreas.count == 1 }.focusAreas
            #expect(area[0].rect.contains(Point(x: 48, y: 32)) && area[0].hasFocus)
            #expect(await failure { try await rig.camera.touchFocus(at: Point(x: 500, y: 0)) }?.code == .invalidArgument)
        }
    }

    @Test("a failure of the autofocus without an operation concerns a touch too")
    func touchFocusFails() async throws {
        let rig = try await Rig.connected { $0.faults = [SimulatedFault(.focusFails, .always)] }
        try await rig.withLiveView {
            #expect(await failure { try await rig.camera.touchFocus(at: Point(x: 48, y: 32)) }?.code == .focusFailed)
            try await rig.camera.touchFocus(at: Point(x: 48, y: 32))
        }
    }

    @Test("the lens can be driven to the end of its travel, and no further")
    func focusDrive() async throws {
        let rig = try await Rig.connected()
        try await rig.withLiveView {
            var code: CameraError.Code?
            for _ in 0..<20 where code == nil {
                code = await failure { try await rig.camera.driveFocus(FocusStep(.towardsInfinity, .large)) }?.code
            }
            #expect(code == .focusDidNotMove)
            try await rig.camera.driveFocus(FocusStep(.towardsCamera, .small))
        }
    }

    static let ends: [(SimulatedFault.Kind, CameraError.Code)] = [
        (.liveViewEnds(.modeChanged), .wrongCategory), (.liveViewEnds(.batteryLow), .batteryLow),
        (.liveViewEnds(.overheated), .notAvailable), (.vanish(.cameraTurnedOff), .connectionLost),
    ]

    @Test("a stream whose live view the camera ends receives the reason, and can be started again", arguments: ends)
    func endedByCamera(kind: SimulatedFault.Kind, code: CameraError.Code) async throws {
        let rig = try await Rig.connected()
        let iterator = rig.camera.liveView().makeAsyncIterator()
        _ = try await iterator.next()
        rig.simulator.inject(SimulatedFault(kind, .always))
        let error = await failure { while try await iterator.next() != nil {} }
        #expect(error?.code == code)
        #expect(!rig.camera.liveViewState.isRunning)
        guard code != .connectionLost else { return }
        _ = try await nextFrame(rig)
    }

    @Test("a battery that runs low ends live view, and does not let it start")
    func lowBattery() async throws {
        let rig = try await Rig.connected()
        let iterator = rig.camera.liveView().makeAsyncIterator()
        _ = try await iterator.next()
        rig.simulator.setBatteryCharge(0.03)
        #expect(await failure { while try await iterator.next() != nil {} }?.code == .batteryLow)
        #expect(await failure { _ = try await self.nextFrame(rig) }?.code == .batteryLow)
    }

    @Test("leaving the category that live view belongs to ends it")
    func categoryEndsIt() async throws {
        let rig = try await Rig.connected { $0.combinesCategories = false }
        let iterator = rig.camera.liveView().makeAsyncIterator()
        _ = try await iterator.next()
        try await rig.camera.setCommandCategories(.fileAccess)
        #expect(await failure { while try await iterator.next() != nil {} }?.code == .wrongCategory)
    }

    @Test(
        "broken frames are delivered unchanged, and the stream continues",
        arguments: [
            SimulatedFault.Kind.emptyFrames, .truncatedFrames, .rgbFrames,
        ]
    )
    func brokenFrames(kind: SimulatedFault.Kind) async throws {
        let rig = try await Rig.connected { $0.faults = [SimulatedFault(kind, .during(.liveView))] }
        let iterator = rig.camera.liveView().makeAsyncIterator()
        let first = try #require(try await iterator.next())
        switch kind {
        case .emptyFrames: #expect(first.byteCount == 0)
        case .rgbFrames: #expect(first.info.format == .rgb24 && first.byteCount == 96 * 64 * 3)
        default:
            let end = unsafe first.bytes.withUnsafeBytes { unsafe Array($0.suffix(2)) }
            #expect(end != [0xFF, 0xD9])
        }
        _ = try brightness(try #require(try await iterator.next()))
    }

    @Test("frames that stall resume")
    func stalled() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.faults = [SimulatedFault(.stalledFrames(.seconds(2)), .during(.liveView))] }
        try await rig.camera.connect()
        try await clock.run(until: "frames resume") { _ = try await self.nextFrame(rig) }
        #expect(clock.now >= .seconds(2))
    }

    @Test("pictures of the user's own are shown as they are, in turn")
    func ownPictures() async throws {
        let source = try await Rig.connected()
        let frame = try await nextFrame(source)
        let first = unsafe frame.bytes.withUnsafeBytes { unsafe Array($0) }
        let second = first + [0]
        let rig = try await Rig.connected { $0.liveViewSource = .pictures([first, second]) }
        var pictures: [Bool: Set<Int>] = [:]
        // A slow consumer misses frames, but not their numbers.
        for try await frame in rig.camera.liveView().prefix(6) {
            pictures[frame.sequenceNumber.isMultiple(of: 2), default: []].insert(frame.byteCount)
        }
        #expect(pictures.values.allSatisfy { $0 == [first.count] || $0 == [second.count] })
        #expect(pictures[true] != pictures[false])
        let none = try await Rig.connected { $0.liveViewSource = .folder("/nonexistent") }
        #expect(await failure { _ = try await self.nextFrame(none) }?.code == .noData)
    }

    @Test("with a rate, frames follow the clock and are numbered by it")
    func rate() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.liveViewRate = 10 }
        try await rig.camera.connect()
        let numbers = try await clock.run(until: "five frames are drawn") {
            var numbers: [UInt64] = []
            for try await frame in rig.camera.liveView().prefix(5) { numbers.append(frame.sequenceNumber) }
            return numbers
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 5)
        #expect(clock.now >= .milliseconds(400))
    }

    @Test("a consumer that pauses costs nothing meanwhile, and then gets the newest frame")
    func pausing() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.liveViewRate = 30 }
        try await rig.camera.connect()
        let iterator = rig.camera.liveView().makeAsyncIterator()
        // SAFETY: only one task at a time uses it.
        nonisolated(unsafe) let owned = iterator
        let first = try await clock.run(until: "a frame is drawn") { unsafe try await owned.next()!.sequenceNumber }
        let drawn = rig.simulator.drawnFrames
        clock.advance(by: .seconds(10))
        // Runs after all earlier work of this thread, so that a started frame is complete.
        await rig.simulator.studio.perform {}
        #expect(rig.simulator.drawnFrames == drawn)
        let next = try await clock.run(until: "a frame is drawn") { unsafe try await owned.next()! }
        #expect(next.sequenceNumber >= first + 299)
        #expect(next.timestamp >= .seconds(10))
        #expect(unsafe owned.missedCount >= 298)
    }

    /// Runs work on the thread that enqueues it.
    private final class DirectQueue: CallbackQueue {
        func enqueue(_ work: CallbackWork) { work.run() }
    }

    /// Requests frames on a lent thread, each after the last one. Returns whether each was made on that thread.
    private func lent(_ camera: Camera, count: Int) async throws -> [Bool] {
        let threads = Guarded<[UInt]>([])
        let subscription = camera.liveView().subscribe(queue: DirectQueue(), credit: 1) { _ in
            threads.withLock { $0.append(UInt(pthread_self())) }
        }
        var answers: [Bool] = []
        for number in 1...count {
            try await until("frame \(number) is there") { threads.withLock { $0.count } >= number }
            LiveViewSink.$isOnLentThread.withValue(true) { subscription.request(1) }
            answers.append(threads.withLock { $0.count > number && $0.last == UInt(pthread_self()) })
        }
        subscription.cancel()
        return answers
    }

    @Test("a frame that is copied is made on a thread that is lent; one that is drawn is not") func lentThreads() async throws {
        let drawn = try await Rig.connected()
        let picture = try await nextFrame(drawn)
        let bytes = unsafe picture.bytes.withUnsafeBytes { unsafe Array($0) }
        #expect(try await lent(drawn.camera, count: 50).allSatisfy { !$0 })
        let copied = try await Rig.connected { $0.liveViewSource = .pictures([bytes]) }
        #expect(try await lent(copied.camera, count: 50).contains(true))
    }

    @Test("a task that waits for a frame that is copied makes it on its own thread", .timeLimit(.minutes(1)))
    func tasksLendThreads() async throws {
        let picture = try await nextFrame(try await Rig.connected())
        let bytes = unsafe picture.bytes.withUnsafeBytes { unsafe Array($0) }
        // By this clock no time passes, so no frame is made ahead.
        let rig = try await Rig.connected(time: VirtualClock()) { configuration in
            configuration.liveViewSource = .pictures([bytes])
            configuration.liveViewRate = nil
        }
        let iterator = rig.camera.liveView().makeAsyncIterator()
        // SAFETY: only one task uses it.
        nonisolated(unsafe) let owned = iterator
        _ = unsafe try await owned.next()
        // The thread that draws frames has ended its work, and is occupied then.
        await rig.simulator.studio.perform {}
        let isDone = DispatchSemaphore(value: 0)
        rig.simulator.studio.enqueue(CallbackWork { isDone.wait() })
        for _ in 0..<10 { #expect(unsafe try await owned.next() != nil) }
        isDone.signal()
    }
}
