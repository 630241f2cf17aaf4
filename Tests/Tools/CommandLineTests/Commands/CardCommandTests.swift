import CameraModel
import TestSupport
import Testing

@testable import hotshoe

/// Commands that change or read the contents of a card.
@Suite struct CardCommandTests {
    private static func card(_ folder: TemporaryFolder, _ words: String...) async -> CommandRun {
        await CommandRun.of(words + ["--storage", folder.path + "/card"] + CommandRun.small)
    }

    @Test func `a file is uploaded into a folder that was created for it`() async throws {
        let folder = try TemporaryFolder()
        folder.write([1, 2, 3], to: "LENS.DAT")
        #expect(await Self.card(folder, "mkdir", "DCIM").code == .success)
        let run = await Self.card(folder, "upload", folder.path + "/LENS.DAT", "--to", "Card 1/DCIM", "--json")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.objects.first?["path"] == .text("Card 1/DCIM/LENS.DAT"))
        #expect(folder.read("card/DCIM/LENS.DAT") == [1, 2, 3])
        #expect(await Self.card(folder, "upload", folder.path + "/LENS.DAT", "--to", "DCIM").code != .success)
        #expect(await Self.card(folder, "upload", folder.path + "/none").code == .storage)
        #expect(await Self.card(folder, "upload", folder.path).code == .storage)
        #expect(await Self.card(folder, "upload", folder.path + "/LENS.DAT", "--to", "NONE").code == .storage)
    }

    @Test func `files are moved and copied by pattern`() async throws {
        let folder = try TemporaryFolder()
        for name in ["A.JPG", "B.JPG", "C.TXT"] {
            folder.write([1], to: name)
            _ = await Self.card(folder, "upload", "\(folder.path)/\(name)")
        }
        _ = await Self.card(folder, "mkdir", "NEW")
        let moved = await Self.card(folder, "move", "*.JPG", "--to", "NEW")
        #expect(moved.code == .success, "\(moved.messages)")
        #expect(folder.names(in: "card/NEW") == ["A.JPG", "B.JPG"])
        #expect(await Self.card(folder, "copy", "C.TXT", "--to", "NEW").code == .success)
        #expect(folder.names(in: "card") == ["C.TXT", "NEW"])
        #expect(folder.names(in: "card/NEW") == ["A.JPG", "B.JPG", "C.TXT"])
        let missing = await Self.card(folder, "move", "A.JPG")
        #expect(missing.code == .usage && missing.messages.contains("Usage: hotshoe move NAME... --to PATH"))
    }

    @Test func `a protected file is not deleted, and one without protection is`() async throws {
        let folder = try TemporaryFolder()
        folder.write([1], to: "A.JPG")
        _ = await Self.card(folder, "upload", folder.path + "/A.JPG")
        #expect(await Self.card(folder, "protect", "A.JPG").data == "Card 1/A.JPG  protected\n")
        #expect(await Self.card(folder, "delete", "A.JPG", "--yes").code == .storage)
        #expect(await Self.card(folder, "protect", "A.JPG", "--off", "--json").objects.first?["protected"] == .boolean(false))
        #expect(await Self.card(folder, "delete", "A.JPG", "--yes").code == .success)
    }

    @Test func `formatting prompts, and accepts a refusal`() async throws {
        let no = await CommandRun.simulated("format", "Card 1", in: .answering("n"))
        #expect(no.code == .failure && no.messages == "hotshoe: Nothing was formatted.\n")
        #expect(await CommandRun.simulated("format", "Card 1").code == .usage)
        let yes = await CommandRun.simulated("format", "card 1", "--yes")
        #expect(yes.code == .success && yes.data == "formatted  Card 1\n")
        let wrong = await CommandRun.simulated("format", "Card 9", "--yes")
        #expect(wrong.code == .storage && wrong.messages.contains("The cards are Card 1 and Card 2."))
    }

    @Test func `the clock is shown and set`() async {
        let run = await CommandRun.simulated("clock", "--sync", "--json")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.objects.first?["clock"]?.text?.hasPrefix("20") == true)
        #expect(ClockCommand.text(ahead: 0.01) == "the same as this computer's")
        #expect(ClockCommand.text(ahead: -90) == "90.0 s behind this computer's")
        #expect(ClockCommand.text(ahead: 125.4) == "2 min 5 s ahead of this computer's")
        #expect(ClockCommand.text(ahead: -7_500) == "2 h 5 min behind this computer's")
        #expect(ClockCommand.text(ahead: 2_288_222_578.9) == "26484 days ahead of this computer's")
    }

    @Test func `a thumbnail becomes a file of its own`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("thumbnail", "SAMPLE_1.JPG", "--to", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.read("SAMPLE_1-thumbnail.JPG").prefix(2) == [0xFF, 0xD8])
        _ = await CommandRun.simulated("thumbnail", "SAMPLE_1.JPG", "--to", folder.path, "--preview")
        _ = await CommandRun.simulated("thumbnail", "SAMPLE_1.JPG", "--to", folder.path)
        #expect(folder.names() == ["SAMPLE_1-preview.JPG", "SAMPLE_1-thumbnail-2.JPG", "SAMPLE_1-thumbnail.JPG"])
    }

    @Test func `exif shows the settings of a picture`() async {
        let run = await CommandRun.simulated("exif", "SAMPLE_1.JPG")
        #expect(run.code == .success)
        #expect(run.data.contains("FNumber"))
        let object = await CommandRun.simulated("exif", "SAMPLE_1.JPG", "--json").objects.first
        #expect(object?["model"] == .text("Simulated Camera"))
        #expect(object?["entries"]?.list.isEmpty == false)
    }

    @Test(arguments: [["auto"], ["drive", "far", "small", "--steps", "2"], ["point", "0.5", "0.5"], ["area", "1"]])
    func `the lens is focused from here`(words: [String]) async {
        let run = await CommandRun.of(["focus"] + words + CommandRun.small)
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.count == 1)
        #expect(await CommandRun.of(["focus"] + words + ["--json"] + CommandRun.small).objects.count == 1)
    }

    @Test func `a position that cannot be focused on is a usage or value error`() async {
        #expect(await CommandRun.simulated("focus", "point", "2", "0").code == .usage)
        #expect(await CommandRun.simulated("focus", "drive", "up").code == .usage)
        #expect(await CommandRun.simulated("focus", "area", "9999").code == .value)
    }
}

@Suite struct DownloadCommandTests {
    @Test func `a pattern and a date choose files, and names follow the pattern`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated(
            "download",
            "*_[12].JPG",
            "--since",
            "2000-01-01",
            "--pattern",
            "p{number:02}{ext}",
            "--to",
            folder.path
        )
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["p01.JPG", "p02.JPG"])
        let none = await CommandRun.simulated("download", "--until", "2000-01-01", "--to", folder.path)
        #expect(none.code == .success)
        #expect(none.messages.contains("0 copied; 3 outside the dates."))
        #expect(await CommandRun.simulated("download", "*.CR3", "--to", folder.path).code == .storage)
    }

    @Test func `existing files are skipped, and the copy has the date of the picture`() async throws {
        let folder = try TemporaryFolder()
        let card = ["--storage", folder.path + "/card"] + CommandRun.small
        for _ in 0..<3 { _ = await CommandRun.of(["shoot"] + card) }
        let out = folder.path + "/out"
        _ = await CommandRun.of(["download", "--all", "--to", out] + card)
        let again = await CommandRun.of(["download", "--all", "--skip-existing", "--to", out, "--json"] + card)
        #expect(folder.names(in: "out").count == 3)
        #expect(again.objects.allSatisfy { $0["skipped"] == .boolean(true) })
        #expect(again.messages.contains("0 copied; 3 skipped, as they exist."))
    }

    @Test func `files are deleted from the camera only after their copies were verified`() async throws {
        let folder = try TemporaryFolder()
        let card = ["--storage", folder.path + "/card"] + CommandRun.small
        for _ in 0..<2 { _ = await CommandRun.of(["shoot"] + card) }
        let broken = await CommandRun.of(
            ["download", "IMG_0001.JPG", "--delete", "--to", folder.path + "/out", "--fault", "truncated-download"] + card
        )
        #expect(broken.code == .failure)
        #expect(folder.names(in: "card/DCIM/100HOTSH") == ["IMG_0001.JPG", "IMG_0002.JPG"])
        let run = await CommandRun.of(["download", "--all", "--delete", "--to", folder.path + "/out"] + card)
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.messages.contains("2 verified and deleted from the camera"))
        #expect(folder.names(in: "card/DCIM/100HOTSH") == [])
        #expect(folder.names(in: "out") == ["IMG_0001.JPG", "IMG_0002.JPG"])
    }
}
