import CameraModel
import TestSupport
import Testing

@testable import hotshoe

@Suite struct FileCommandTests {
    private static let sample = "Card 1/DCIM/100HOTSH/SAMPLE_1.JPG"

    @Test func `files are a table of everything on all cards`() async {
        let run = await CommandRun.simulated("files")
        #expect(run.code == .success)
        #expect(run.lines.count == 4)
        #expect(run.lines[1].hasPrefix(Self.sample))
        #expect(run.lines[1].contains("96×64"))
    }

    @Test func `as JSON each file is an object`() async {
        let object = await CommandRun.simulated("files", "--json").objects.first
        #expect(object?["path"] == .text(Self.sample))
        #expect(object?["kind"] == .text("image"))
        #expect(object?["rating"] == .number(0))
        #expect((object?["size"]?.number ?? 0) > 100)
        #expect(object?["created"]?.text?.isEmpty == false)
    }

    @Test(arguments: ["/", "Card 1", "card 1/", "Card 1/DCIM", "DCIM", "/DCIM/100HOTSH/"])
    func `a folder may be named with its card or without`(path: String) async {
        #expect(await CommandRun.simulated("files", path, "--json").objects.count == 3)
    }

    /// The connection is closed at the first request after the first line, so that lines kept for later would all be printed.
    @Test func `JSON lines are printed while the card is listed`() async throws {
        let served = try ServedSimulator(samplePictures: 5)
        served.inject("response=0x2005@0x9805*100")
        let recorded = RecordedOutput { served.inject("close=request@get-object-info") }
        let run = await served.run("files", "--json", recorded: recorded)
        #expect(run.code == .connection, "\(run.messages)")
        #expect(run.objects.count == 1)
    }

    @Test func `an empty card has no files`() async {
        let run = await CommandRun.simulated("files", "Card 2")
        #expect(run.code == .success)
        #expect(run.data == "")
        #expect(run.messages == "There are no files.\n")
    }

    @Test(arguments: ["Card 3", "DCIM/nothing", "SAMPLE_1.JPG"])
    func `a missing folder is reported`(path: String) async {
        let run = await CommandRun.simulated("files", path)
        #expect(run.code == .storage)
        #expect(run.messages.hasPrefix("hotshoe: \(path): There is no such folder on the camera"))
    }

    @Test func `a camera without cards is reported as such`() async {
        let run = await CommandRun.simulated("files", "--fault", "card-removed")
        #expect(run.code == .storage)
        #expect(run.messages == "hotshoe: There is no card in the camera. Insert one.\n")
    }

    @Test func `files are copied by name and by path`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("download", "SAMPLE_2.JPG", Self.sample, "--to", folder.path)
        #expect(run.code == .success)
        #expect(folder.names() == ["SAMPLE_1.JPG", "SAMPLE_2.JPG"])
        #expect(run.lines.first?.hasPrefix("SAMPLE_2.JPG  \(folder.path)/SAMPLE_2.JPG  ") == true)
    }

    @Test func `all of them are copied, and again under other names`() async throws {
        let folder = try TemporaryFolder()
        _ = await CommandRun.simulated("download", "--all", "--to", folder.path)
        let again = await CommandRun.simulated("download", "--all", "--to", folder.path, "--json")
        #expect(folder.names().count == 6)
        #expect(again.objects.first?["path"] == .text(folder.path + "/SAMPLE_1-2.JPG"))
        #expect(again.objects.first?["file"] == .text(Self.sample))
    }

    @Test func `a missing file is reported before anything is copied`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("download", "SAMPLE_1.JPG", "SAMPLE_9.JPG", "--to", folder.path)
        #expect(run.code == .storage)
        #expect(run.messages == "hotshoe: SAMPLE_9.JPG: There is no such file on the camera. Did you mean SAMPLE_1.JPG?\n")
        #expect(folder.names() == [])
    }

    @Test func `the files are a required argument, given once`() async {
        #expect(
            await CommandRun.simulated("download").messages
                == "hotshoe: NAME is missing. Usage: hotshoe download NAME... (or --all)\n"
        )
        #expect(await CommandRun.simulated("download", "a", "--all").code == .usage)
    }

    @Test(arguments: [
        ("unplug@download", ExitCode.connection), ("truncated-download", .failure), ("fail=card-error@download*1000", .storage),
        // The camera's cancellation is not the user's Ctrl-C.
        ("fail=cancelled@download*1000", .failure),
    ])
    func `a copy that breaks off leaves no file`(fault: String, code: ExitCode) async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("download", "SAMPLE_1.JPG", "--to", folder.path, "--fault", fault)
        #expect(run.code == code)
        #expect(run.messages.hasPrefix("hotshoe: SAMPLE_1.JPG: "))
        #expect(run.messages.split(separator: "\n").count == 1)
        #expect(folder.names() == [])
    }

    @Test(arguments: ["truncated-download", "fail=cancelled@download*1000"])
    func `one file that breaks off does not end the copying of several`(fault: String) async throws {
        let folder = try TemporaryFolder()
        let words = ["download", "SAMPLE_1.JPG", "SAMPLE_2.JPG", "SAMPLE_3.JPG", "--to", folder.path]
        let run = await CommandRun.of(words + CommandRun.small + ["--fault", fault])
        let isOne = fault == "truncated-download"
        #expect(run.code == .incomplete, "\(run.messages)")
        #expect(folder.names() == (isOne ? ["SAMPLE_2.JPG", "SAMPLE_3.JPG"] : []))
        for name in isOne ? ["SAMPLE_1"] : ["SAMPLE_1", "SAMPLE_2", "SAMPLE_3"] {
            #expect(run.messages.contains(name), "\(run.messages)")
        }
    }

    @Test func `files in folders of many levels are listed`() async throws {
        let served = try ServedSimulator()
        var path = ""
        for level in 1...20 {
            path += path.isEmpty ? "F\(level)" : "/F\(level)"
            #expect(await served.run("mkdir", path).code == .success)
        }
        let folder = try TemporaryFolder()
        folder.write([1], to: "A.TXT")
        #expect(await served.run("upload", folder.path + "/A.TXT", "--to", path).code == .success)
        #expect(await served.run("files", "--json").objects.map { $0["path"] } == [.text("Card 1/\(path)/A.TXT")])
    }

    @Test func `a copy in tiny chunks is whole`() async throws {
        let folder = try TemporaryFolder()
        _ = await CommandRun.simulated("download", "SAMPLE_1.JPG", "--to", folder.path)
        _ = await CommandRun.simulated("download", "SAMPLE_1.JPG", "--to", folder.path, "--fault", "small-chunks")
        #expect(folder.read("SAMPLE_1-2.JPG").count == folder.read("SAMPLE_1.JPG").count)
    }

    @Test func `a file that cannot be deleted does not end the deleting of others`() async throws {
        let run = await CommandRun.simulated("delete", "*", "--yes", "--fault", "fail=write-protected@delete")
        #expect(
            run.code == .incomplete && run.messages.contains("Card 1/DCIM/100HOTSH/SAMPLE_1.JPG was not deleted"),
            "\(run.messages)"
        )
        #expect(run.lines.count == 2)
    }

    @Test func `deleting prompts, and accepts a refusal`() async throws {
        let no = await CommandRun.simulated("delete", "SAMPLE_1.JPG", in: .answering("n"))
        #expect(no.code == .failure)
        #expect(no.messages == "hotshoe: Nothing was deleted.\n")
        let yes = await CommandRun.simulated("delete", "SAMPLE_1.JPG", in: .answering("Yes"))
        #expect(yes.code == .success)
        #expect(yes.data == "deleted  \(Self.sample)\n")
    }

    @Test func `deleting without a user needs --yes`() async throws {
        let folder = try TemporaryFolder()
        _ = await CommandRun.simulated("shoot", "--storage", folder.path)
        let refused = await CommandRun.simulated("delete", "IMG_0001.JPG", "--storage", folder.path)
        #expect(refused.code == .usage)
        #expect(folder.names(in: "DCIM/100HOTSH") == ["IMG_0001.JPG"])
        let done = await CommandRun.simulated("delete", "IMG_0001.JPG", "--yes", "--storage", folder.path, "--json")
        #expect(done.objects == [["deleted": .text("Card 1/DCIM/100HOTSH/IMG_0001.JPG")]])
        #expect(folder.names(in: "DCIM/100HOTSH") == [])
    }

    @Test func `a picture is rated`() async {
        let run = await CommandRun.simulated("rate", "SAMPLE_1.JPG", "4", "--json")
        #expect(run.code == .success)
        #expect(run.objects.first?["rating"] == .number(4))
        #expect(await CommandRun.simulated("rate", "SAMPLE_1.JPG", "3").data == "\(Self.sample)  ★★★\n")
        #expect(await CommandRun.simulated("rate", "SAMPLE_1.JPG", "6").code == .usage)
        #expect(await CommandRun.simulated("rate", "NONE.JPG", "1").code == .storage)
    }

    @Test func `two files of one name are distinguished by their paths`() async throws {
        let folder = try TemporaryFolder()
        _ = await CommandRun.simulated("shoot", "--storage", folder.path)
        _ = await CommandRun.simulated("shoot", "--storage", folder.path + "/DCIM/deeper")
        let run = await CommandRun.simulated("rate", "IMG_0001.JPG", "1", "--storage", folder.path)
        #expect(run.code == .storage)
        #expect(run.messages.contains("Several files have this name: Card 1/DCIM/100HOTSH/IMG_0001.JPG and Card 1/DCIM/deeper/"))
        let path = "Card 1/DCIM/100HOTSH/IMG_0001.JPG"
        #expect(await CommandRun.simulated("rate", path, "1", "--storage", folder.path).code == .success)
    }
}
