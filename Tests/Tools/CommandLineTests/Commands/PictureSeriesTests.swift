import CameraModel
import Exposure
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Brackets, focus stacks, and the files that are copied by what is new.
@Suite(.timeLimit(.minutes(5))) struct PictureSeriesTests {
    // MARK: Brackets

    @Test(arguments: [
        (3, "1", ["-1", "0", "+1"]), (5, "1/3", ["-⅔", "-⅓", "0", "+⅓", "+⅔"]), (2, "1", ["-½", "+½"]),
        (3, "2", ["-2", "0", "+2"]),
    ])
    func `the exposures of a bracket are symmetric, from dark to bright`(_ count: Int, _ step: String, _ offsets: [String]) throws
    {
        let step = try #require(ExposureCompensation(step)?.stops)
        #expect(BracketPlan.offsets(count: count, step: step).map(\.description) == offsets)
    }

    @Test func `a bracket by shutter speed has longer times for brighter pictures`() throws {
        let speeds = ["1/500", "1/250", "1/125", "1/60", "1/30"].map { PropertyValue(.shutterSpeed(ShutterSpeed($0)!)) }
        let state = PropertyState(.shutterSpeed, value: speeds[2], settable: .enumeration(speeds))
        let plan = try BracketPlan(state, count: 3, step: Stops(whole: 2))
        #expect(plan.exposures.map(\.value.label) == ["1/500", "1/125", "1/30"])
        #expect(throws: CommandFailure.self) { try BracketPlan(state, count: 5, step: Stops(whole: 2)) }
    }

    @Test(arguments: ["canon-eos-r5", "nikon-z6-2", "generic"])
    func `a bracket by settings takes all exposures and sets the camera back`(_ body: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let run = await served.run("bracket", "--count", "5", "--step", "2/3", "--download", folder.path, "--json")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.objects.compactMap { $0["exposure"]?.number }.map { ($0 * 3).rounded() } == [-4, -2, 0, 2, 4])
        #expect(folder.names().count == 5)
        #expect(await served.run("get", "exposure-compensation").lines == ["0"])
    }

    @Test func `in manual mode the shutter speed changes, and a bracket that does not fit takes no picture`() async throws {
        let served = try ServedSimulator(personality: "canon-eos-r5")
        #expect(await served.run("set", "exposure-mode", "M").code == .success)
        #expect(await served.run("set", "shutter-speed", "1/60").code == .success)
        let run = await served.run("bracket")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.map { $0.contains("1/125") || $0.contains("1/60") || $0.contains("1/30") } == [true, true, true])
        #expect(await served.run("get", "shutter-speed").lines == ["1/60"])
        let before = await served.run("files").lines.count
        let tooWide = await served.run("bracket", "--count", "15", "--step", "5")
        #expect(tooWide.code == .value)
        #expect(await served.run("files").lines.count == before)
    }

    @Test func `the bracketing of the camera takes all pictures, and is switched off again`() async throws {
        let run = await CommandRun.simulated("bracket", "--by", "camera", "--json")
        #expect(run.code == .success, "\(run.messages)")
        #expect(Set(run.objects.compactMap { $0["file"]?.text }).count == 3)
    }

    @Test(arguments: ["canon-eos-r5", "canon-eos-80d", "nikon-z6-2", "nikon-d850"])
    func `the bracketing of a body of a vendor takes and copies all pictures`(_ body: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let run = await served.run("bracket", "--count", "3", "--by", "camera", "--download", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG"], "\(run.messages)")
    }

    @Test func `an even number of exposures has equal distances, and labels with the actual exposures`() async throws {
        let run = await CommandRun.simulated("bracket", "-n", "4", "--by", "compensation", "--json")
        let offsets = run.objects.compactMap { $0["exposure"]?.number }
        #expect(run.code == .success && offsets.count == 4, "\(run.messages)")
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { abs($1 - $0 - 1) < 0.01 }, "\(offsets)")
        let details = run.objects.compactMap { $0["detail"]?.text }
        #expect(details.allSatisfy { $0.contains("(") } && Set(details).count == 4, "\(details)")
        let halves = await CommandRun.simulated("bracket", "--step", "0.5", "--by", "compensation")
        #expect(halves.code == .value, "\(halves.messages)")
    }

    @Test(arguments: ["canon-eos-r5", "nikon-z6-2"])
    func `another number than that of the camera's bracketing is reported, and the bracket is not repeated`(_ body: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let run = await served.run("bracket", "-n", "4", "--by", "camera", "--download", folder.path)
        #expect(run.code == .incomplete && run.messages.contains("took 3 exposures, not 4"), "\(run.messages)")
        #expect(folder.names().count == 3)
    }

    @Test(arguments: [["bracket", "-n", "2"], ["focus-stack", "-n", "2"], ["shoot"], ["shoot", "-n", "2"]])
    func `no picture is taken that neither the camera nor this computer would store`(_ words: [String]) async throws {
        let served = try ServedSimulator(personality: "canon-eos-r5")
        let run = await served.run(words + ["--set", "image-destination=host"])
        #expect(run.code == .usage && run.messages.contains("--download is missing"), "\(run.messages)")
        #expect(await served.run("files", "--json").objects.isEmpty)
    }

    // MARK: Focus stacks

    @Test(arguments: ["canon-eos-r5", "nikon-z6-2"]) func `a focus stack moves the lens between the pictures`(_ body: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let run = await served.run("focus-stack", "--count", "3", "--steps", "2", "--download", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names().count == 3)
        #expect(
            run.lines.map { line in ["step 0", "step 2", "step 4"].first { line.contains($0) } } == [
                "step 0", "step 2", "step 4",
            ]
        )
    }

    @Test func `a focus stack of a body that does not report the end of the lens's range needs a count`() async throws {
        let served = try ServedSimulator(personality: "canon-eos-r5")
        let run = await served.run("focus-stack", "--from-end", "--step", "large")
        #expect(run.code == .usage && run.messages.contains("--count is missing"), "\(run.messages)")
    }

    @Test(arguments: ["generic", "fujifilm-x-t4"]) func `without a focus drive a focus stack takes no picture`(
        _ body: String
    ) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let run = await served.run("focus-stack", "--count", "3", "--download", folder.path)
        #expect(run.code == .unavailable && run.messages.contains("no focus drive"), "\(run.messages)")
        #expect(folder.names().isEmpty)
    }

    @Test func `a focus stack that ends before its count is incomplete`() async throws {
        let run = await CommandRun.simulated("focus-stack", "-n", "50", "--step", "large")
        #expect(run.code == .incomplete && run.messages.contains("of 50 pictures were taken"), "\(run.messages)")
    }

    @Test func `without a count a focus stack ends where the lens does`() async throws {
        let run = await CommandRun.simulated("focus-stack", "--from-end", "--step", "large", "--steps", "3")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.count >= 2)
        #expect(run.messages.contains("pictures taken."))
    }

    // MARK: Lost connections

    private static let releases = [("canon-eos-r5", "0x9128"), ("nikon-z6-2", "0x9207"), ("generic", "0x100E")]

    /// The connection ends at the release after the first picture: before the camera acts, or after it has acted.
    @Test(arguments: releases, ["request", "response", "answered"])
    func `a series whose connection is lost has each picture of the card once`(
        _ release: (body: String, operation: String),
        _ stage: String
    ) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: release.body)
        let recorded = RecordedOutput { served.inject("close=\(stage)@\(release.operation)*1") }
        let run = await served.run("shoot", "-n", "3", "--download", folder.path, recorded: recorded)
        #expect(run.messages.contains("Connecting again, for at most 60 s …"), "\(run.messages)")
        let files = await served.run("files", "--json").objects.compactMap { $0["name"]?.text }
        #expect(Set(folder.names()) == Set(files) && folder.names().count == files.count, "\(files); \(run.messages)")
        // A file that the camera announced and no longer has is named.
        #expect(run.code == .success ? files.count >= 3 : run.messages.contains("not copied"), "\(run.messages)")
    }

    /// The connection ends when the second and third picture are announced, before the camera has described them.
    @Test(arguments: ["generic", "nikon-z6-2"])
    func `a picture that the camera has announced when the connection is lost is copied after reconnecting`(_ body: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let recorded = RecordedOutput { served.inject("close=request@get-object-prop-list*1") }
        let run = await served.run("shoot", "-n", "3", "--download", folder.path, recorded: recorded)
        #expect(run.messages.contains("Connecting again"), "\(run.messages)")
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG"], "\(run.messages)")
    }

    /// The connection ends while the second picture is copied.
    @Test(arguments: ["canon-eos-r5", "nikon-z6-2", "generic"], [["--download"], ["--no-keep", "--download"]])
    func `a picture whose copy is interrupted is copied after reconnecting, or named`(
        _ body: String,
        _ words: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let recorded = RecordedOutput {
            for operation in ["get-object", "get-partial-object", "0x95C1"] { served.inject("close=data@\(operation)*1") }
        }
        let run = await served.run(["shoot", "-n", "3"] + words + [folder.path], recorded: recorded)
        #expect(run.messages.contains("Connecting again"), "\(run.messages)")
        let files = await served.run("files", "--json").objects.compactMap { $0["name"]?.text }
        let copied = Set(folder.names())
        #expect(Set(files).subtracting(copied).isEmpty, "\(files) \(copied); \(run.messages)")
        #expect(run.code == .success ? copied.count >= 3 : run.messages.contains("not copied"), "\(copied); \(run.messages)")
    }

    /// A picture in the camera's memory ends with its connection, and the cards cannot be listed in the next one.
    @Test(arguments: ["close=request@get-object-handles*1", "close=request@get-object-handles*2"])
    func `a picture that is lost with the connection is named after several attempts`(_ listing: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: "nikon-z6-2")
        let recorded = RecordedOutput { for fault in ["close=data@get-partial-object*1", listing] { served.inject(fault) } }
        let run = await served.run("shoot", "-n", "3", "--no-keep", "--download", folder.path, recorded: recorded)
        #expect(run.code == .incomplete && run.messages.contains("was not copied"), "\(run.messages)")
    }

    // MARK: Downloads

    @Test func `--new copies each file once, and again what is new`() async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: "canon-eos-r5", samplePictures: 2)
        let words = ["download", "--new", "--to", folder.path]
        #expect(await served.run(words).lines.count == 2)
        #expect(await served.run(words).lines.isEmpty)
        #expect(await served.run("shoot").code == .success)
        #expect(await served.run(words).lines.count == 1)
        #expect(folder.names().filter { !$0.hasPrefix(".") }.count == 3)
        #expect(await served.run("download", "--new", "--to", "-").code == .usage)
    }

    @Test func `--last copies the newest pictures, RAW and JPEG together`() async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: "canon-eos-r5", samplePictures: 3)
        #expect(await served.run("shoot", "--set", "image-quality=RAW + JPEG fine L").code == .success)
        let run = await served.run("download", "--last", "1", "--to", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.DNG", "IMG_0001.JPG"])
    }

    @Test func `the newest pictures are found by date, then by order`() {
        func file(_ path: String, _ seconds: Int64?) -> (ItemInfo, String) {
            let date = seconds.map { CameraDate(millisecondsSince1970: $0 * 1000) }
            let info = ItemInfo(handle: .init(1), storage: .init(1), parent: nil, name: path, kind: .image, created: date)
            return (info, path)
        }
        let files = [
            file("A/1.JPG", 50), file("A/2.CR3", 90), file("A/2.JPG", 90), file("A/3.JPG", 10), file("A/4.JPG", nil),
            file("B/3.JPG", 10),
        ]
        func newest(_ count: Int) -> [String] { NewestPictures.of(files, count) { $0 }.map(\.1) }
        #expect(newest(1) == ["A/2.CR3", "A/2.JPG"])
        #expect(newest(2) == ["A/1.JPG", "A/2.CR3", "A/2.JPG"])
        #expect(newest(3) == ["A/1.JPG", "A/2.CR3", "A/2.JPG", "B/3.JPG"])
        #expect(newest(9).count == 6)
    }

    // MARK: Numbers

    @Test(arguments: [
        ("iso", "ISO", 200.0), ("aperture", "f-number", 5.6), ("video-shutter-speed", "s", 0.016667),
        ("exposure-compensation", "EV", 0),
        ("white-balance-temperature", "K", 5200), ("shots-available", "pictures", 9999), ("live-view-zoom", "times", 1),
    ])
    func `JSON has a number and its unit beside the text`(_ property: String, _ unit: String, _ number: Double) async {
        let object = await CommandRun.simulated("get", property, "--json").objects.first
        #expect(object?["unit"] == .text(unit))
        #expect(object?["number"] == .number(number))
        #expect(await CommandRun.simulated("get", "white-balance", "--json").objects.first?["number"] == nil)
    }
}
