import CameraModel
import TestSupport
import Testing

@testable import hotshoe

@Suite struct FrameCheckTests {
    private func check(_ bytes: [UInt8], _ format: LiveViewFrameInfo.Format = .jpeg, _ size: (Int, Int) = (2, 1)) -> FrameCheck {
        // SAFETY: the span does not outlive the array.
        unsafe FrameCheck(format: format, size: PixelSize(width: size.0, height: size.1), bytes: bytes.span.bytes)
    }

    @Test func `a frame from start to end marker is whole`() {
        #expect(check([0xFF, 0xD8, 0xFF, 0xD9]) == .jpeg(byteCount: 4))
        #expect(check([0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]) == .jpeg(byteCount: 7))
    }

    @Test func `zeros after the end are padding`() {
        #expect(check([0xFF, 0xD8, 1, 0xFF, 0xD9, 0, 0, 0]) == .jpeg(byteCount: 5))
        let padding = [UInt8](repeating: 0, count: 5000)
        #expect(check([0xFF, 0xD8, 1, 0xFF, 0xD9] + padding) == .unusable)
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xDA], [0, 0, 0, 0], [0xFF, 0xD8, 0, 0, 0],
            [0xFF, 0xD9, 0xFF, 0xD8],
            [0xD8, 0xFF, 0xFF, 0xD9],
        ] as [[UInt8]]
    )
    func `anything else is unusable`(bytes: [UInt8]) {
        #expect(check(bytes) == .unusable)
    }

    @Test func `the number of pixels follows the size`() {
        #expect(check([1, 2, 3, 4, 5, 6], .rgb24) == .pixels)
        #expect(check([1, 2, 3, 4, 5], .rgb24) == .unusable)
        #expect(check([], .rgb24, (0, 0)) == .unusable)
        #expect(check([1, 2, 3], .rgb24, (Int.max, 2)) == .unusable)
    }
}

@Suite struct LiveViewMeterTests {
    @Test func `frames are counted by usability`() {
        var meter = LiveViewMeter()
        for (index, check) in [FrameCheck.jpeg(byteCount: 9), .pixels, .unusable, .unusable].enumerated() {
            meter.add(check, byteCount: 10, at: .milliseconds(index * 100))
        }
        meter.missed = 3
        #expect((meter.frames, meter.jpegFrames, meter.pixelFrames, meter.unusable) == (4, 1, 1, 2))
        #expect(meter.bytes == 40)
        #expect(meter.text == "4 frames, 10.0/s, 3 missed, 1 in pixels, 2 unusable")
    }

    @Test func `one frame has no rate`() {
        var meter = LiveViewMeter()
        #expect(meter.text == "0 frames, 0 missed")
        meter.add(.pixels, byteCount: 1, at: .zero)
        #expect(meter.rate == nil)
        #expect(meter.text == "1 frame, 0 missed, 1 in pixels")
    }

    @Test func `the recent rate ignores frames older than a second`() {
        var meter = LiveViewMeter()
        for index in 0..<10 { meter.add(.pixels, byteCount: 1, at: .milliseconds(index * 10)) }
        for index in 0..<5 { meter.add(.pixels, byteCount: 1, at: .seconds(10) + .milliseconds(index * 200)) }
        #expect(meter.recentRate == 5)
        #expect(meter.duration == .milliseconds(10_800))
    }
}

@Suite struct LiveViewCommandTests {
    @Test func `frames are written one after the other`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("liveview", "--frames", "3", "--output", folder.path + "/clip.mjpeg")
        #expect(run.code == .success)
        let clip = folder.read("clip.mjpeg")
        let starts = clip.indices.dropLast(2).count { clip[$0] == 0xFF && clip[$0 + 1] == 0xD8 && clip[$0 + 2] == 0xFF }
        #expect(starts == 3)
        #expect(clip.suffix(2) == [0xFF, 0xD9])
        #expect(run.messages.hasPrefix("3 written of 3 frames"))
        #expect(run.data == "")
    }

    @Test func `a single frame is a file`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("liveview", "--single", folder.path + "/frame.jpg", "--json")
        #expect(run.code == .success)
        #expect(folder.read("frame.jpg").prefix(2) == [0xFF, 0xD8])
        #expect(run.objects.first?["path"] == .text(folder.path + "/frame.jpg"))
        #expect(run.objects.first?["pixels"] == .text("96×64"))
    }

    @Test func `each frame is a file of its own`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("liveview", "--frames", "2", "--save", folder.path + "/frames")
        #expect(run.code == .success)
        #expect(folder.names(in: "frames").count == 2)
        #expect(run.lines.count == 2)
    }

    @Test func `numbers are printed where there is no terminal`() async {
        let run = await CommandRun.simulated("liveview", "--frames", "2")
        #expect(run.code == .success)
        #expect(run.lines.last?.hasPrefix("2 frames, ") == true)
        let end = await CommandRun.simulated("liveview", "--frames", "2", "--json").objects.last
        #expect(end?["event"] == .text("end"))
        #expect(end?["frames"] == .number(2))
    }

    @Test func `a terminal is drawn on`() async {
        let recorded = RecordedOutput(data: .fake(.trueColor), messages: .fake(.trueColor))
        let run = await CommandRun.simulated("liveview", "--frames", "2", recorded: recorded)
        #expect(run.code == .success)
        // Each cell has different colours from its neighbours.
        #expect(run.messages.count(where: { $0 == "▀" }) > 100)
        let end = String(run.messages.suffix(80))
        #expect(end.hasSuffix("missed\n"))
    }

    @Test func `broken frames are counted and not written`() async throws {
        let folder = try TemporaryFolder()
        let faults = ["empty-frames*3", "truncated-frames*3", "rgb-frames*3"].flatMap { ["--fault", $0] }
        let run = await CommandRun.of(
            ["liveview", "--frames", "12", "--save", folder.path + "/frames"] + faults + CommandRun.small
        )
        #expect(run.code == .success)
        let summary = try #require(
            run.messages.wholeMatch(of: /(\d+) written of 12 frames, .* missed(?:, (\d+) in pixels)?(?:, (\d+) unusable)?\n/)
        )
        // A slow machine misses frames, including broken ones, but not nearly all.
        let counts = [summary.1, summary.2, summary.3].map { $0.flatMap { Int($0) } ?? 0 }
        #expect(counts.reduce(0, +) == 12 && counts[1] <= 3 && counts[2] <= 6 && counts[0] < 12)
        #expect(folder.names(in: "frames").count == counts[0])
    }

    @Test func `live view without a usable frame ends`() async {
        let run = await CommandRun.simulated("liveview", "--fault", "empty-frames*1000000", "--timeout", "0.5")
        #expect(run.code == .timedOut)
        let hanging = await CommandRun.simulated("liveview", "--fault", "hang@start-live-view", "--timeout", "0.3")
        #expect(hanging.code == .timedOut)
    }

    @Test(arguments: [
        ("unplug@live-view", ExitCode.connection, "live view ended: the connection was lost"),
        ("mode-switch@live-view", .unavailable, "mode"),
        ("battery-low@live-view", .unavailable, "battery"), ("overheat@live-view", .unavailable, "cool"),
        ("fail=battery-low@start-live-view", .unavailable, "battery"),
    ])
    func `live view that the camera ends is one line and its code`(fault: String, code: ExitCode, text: String) async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("liveview", "--output", folder.path + "/clip", "--fault", fault)
        #expect(run.code == code)
        let errors = run.messages.split(separator: "\n").filter { $0.hasPrefix("hotshoe: ") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains(text) == true)
    }

    @Test func `of live view that shows nothing no file is left`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/none.mjpg"
        let run = await CommandRun.simulated("liveview", "--output", path, "--fault", "fail=battery-low@start-live-view")
        #expect(run.code == .unavailable)
        #expect(!FreeName.exists(path))
    }

    @Test func `a file that is there is left as it is`() async throws {
        let folder = try TemporaryFolder()
        folder.write([7], to: "clip")
        for option in ["--output", "--single"] {
            let run = await CommandRun.simulated("liveview", option, folder.path + "/clip")
            #expect(run.code == .storage)
            #expect(run.messages.contains("A file of this name exists already, and was not replaced."))
        }
        #expect(folder.read("clip") == [7])
    }

    @Test func `a full disk is reported`() async {
        let run = await CommandRun.simulated("liveview", "--frames", "2", "--output", "/dev/full")
        #expect(run.code == .storage)
        #expect(run.messages.hasSuffix("hotshoe: /dev/full: The file could not be written: No space left on device.\n"))
    }

    @Test func `a closed reader receives no message`() async {
        let messages = MemorySink()
        let output = Output(data: MemorySink(failing: .closed), messages: messages)
        let words = ["liveview", "--output", "-"] + CommandRun.small
        #expect(await HotShoeCommand.run(words, table: HotShoeCommand.table, output: output) == .outputClosed)
        #expect(messages.text == "")
    }

    @Test func `JPEGs are not thrown on a screen`() async {
        let run = await CommandRun.simulated("liveview", "--output", "-", recorded: RecordedOutput(data: .fake()))
        #expect(run.code == .usage)
        #expect(run.data == "")
    }

    @Test func `two places at a time are one too many`() async {
        #expect(await CommandRun.simulated("liveview", "--output", "a", "--save", "b").code == .usage)
        #expect(await CommandRun.simulated("liveview", "--output", "-", "--json").code == .usage)
    }

    @Test func `pictures of one's own are shown`() async throws {
        let (folder, output) = (try TemporaryFolder(), try TemporaryFolder())
        _ = await CommandRun.simulated("liveview", "--single", folder.path + "/mine.jpg")
        let run = await CommandRun.simulated("liveview", "--single", output.path + "/frame.jpg", "--live-view", folder.path)
        #expect(run.code == .success)
        #expect(output.read("frame.jpg") == folder.read("mine.jpg"))
    }
}
