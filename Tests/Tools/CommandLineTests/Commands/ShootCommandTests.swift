import HotShoeSupport
import TestSupport
import Testing

@testable import hotshoe

@Suite struct IntervalScheduleTests {
    private let schedule = IntervalSchedule(interval: .seconds(5))

    @Test func `a picture is due at its place in the series, whatever the duration of earlier ones`() {
        #expect(schedule.wait(forPicture: 0, now: .zero) == .zero)
        #expect(schedule.wait(forPicture: 1, now: .milliseconds(1300)) == .milliseconds(3700))
        #expect(schedule.wait(forPicture: 1000, now: .milliseconds(4_998_700)) == .milliseconds(1300))
    }

    @Test func `a late picture is taken immediately, and the next is due at its original time`() {
        #expect(schedule.wait(forPicture: 2, now: .seconds(12)) == .zero)
        #expect(schedule.delay(ofPicture: 2, now: .seconds(12)) == .seconds(2))
        #expect(schedule.wait(forPicture: 3, now: .seconds(13)) == .seconds(2))
    }

    @Test func `after a gap the next picture that is due follows, and those before are missed`() {
        #expect(schedule.firstDue(from: 3, now: .seconds(14)) == 3)
        #expect(schedule.firstDue(from: 3, now: .seconds(15)) == 3)
        #expect(schedule.firstDue(from: 3, now: .milliseconds(15_001)) == 4)
        #expect(schedule.firstDue(from: 3, now: .seconds(31)) == 7)
        #expect(IntervalSchedule(interval: .zero).firstDue(from: 3, now: .seconds(31)) == 3)
    }

    @Test func `pauses between tries double up to a limit`() {
        var pauses = Reconnection.Pauses()
        #expect(
            (0..<6).map { _ in pauses.pop() } == [
                .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5),
            ]
        )
    }

    @Test func `a few milliseconds are not late`() {
        #expect(schedule.delay(ofPicture: 1, now: .milliseconds(5040)) == nil)
        #expect(schedule.delay(ofPicture: 1, now: .milliseconds(5060)) == .milliseconds(60))
    }

    @Test func `without an interval nothing is waited for, and nothing late`() {
        let schedule = IntervalSchedule(interval: .zero)
        #expect(schedule.wait(forPicture: 7, now: .zero) == .zero)
        #expect(schedule.delay(ofPicture: 7, now: .seconds(100)) == nil)
    }
}

@Suite struct ShootCommandTests {
    @Test func `a picture is printed with its size and path`() async {
        let run = await CommandRun.simulated("shoot")
        #expect(run.code == .success)
        #expect(run.data.hasPrefix("IMG_0001.JPG  96×64  "))
        #expect(run.data.hasSuffix("  on Card 1\n"))
    }

    @Test func `a loss of simulated pictures is announced once, unless they are kept`() async throws {
        let folder = try TemporaryFolder()
        let (vanishing, kept, stored) = (
            await CommandRun.simulated("shoot", "--count", "2"),
            await CommandRun.simulated("shoot", "--download", folder.path),
            await CommandRun.simulated("shoot", "--storage", folder.path + "/card")
        )
        #expect(vanishing.messages.split(separator: "\n").count { $0.contains("are lost when") } == 1)
        #expect(!kept.messages.contains("are lost when"))
        #expect(!stored.messages.contains("are lost when"))
    }

    @Test func `a series is numbered, and counted at the end`() async {
        let run = await CommandRun.simulated("shoot", "--count", "3", "--interval", "0.01")
        #expect(run.lines.map { $0.prefix(17) } == ["1/3  IMG_0001.JPG", "2/3  IMG_0002.JPG", "3/3  IMG_0003.JPG"])
        #expect(run.messages.contains("3 pictures taken"))
    }

    @Test func `a picture that is copied is the one that the camera made, and nothing is replaced`() async throws {
        let folder = try TemporaryFolder()
        folder.write([1, 2, 3], to: "IMG_0001.JPG")
        let run = await CommandRun.simulated("shoot", "--download", folder.path, "--json")
        #expect(folder.names() == ["IMG_0001-2.JPG", "IMG_0001.JPG"])
        #expect(folder.read("IMG_0001.JPG") == [1, 2, 3])
        let picture = folder.read("IMG_0001-2.JPG")
        #expect(picture.prefix(2) == [0xFF, 0xD8])
        #expect(picture.suffix(2) == [0xFF, 0xD9])
        let object = run.objects.first
        #expect(object?["file"] == .text("IMG_0001.JPG"))
        #expect(object?["path"] == .text(folder.path + "/IMG_0001-2.JPG"))
        #expect(object?["size"] == .number(Double(picture.count)))
        #expect(object?["picture"] == .number(1))
        #expect(object?["raw"] == .boolean(false))
    }

    @Test func `RAW and JPEG are both copied, under one number`() async throws {
        let folder = try TemporaryFolder()
        folder.write([], to: "IMG_0001.JPG")
        let run = await CommandRun.simulated(
            "shoot",
            "--download",
            folder.path,
            "--fault",
            "turn=image-quality:RAW + JPEG",
            "--json"
        )
        #expect(folder.names() == ["IMG_0001-2.DNG", "IMG_0001-2.JPG", "IMG_0001.JPG"])
        #expect(run.objects.map { $0["raw"] } == [.boolean(true), .boolean(false)])
    }

    @Test func `a card that is a folder keeps its pictures from one run to the next`() async throws {
        let folder = try TemporaryFolder()
        let first = await CommandRun.simulated("shoot", "--storage", folder.path)
        let picture = folder.read("DCIM/100HOTSH/IMG_0001.JPG")
        let second = await CommandRun.simulated("shoot", "--storage", folder.path, "--seed", "2")
        #expect(first.data.hasPrefix("IMG_0001.JPG"))
        #expect(second.data.hasPrefix("IMG_0002.JPG"))
        #expect(folder.names(in: "DCIM/100HOTSH") == ["IMG_0001.JPG", "IMG_0002.JPG"])
        #expect(folder.read("DCIM/100HOTSH/IMG_0001.JPG") == picture)
    }

    @Test(arguments: [
        ("card-full", ExitCode.storage, "The card is full"), ("card-removed", .storage, "There is no card"),
        ("unplug@shoot", .connection, "The connection to the camera was lost."),
        ("focus-fails", .focus, "Autofocus found nothing"),
        ("busy@shoot", .busy, "busy"),
    ])
    func `a picture that cannot be taken is one line and its code`(fault: String, code: ExitCode, text: String) async {
        let run = await CommandRun.simulated("shoot", "--fault", fault)
        #expect(run.code == code)
        #expect(run.data == "")
        let errors = run.messages.split(separator: "\n").filter { $0.hasPrefix("hotshoe: ") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains(text) == true)
    }

    @Test func `a series that breaks off prints the number of pictures`() async {
        let run = await CommandRun.simulated("shoot", "--count", "5", "--interval", "0.3", "--fault", "card-full@0.4s")
        #expect(run.code == .storage)
        #expect(run.messages.contains("pictures taken of 5") || run.messages.contains("picture taken of 5"))
        #expect(run.messages.contains("The card is full"))
    }

    @Test func `without autofocus nothing can fail to focus`() async {
        #expect(await CommandRun.simulated("shoot", "--no-autofocus", "--fault", "focus-fails").code == .success)
    }

    @Test func `a series with a camera that never answers times out`() async {
        // On a busy machine the connecting may time out instead, with the same code.
        #expect(await CommandRun.simulated("shoot", "--fault", "hang@shoot", "--timeout", "0.5").code == .timedOut)
    }

    @Test func `a folder that is not writable is reported before a picture is taken`() async throws {
        let folder = try TemporaryFolder()
        folder.write([], to: "file")
        let run = await CommandRun.simulated("shoot", "--download", folder.path + "/file/below")
        #expect(run.code == .storage)
        #expect(
            run.messages
                == "hotshoe: \(folder.path)/file/below: No files can be written there: Not a directory. Choose another folder.\n"
        )
    }
}
