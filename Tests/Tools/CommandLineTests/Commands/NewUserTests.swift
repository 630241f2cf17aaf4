import CameraModel
import CameraRecords
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Attempts of a person who does not know the command line yet.
@Suite(.timeLimit(.minutes(5))) struct NewUserTests {
    @Test(arguments: ["canon-eos-r5", "nikon-z6-2"]) func `stopping a recording names its file, and copies it`(_ body: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        #expect(await served.run("video", "start").code == .success)
        let stopped = await served.run("video", "stop", "--download", folder.path)
        #expect(stopped.code == .success, "\(stopped.messages)")
        #expect(folder.names().count == 1)
        #expect(stopped.lines.first?.hasPrefix(folder.names().first ?? "?") == true)
        let again = await served.run("video", "stop")
        #expect(again.code == .success)
        #expect(again.messages.contains("reports no recording"))
    }

    @Test(arguments: ["generic", "nikon-d850"])
    func `a name that is taken on the card is an error in plain words`(_ body: String) async throws {
        let folder = try TemporaryFolder()
        folder.write([1, 2, 3], to: "A.DAT")
        let served = try ServedSimulator(personality: body)
        #expect(await served.run("mkdir", "TEST").code == .success)
        let folderAgain = await served.run("mkdir", "TEST")
        #expect(folderAgain.code == .storage)
        #expect(folderAgain.messages.contains("exists there already"))
        #expect(await served.run("upload", "\(folder.path)/A.DAT", "--to", "TEST").code == .success)
        let fileAgain = await served.run("upload", "\(folder.path)/A.DAT", "--to", "TEST")
        #expect(fileAgain.code == .storage)
        #expect(fileAgain.messages.contains("exists there already"))
        #expect(await served.run("rmdir", "TEST").messages.contains("not empty"))
        #expect(await served.run("delete", "A.DAT", "--yes").code == .success)
        #expect(await served.run("rmdir", "TEST").code == .success)
        #expect(await served.run("rmdir", "TEST").code == .storage)
    }

    @Test func `quiet commands print only what was asked for`() async throws {
        let folder = try TemporaryFolder()
        for words in [
            ["set", "iso", "400"], ["shoot", "--download", folder.path], ["shoot", "--count", "2"], ["mkdir", "A"],
            ["download", "--all", "--to", folder.path], ["focus", "auto"], ["video", "record", "--seconds", "0.1"],
        ] {
            let run = await CommandRun.of(words + ["--quiet"] + CommandRun.small, recorded: RecordedOutput(verbosity: .quiet))
            #expect(run.code == .success, "\(words): \(run.messages)")
            #expect(run.data == "", "\(words)")
            #expect(run.messages == "", "\(words)")
        }
        #expect(await CommandRun.simulated("get", "iso", "-q").data == "ISO 200\n")
        let recorded = RecordedOutput(verbosity: .quiet)
        #expect(await CommandRun.simulated("set", "iso", "400", "-q", "--json", recorded: recorded).objects.count == 1)
    }

    @Test func `a dash is standard output, and never the name of a file`() async throws {
        let picture = await CommandRun.simulated("download", "SAMPLE_1.JPG", "--to", "-")
        #expect(picture.code == .success, "\(picture.messages)")
        #expect(!picture.data.isEmpty && !picture.data.hasPrefix("SAMPLE"))
        let frame = await CommandRun.simulated("liveview", "--single", "-")
        #expect(frame.code == .success, "\(frame.messages)")
        #expect(!frame.data.isEmpty)
        for words in [["shoot", "--download", "-"], ["thumbnail", "SAMPLE_1.JPG", "--to", "-"]] {
            let run = await CommandRun.of(words + CommandRun.small)
            #expect(run.code == .success, "\(words): \(run.messages)")
            #expect(!run.data.isEmpty)
        }
        #expect(!FreeName.exists("-"))
        for words in [
            ["tether", "--download", "-"], ["liveview", "--save", "-"], ["shoot", "--resume", "-", "--interval", "1"],
            ["upload", "-"],
            ["get", "--storage", "-"], ["download", "SAMPLE_1.JPG", "--to", "-", "--json"],
        ] {
            let run = await CommandRun.of(words + CommandRun.small)
            #expect(run.code == .usage, "\(words): \(run.messages)")
        }
    }

    @Test(arguments: [
        (["liveview", "-o", "x.mp4"], "Motion JPEG, not .mp4"), (["liveview", "-o", "x.MKV"], "Motion JPEG"),
        (["liveview", "--single", "x.png"], "a JPEG, not .png"),
    ])
    func `a name that promises another format is refused`(_ words: [String], _ text: String) async {
        let run = await CommandRun.of(words + CommandRun.small)
        #expect(run.code == .usage)
        #expect(run.messages.contains(text))
    }

    @Test(arguments: ["generic", "canon-eos-r5", "nikon-z6-2"]) func `RAW files have EXIF fields and a thumbnail`(_ body: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let raw = body == "generic" ? "4" : body == "nikon-z6-2" ? "RAW + JPEG Fine" : "RAW + JPEG fine L"
        #expect(await served.run("shoot", "--set", "image-quality=\(raw)", "--set", "iso=400").code == .success)
        let exif = await served.run("exif", "IMG_0001.DNG", "--json")
        #expect(exif.code == .success, "\(exif.messages)")
        #expect(exif.objects.first?["iso"] == .number(400))
        let thumbnail = await served.run("thumbnail", "IMG_0001.DNG", "--to", folder.path)
        #expect(thumbnail.code == .success, "\(thumbnail.messages)")
        #expect(folder.names() == ["IMG_0001-thumbnail.JPG"])
    }

    @Test func `a series that is over says so`() async throws {
        let folder = try TemporaryFolder()
        let words = ["shoot", "--interval", "0.01", "--count", "2", "--resume", "\(folder.path)/state"]
        #expect(await CommandRun.of(words + CommandRun.small).code == .success)
        let again = await CommandRun.of(words + CommandRun.small)
        #expect(again.code == .success)
        #expect(again.messages.contains("is over: 2 of 2 pictures were taken."))
        #expect(!again.messages.contains("0 picture"))
    }

    @Test(arguments: [
        ("Av", "A"), ("Tv", "S"), ("manual", "M"), ("aperture-priority", "A"), ("shutter priority", "S"), ("AUTO", "auto"),
        ("program", "P"),
    ])
    func `exposure modes are understood as dials and menus spell them`(_ text: String, _ mode: String) async throws {
        for body in ["canon-eos-r5", "nikon-d850"] {
            let served = try ServedSimulator(personality: body)
            let run = await served.run("set", "exposure-mode", text)
            #expect(run.code == .success, "\(run.messages)")
            #expect(await served.run("get", "exposure-mode").lines == [mode])
        }
    }

    private static let cameras = [
        ("Canon EOS R5", "Canon", "canon", "0123456789"), ("Canon EOS R50", "Canon", "canon", "1123456780"),
        ("Z 6_2", "Nikon Corporation", "nikon", "3001234"), ("Simulated Camera", "HotShoe", "simulated", "SIM-0001"),
    ].map { model, maker, family, serial in
        CameraDescription(
            identifier: CameraIdentifier(serial),
            family: CameraFamily(family),
            transport: .network,
            manufacturer: maker,
            model: model,
            serialNumber: serial
        )
    }

    @Test(arguments: [
        ("R5", 0), ("r50", 1), ("eos r5", 0), ("nikon", 2), ("Z6", 2), ("z 6_2", 2), ("3001234", 2), ("6789", 0),
        ("Canon EOS R5", 0),
        ("simulated", 3), ("sim-0001", 3),
    ])
    func `a part of a name selects the camera that it means`(_ text: String, _ index: Int) throws {
        let found = Self.cameras
        #expect(try CameraChoice.index(of: CameraSelector(text), among: found) == index)
    }

    @Test(arguments: ["canon", "eos", "Sony", "x"]) func `a name of several cameras, or of none, is an error that lists them`(
        _ text: String
    ) throws {
        let error = #expect(throws: CommandFailure.self) {
            try CameraChoice.index(of: CameraSelector(text), among: Self.cameras)
        }
        #expect(error?.code == .noCamera)
        #expect(error?.message?.contains("Canon EOS R5 (0123456789)") == true)
    }

    @Test(arguments: [
        ("127.0.0.1:17401", CameraSelector.network(host: "127.0.0.1", port: 17401)),
        ("192.168.1.20", .network(host: "192.168.1.20", port: nil)), ("[::1]:15740", .network(host: "::1", port: 15740)),
        ("camera.local:15740", .network(host: "camera.local", port: 15740)), ("EOS:1", .named("EOS:1")),
        ("R5 1.2", .named("R5 1.2")),
    ])
    func `an address needs no prefix`(_ text: String, _ selector: CameraSelector) throws {
        #expect(try CameraSelector(text) == selector)
    }

    // MARK: Several cameras, the default camera

    @Test func `several cameras are used in parallel, and each line names its camera`() async throws {
        let two = ["--camera", "sim:SIM-0001", "--camera", "sim:SIM-0002", "--speed", "instant", "--picture-size", "96x64"]
        let shown = await CommandRun.of(["get", "iso"] + two)
        #expect(shown.code == .success, "\(shown.messages)")
        #expect(shown.lines.sorted() == ["sim:SIM-0001  ISO 200", "sim:SIM-0002  ISO 200"])
        let objects = await CommandRun.of(["set", "iso", "400", "--json"] + two).objects
        #expect(Set(objects.compactMap { $0["camera"]?.text }) == ["sim:SIM-0001", "sim:SIM-0002"])
        #expect(objects.allSatisfy { $0["value"] == .text("ISO 400") })
        let folder = try TemporaryFolder()
        let shot = await CommandRun.of(["shoot", "--download", folder.path] + two)
        #expect(shot.code == .success, "\(shot.messages)")
        #expect(folder.names().count == 2)
        #expect(await CommandRun.of(["list"] + two).lines.count == 3)
        #expect(await CommandRun.of(["tether", "--download", folder.path] + two).code == .usage)
    }

    @Test func `one of several cameras that fails is named, and the others go on`() async throws {
        let served = try ServedSimulator()
        let run = await served.run("get", "iso", "--camera", "ptpip:127.0.0.1:1")
        #expect(run.code == .connection)
        #expect(run.lines.count == 1 && run.lines[0].hasSuffix("  ISO 200"))
        #expect(run.messages.hasPrefix("ptpip:127.0.0.1:1  hotshoe: "))
    }

    @Test func `the default camera is that of the variable, then that of the configuration file`() async throws {
        let folder = try TemporaryFolder()
        func environment(_ variables: [String: String]) -> CommandEnvironment {
            CommandEnvironment(variable: { variables[$0] }, user: nil)
        }
        let byVariable = environment([DefaultCamera.variable: "sim:SIM-0002"])
        #expect(
            await CommandRun.of(["info", "--json"], in: byVariable).objects.first?["camera"]?["serialNumber"] == .text("SIM-0002")
        )
        #expect(
            await CommandRun.of(["info", "--json", "-c", "sim"], in: byVariable).objects.first?["camera"]?["serialNumber"]
                == .text("SIM-0001")
        )
        try LocalFolder.prepare("\(folder.path)/hotshoe")
        folder.write(Array("# My camera\n\ncamera = sim\n".utf8), to: "hotshoe/config")
        let byFile = environment(["XDG_CONFIG_HOME": folder.path])
        #expect(await CommandRun.of(["get", "iso"], in: byFile).lines == ["ISO 200"])
        folder.write(Array("camera = sim\nlens = 50\n".utf8), to: "hotshoe/config")
        let wrong = await CommandRun.of(["get", "iso"], in: byFile)
        #expect(wrong.code == .usage)
        #expect(wrong.messages.contains("line 2"))
        #expect(await CommandRun.of(["list", "--simulated"], in: byFile).code == .success)
    }

    @Test func `several cameras are listed by their addresses, with what they report`() async throws {
        let (canon, nikon) = (try ServedSimulator(personality: "canon-eos-r5"), try ServedSimulator(personality: "nikon-z6-2"))
        let list = await canon.run("list", "--json", "--camera", nikon.selector)
        #expect(list.code == .success, "\(list.messages)")
        #expect(list.objects.compactMap { $0["model"]?.text }.sorted() == ["Canon EOS R5", "Z 6_2"])
        guard case .object(let camera)? = await nikon.run("info", "--json").objects.first?["camera"] else {
            return #expect(Bool(false), "no camera")
        }
        #expect(camera["model"] == .text("Z 6_2") && camera["serialNumber"]?.text?.isEmpty == false)
        let stream = await canon.run("shoot", "--download", "-", "--camera", nikon.selector)
        #expect(stream.code == .usage && stream.data.isEmpty && stream.messages.contains("Name a folder"), "\(stream.messages)")
    }
}
