import CameraModel
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Pictures that are sent to this computer, and what is done with each copy.
@Suite(.timeLimit(.minutes(5))) struct PictureKeepingTests {
    static let bodies = ["canon-eos-r5", "canon-eos-80d", "nikon-z6-2", "nikon-d850"]

    @Test(arguments: bodies, ["--to-computer", "--no-keep"])
    func `without a card the picture arrives on this computer`(_ body: String, _ option: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body) { $0.cards = [] }
        let run = await served.run("shoot", option, "--download", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG"])
        #expect(await served.run("get", "image-destination").lines == ["camera"])
    }

    @Test(arguments: bodies) func `with a full card the picture arrives on this computer, RAW and JPEG`(_ body: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body) { configuration in
            for card in configuration.cards.indices { configuration.cards[card].capacityBytes = 1 }
        }
        let raw = body.hasPrefix("canon") ? "RAW + JPEG fine L" : "RAW + JPEG Fine"
        let run = await served.run(
            "shoot",
            "--to-computer",
            "--download",
            folder.path,
            "--count",
            "3",
            "--set",
            "image-quality=\(raw)"
        )
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names().count == 6, "\(folder.names())")
    }

    @Test(arguments: bodies) func `the destination host stays, and its pictures are copied`(_ body: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body) { $0.cards = [] }
        #expect(await served.run("set", "image-destination", "host").data == "image-destination  camera → host\n")
        #expect(await served.run("get", "image-destination").lines == ["host"])
        let run = await served.run("shoot", "--download", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG"])
        #expect(await served.run("get", "image-destination").lines == ["host"])
    }

    @Test func `--delete removes the picture from the card after its copy, and the hook learns of the copy`() async throws {
        let folder = try TemporaryFolder()
        folder.write(Array("#!/bin/sh\necho \"$HOTSHOE_NAME $HOTSHOE_NUMBER\" >> \"\(folder.path)/log\"\n".utf8), to: "hook.sh")
        folder.makeExecutable("hook.sh")
        let hook = "\(folder.path)/hook.sh"
        let served = try ServedSimulator(personality: "canon-eos-r5")
        let run = await served.run("shoot", "-d", folder.path, "--delete", "--hook", hook, "--count", "2")
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG", "IMG_0002.JPG", "hook.sh", "log"])
        #expect(
            String(decoding: folder.read("log"), as: UTF8.self).split(separator: "\n").sorted() == [
                "IMG_0001.JPG 1", "IMG_0002.JPG 2",
            ]
        )
        #expect(await served.run("files").messages.contains("There are no files."))
    }

    @Test func `--set sets in the given order, and reports a value that the camera does not accept`() async throws {
        let served = try ServedSimulator(personality: "nikon-z6-2")
        let run = await served.run("shoot", "--set", "exposure-mode=M", "--set", "shutter-speed=1/60", "--set", "iso=400")
        #expect(run.code == .success, "\(run.messages)")
        #expect(await served.run("get", "shutter-speed").lines == ["1/60"])
        let wrong = await served.run("shoot", "--set", "iso=401")
        #expect(wrong.code == .value)
        #expect(wrong.messages.contains("The camera does not accept ISO 401 now."))
        #expect(await served.run("shoot", "--set", "iso").code == .usage)
        #expect(await served.run("shoot", "--set", "nonsense=4").code == .usage)
        #expect(await served.run("shoot", "--delete").messages.contains("needs --download"))
    }
}
