import CBaseline
import HotShoe
import SimulatedCamera
import Synchronization

/// Frames of 100 KB from a simulated camera to a consumer, without encoding, beside the same exchange in bare C.
enum LiveViewBenchmark {
    static let frameSize = 100 * 1024

    static func run(frames: Int) async throws {
        Report.heading("Live view, \(frameSize / 1024) KB frames that are encoded already, one consumer")
        var cpu: UInt64 = 0
        let wall = baseline_exchange(frameSize, UInt64(frames), &cpu)
        let bare = Double(frames) / (Double(wall) / 1e9)
        Report.figure(
            "bare C exchange between two threads",
            "\(Report.decimal(bare, 0)) frames/s, \(Report.decimal(Double(cpu) / Double(frames) / 1000)) µs CPU a frame"
        )
        let camera = try await connectedCamera()
        for _ in 0..<3 {
            report("handler", await measureHandler(camera, frames), bare)
            let executor = ThreadExecutor(name: "consumer")
            let own = Task(executorPreference: executor) { try await measureStream(camera, frames) }
            report("stream, consumer on a thread of its own", try await own.value, bare)
            executor.stop()
            report("stream, consumer on Swift's shared threads", try await measureStream(camera, frames), bare)
        }
        await camera.disconnect()
    }

    private struct Result {
        var frames: Int
        var wall: Duration
        var cpu: UInt64
        var allocations: UInt64
    }

    private static func report(_ name: String, _ result: Result, _ bare: Double) {
        let seconds = Double(result.wall.components.seconds) + Double(result.wall.components.attoseconds) * 1e-18
        let rate = Double(result.frames) / seconds
        let cpu = Double(result.cpu) / Double(result.frames) / 1000
        Report.figure(
            name,
            "\(Report.decimal(rate, 0)) frames/s (\(Report.decimal(rate / bare, 2)) of bare C), \(Report.decimal(cpu)) µs CPU a frame, "
                + "\(Report.decimal(Double(result.allocations) / Double(result.frames), 4)) allocations a frame (\(result.allocations) in all)"
        )
    }

    private static func connectedCamera() async throws -> Camera {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.liveViewRate = nil
        configuration.liveViewSource = .pictures([picture()])
        let camera = CameraSimulator(configuration).makeCamera()
        try await camera.connect()
        return camera
    }

    /// A JPEG header, padded to the size of a frame, which is never decoded.
    private static func picture() -> [UInt8] {
        let header: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0x02, 0x80, 0x03, 0xC0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
            + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
        return header + [UInt8](repeating: 0x55, count: frameSize - header.count - 2) + [0xFF, 0xD9]
    }

    private static func measureStream(_ camera: Camera, _ frames: Int) async throws -> Result {
        let iterator = camera.liveView().makeAsyncIterator()
        for _ in 0..<1000 { _ = try await iterator.next() }
        let (allocations, cpu, start) = (baseline_allocations(), baseline_cpu(), ContinuousClock.now)
        var bytes = 0
        for _ in 0..<frames {
            guard let frame = try await iterator.next() else { break }
            bytes += frame.byteCount
        }
        let wall = start.duration(to: .now)
        precondition(bytes == frames * frameSize, "frames were lost")
        return Result(frames: frames, wall: wall, cpu: baseline_cpu() - cpu, allocations: baseline_allocations() - allocations)
    }

    private static func measureHandler(_ camera: Camera, _ frames: Int) async -> Result {
        let count = Atomic<Int>(0)
        let before = Atomic<UInt64>(0)
        let counter = Counter(count: count, before: before)
        return await counter.run(camera, frames)
    }

    private final class Counter: Sendable {
        let count: Atomic<Int>
        let before: Atomic<UInt64>

        init(count: consuming Atomic<Int>, before: consuming Atomic<UInt64>) {
            self.count = count
            self.before = before
        }

        func run(_ camera: Camera, _ frames: Int) async -> Result {
            let warm = Promise<Void, Never>()
            let done = Promise<Void, Never>()
            let subscription = camera.liveView().subscribe { [self] _ in
                let number = count.add(1, ordering: .relaxed).newValue
                if number == 1000 {
                    before.store(baseline_allocations(), ordering: .relaxed)
                    warm.fulfil(.success(()))
                }
                if number == 1000 + frames { done.fulfil(.success(())) }
            }
            _ = await warm.result()
            let (cpu, start) = (baseline_cpu(), ContinuousClock.now)
            _ = await done.result()
            let result = Result(
                frames: frames,
                wall: start.duration(to: .now),
                cpu: baseline_cpu() - cpu,
                allocations: baseline_allocations() - before.load(ordering: .relaxed)
            )
            subscription.cancel()
            return result
        }
    }
}
