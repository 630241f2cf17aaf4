import FakeCamera
import HotShoeSupport
import Testing

@testable import CameraModel

/// The pool of frame memory and its reuse.
@Suite(.timeLimit(.minutes(5))) struct FrameMemoryTests {
    private func bytes(_ frame: LiveViewFrame) -> [UInt8] {
        let span = frame.bytes
        return span.byteOffsets.map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }

    private func pull(_ number: Int, count: Int = 64, _ rig: CameraRig, _ puller: FramePuller) async throws -> LiveViewFrame {
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        rig.driver.deliver(number, count: count)
        return try #require(try await pulled.value.get())
    }

    @Test func `a frame's bytes stay as they are while it is held, though many more are delivered`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        let held = try await pull(7, rig, puller)
        for number in 8..<200 { _ = try await pull(number, count: 64 + number, rig, puller) }
        #expect(held.sequenceNumber == 7)
        #expect(held.byteCount == 64)
        #expect(bytes(held) == [UInt8](repeating: 7, count: 64))
    }

    @Test func `frames that are held by other threads are whole, on whichever thread they are released`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        await withTaskGroup(of: Bool.self) { group in
            for number in 2..<300 {
                guard let frame = try? await pull(number, rig, puller) else { continue }
                group.addTask {
                    await Task.yield()
                    return bytes(frame).allSatisfy { $0 == UInt8(truncatingIfNeeded: number) }
                }
            }
            for await isWhole in group { #expect(isWhole) }
        }
    }

    @Test(arguments: [-1, 3]) func `a driver that reports more bytes than there is memory gets an error`(count: Int) {
        let frame = LiveViewFrameBuffer(storage: FrameStorage(capacity: 2))
        #expect(throws: CameraError.self) { try frame.write { _ throws(CameraError) in count } }
        #expect(frame.byteCount == 0)
    }

    @Test func `a frame grows with the bytes that are copied, and is cropped to what it has`() {
        let frame = LiveViewFrameBuffer(storage: FrameStorage(capacity: 2))
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        unsafe frame.copy(bytes.span.bytes)
        let (count, capacity) = (frame.byteCount, frame.capacity)
        #expect(count == 5 && capacity >= 5)
        frame.crop(to: 1..<9)
        frame.crop(to: -3..<2)
        let span = frame.bytes
        let rest = span.byteOffsets.map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        #expect(rest == [2, 3])
        frame.crop(to: 5..<7)
        let left = frame.byteCount
        unsafe frame.copy(bytes.span.bytes)
        let again = frame.byteCount
        #expect(left == 0 && again == 5)
    }

    @Test(arguments: [-1, Int.min, Int.max, 1 << 30 + 1])
    func `there is no frame of an impossible capacity`(_ capacity: Int) async throws {
        let rig = try await CameraRig.connected()
        _ = await FramePuller.running(rig)
        let isRefused = rig.driver.sink.makeFrame(capacity: capacity) == nil
        #expect(isRefused)
    }

    /// A queue of frames for readers.
    private final class Line: Sendable {
        private let state = Guarded<(frames: [FrameStorage], isOver: Bool)>(([], false))

        func append(_ frame: FrameStorage) { state.withLock { $0.frames.append(frame) } }
        func end() { state.withLock { $0.isOver = true } }

        /// A frame, if there is one, and whether the queue has ended.
        func pop() -> (FrameStorage?, isOver: Bool) { state.withLock { ($0.frames.popLast(), $0.isOver && $0.frames.isEmpty) } }
    }

    @Test func `a frame is reused when its last reference is released, which only the reference count shows`() async {
        let (pool, line, torn, done) = (FramePool(limit: 3), Line(), Recorder<UInt64>(), Recorder<Int>())
        for reader in 0..<2 {
            startNamedThread("reader-\(reader)") {
                while true {
                    let (frame, isOver) = line.pop()
                    if let frame {
                        let number = frame.info.sequenceNumber
                        let span = frame.bytes
                        let isWhole = span.byteOffsets.allSatisfy {
                            unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == UInt8(truncatingIfNeeded: number)
                        }
                        if !isWhole { torn.record(number) }
                    }
                    if isOver { return done.record(reader) }
                }
            }
        }
        startNamedThread("producer") {
            var number = 0
            while number < 5000 {
                guard let storage = pool.acquire(capacity: 256) else { continue }
                number += 1
                let frame = LiveViewFrameBuffer(storage: storage)
                frame.info.sequenceNumber = UInt64(number)
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 256)
                unsafe frame.copy(bytes.span.bytes)
                line.append(storage)
            }
            line.end()
        }
        await done.atLeast(2)
        #expect(torn.count == 0)
    }

    @Test func `a pool makes no more frames than are needed, and each as large as the largest`() {
        let pool = FramePool(limit: 4)
        for capacity in [10, 100, 50] {
            let storage = pool.acquire(capacity: capacity)
            #expect(storage?.capacity ?? 0 >= capacity)
        }
        let first = pool.acquire(capacity: 100).map { ObjectIdentifier($0) }
        #expect(pool.acquire(capacity: 100).map { ObjectIdentifier($0) } == first)
    }

    @Test func `an exhausted pool returns nothing until a frame is released`() {
        let pool = FramePool(limit: 2)
        var held = [pool.acquire(capacity: 8), pool.acquire(capacity: 8)]
        #expect(held.allSatisfy { $0 != nil })
        #expect(pool.acquire(capacity: 8) == nil)
        held.removeLast()
        #expect(pool.acquire(capacity: 8) != nil)
    }

    @Test func `a consumer that holds every frame receives no more until it releases them`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        var held: [LiveViewFrame] = []
        while held.count < 100 {
            rig.clock.advance(by: .seconds(1))
            let pulled = await puller.pullAndReachDriver(rig.driver)
            guard rig.driver.deliver(held.count + 2) else {
                #expect(rig.driver.sink.isDemanded, "it still wants one")
                held = []
                rig.driver.deliver(1000)
                #expect(await pulled.value.number == 1000)
                return
            }
            held.append(try #require(try await pulled.value.get()))
        }
        Issue.record("the pool has no end")
    }

    @Test func `a frame that the driver discards returns to the pool`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        for _ in 0..<100 {
            guard let frame = rig.driver.sink.makeFrame(capacity: 8) else {
                Issue.record("the pool is empty")
                return
            }
            frame.info.sequenceNumber = 9
        }
        withExtendedLifetime(puller) {}
    }

    @Test func `a frame of no bytes is a frame`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        let frame = try await pull(2, count: 0, rig, puller)
        #expect(frame.byteCount == 0)
        #expect(bytes(frame).isEmpty)
    }

    @Test func `bytes are written in place, with the count from the driver`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        rig.driver.deliver(2, capacity: 10) { frame in
            try? frame.write { span throws(CameraError) in
                for index in 0..<4 { span[index] = UInt8(index) }
                return 4
            }
        }
        #expect(bytes(try #require(try await pulled.value.get())) == [0, 1, 2, 3])
    }

    @Test func `a driver that already has the bytes passes them, and may reuse its memory immediately`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        var mine: [UInt8] = [3, 1, 4, 1, 5]
        var info = LiveViewFrameInfo()
        info.sequenceNumber = 2
        info.size = PixelSize(width: 5, height: 1)
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        let wasTaken = unsafe rig.driver.sink.deliver(mine.span.bytes, info: info)
        #expect(wasTaken)
        mine = [0]
        let frame = try #require(try await pulled.value.get())
        #expect(bytes(frame) == [3, 1, 4, 1, 5])
        #expect(frame.sequenceNumber == 2)
        #expect(frame.size == PixelSize(width: 5, height: 1))
    }

    @Test func `bytes beyond the limit are refused`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        let sink = rig.driver.sink
        await rig.camera.stopLiveView()
        let late: [UInt8] = [1]
        let wasTaken = unsafe sink.deliver(late.span.bytes, info: LiveViewFrameInfo())
        #expect(!wasTaken)
        withExtendedLifetime(puller) {}
    }

    @Test func `a histogram begins at nought, is there where it was written, and nowhere else`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        for number in 2..<6 {
            rig.clock.advance(by: .seconds(1))
            let pulled = await puller.pullAndReachDriver(rig.driver)
            rig.driver.deliver(number, capacity: 1) { frame in
                if number != 3 { frame.writeHistogram { counts in counts[256 * 2 + 5] += UInt32(number) } }
            }
            let frame = try #require(try await pulled.value.get())
            guard number != 3 else {
                #expect(frame.histogram == nil)
                continue
            }
            let histogram = try #require(frame.histogram)
            let green = histogram[.green]
            #expect(green.count == 256)
            #expect(green[5] == number)
            let red = histogram[.red]
            #expect(red.indices.allSatisfy { red[$0] == 0 })
        }
    }

    @Test func `places in a frame are carried to a view of the whole picture`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        rig.driver.deliver(2, capacity: 1) { frame in frame.info.imageRect = Rect(x: 100, y: 100, width: 800, height: 400) }
        let frame = try #require(try await pulled.value.get())
        let transform = frame.transform(to: Rect(x: 0, y: 0, width: 80, height: 40))
        #expect(transform(Point(x: 500, y: 300)) == Point(x: 40, y: 20))
        #expect(frame.info.orientation == .landscape, "if the camera does not report it")
    }
}
