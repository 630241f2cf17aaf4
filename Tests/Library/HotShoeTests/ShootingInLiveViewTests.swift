import CameraModel
import Glibc
import HotShoeSupport
import SimulatedCamera
import TestSupport
import Testing

/// Pictures during live view: `script/soak --pictures` takes a thousand with each body, and a hundred at the speed of a camera.
@Suite("Pictures during live view", .timeLimit(.minutes(60)))
struct ShootingInLiveViewTests {
    /// Number of pictures of each body.
    private static var count: Int { unsafe getenv("HOTSHOE_PICTURES").flatMap { unsafe Int(String(cString: $0)) } ?? 25 }
    /// Whether the camera needs the time that a modern one needs.
    private static var isFast: Bool { unsafe getenv("HOTSHOE_PICTURES_FAST") != nil }
    /// File for the figures; nil without one.
    private static var report: String? { unsafe getenv("HOTSHOE_PICTURES_REPORT").map { unsafe String(cString: $0) } }

    /// The times at which frames arrived.
    private struct Frames {
        var arrivals: [Duration] = []
        var missed = 0
    }

    @Test("each picture is taken and read, and live view goes on", arguments: ScenarioRig.Way.withLiveView)
    func series(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way) { if Self.isFast { $0.speed = .fast } }
        let camera = rig.camera
        try await camera.connect()
        let frames = Guarded(Frames())
        let viewing = camera.liveView().subscribe { _ in frames.withLock { $0.arrivals.append(SystemClock.shared.now) } }
        try await until("live view runs") { frames.withLock { !$0.arrivals.isEmpty } }
        var names: Set<String> = []
        var times: [Duration] = []
        let start = SystemClock.shared.now
        for number in 1...Self.count {
            let begin = SystemClock.shared.now
            let shot = try await camera.shoot()
            times.append(SystemClock.shared.now - begin)
            #expect(shot.unreadable.isEmpty && shot.files.count == 1, "picture \(number)")
            for file in shot.files {
                #expect(try await file.contents().starts(with: [0xFF, 0xD8]))
                names.insert("\(file.item?.info.parent?.number ?? 0)/\(file.name)/\(file.offer?.number ?? 0)")
            }
        }
        let end = SystemClock.shared.now
        // Every body shows frames between its pictures.
        let during = frames.withLock { $0.arrivals.count { $0 >= start && $0 <= end } }
        #expect(during >= Self.count / 2, "\(during) frames")
        // Live view has not ended: more frames arrive.
        let last = frames.withLock { $0.arrivals.count }
        try await until("live view goes on") { frames.withLock { $0.arrivals.count > last + 2 } }
        #expect(names.count == Self.count)
        #expect(camera.liveViewState.isRunning)
        let missed = viewing.missedCount
        viewing.cancel()
        await rig.stop()
        if let report = Self.report {
            let arrivals = frames.withLock { $0.arrivals }.filter { $0 >= start && $0 <= end }
            try Self.write(Self.figures(way, arrivals, times, end - start, missed), to: report)
        }
    }

    /// A line of figures.
    private static func figures(
        _ way: ScenarioRig.Way,
        _ arrivals: [Duration],
        _ times: [Duration],
        _ total: Duration,
        _ missed: Int
    ) -> String {
        let gaps = zip(arrivals.dropFirst(), arrivals).map { ($0 - $1) / .milliseconds(1) }.sorted()
        func part(_ values: [Double], _ part: Double) -> Int {
            values.isEmpty ? 0 : Int(values[min(values.count - 1, Int(Double(values.count) * part))])
        }
        let shots = times.map { $0 / .milliseconds(1) }.sorted()
        let rate = Double(arrivals.count) / (total / .seconds(1))
        return
            "\(way.testDescription): \(times.count) pictures in \(Int(total / .seconds(1))) s; a picture p50 \(part(shots, 0.5)) ms, p99 "
            + "\(part(shots, 0.99)) ms; \(Int(rate.rounded())) frames/s; pause between frames p50 \(part(gaps, 0.5)) ms, p99 \(part(gaps, 0.99)) ms, "
            + "longest \(part(gaps, 1)) ms; \(missed) frames missed by the consumer\n"
    }

    private static func write(_ line: String, to path: String) throws {
        let file = unsafe try #require(unsafe fopen(path, "a"))
        unsafe fputs(line, file)
        unsafe fclose(file)
    }
}
