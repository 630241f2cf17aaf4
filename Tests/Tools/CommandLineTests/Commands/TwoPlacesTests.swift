import CameraModel
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Pictures that a body writes to its card and keeps for the computer too, and those of bodies whose cards are not accessible.
@Suite(.timeLimit(.minutes(5))) struct TwoPlacesTests {
    @Test(arguments: ["olympus-om-1", "panasonic-gh5", "sony-a7-4", "fujifilm-x-t4"])
    func `each picture is copied once`(body: String) async throws {
        let served = try ServedSimulator(personality: body)
        let folder = try TemporaryFolder()
        #expect(await served.run("set", "image-destination", "camera and host").code == .success)
        let run = await served.run("shoot", "-n", "3", "--download", folder.path)
        #expect(run.code == .success && run.messages.contains("3 pictures taken"), "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG"] && run.lines.count == 3)
        #expect(Set(folder.names().map { folder.read($0) }).count == 3)
        // Without a copy the pictures are on the card.
        let kept = await served.run("shoot")
        #expect(kept.code == .success, "\(kept.messages)")
    }

    @Test(arguments: ["sony-a7-4", "fujifilm-x-t4"])
    func `pictures of the photographer arrive from a body whose cards are not accessible`(body: String) async throws {
        let served = try ServedSimulator(personality: body)
        let folder = try TemporaryFolder()
        #expect(await served.run("set", "image-destination", "camera and host").code == .success)
        let files = await served.run("files")
        #expect(files.code == .unavailable && files.messages.contains("cannot show its files"), "\(files.messages)")
        let run = await served.whilePhotographing { await served.run("tether", "--download", folder.path, "--count", "2") }
        #expect(run.code == .success && folder.names().count == 2, "\(run.messages)")
    }

    @Test(arguments: ["nikon-z6-2", "olympus-om-1", "panasonic-gh5", "sony-a7-4", "fujifilm-x-t4"])
    func `tethering saves each picture once, also where the body reports it twice`(body: String) async throws {
        let served = try ServedSimulator(personality: body)
        let folder = try TemporaryFolder()
        #expect(await served.run("set", "image-destination", "camera and host").code == .success)
        let run = await served.whilePhotographing { await served.run("tether", "--download", folder.path, "--count", "4") }
        #expect(run.code == .success && folder.names().count == 4, "\(run.messages)")
        #expect(!folder.names().contains { $0.contains("(") || $0.contains("-2.") }, "\(folder.names())")
        #expect(Set(folder.names().map { folder.read($0) }).count == 4)
    }

    @Test(arguments: ["sony-a7-4", "sony-a7r-3"])
    func `the mode that bulb has replaced is set back`(body: String) async throws {
        let served = try ServedSimulator(personality: body)
        served.simulator.turn(.exposureMode, to: "A")
        let folder = try TemporaryFolder()
        let run = await served.run("shoot", "--bulb", "0.2", "--download", folder.path)
        #expect(run.code == .success && !run.messages.contains("was left"), "\(run.messages)")
        #expect(await served.run("get", "exposure-mode").lines == ["A"])
        #expect(await served.run("shoot").code == .success)
    }

    @Test func `a movie that another connection has started is stopped`() async throws {
        let served = try ServedSimulator(personality: "fujifilm-x-t4")
        #expect(await served.run("video", "start").code == .success)
        #expect(await served.run("set", "iso", "400").code != .success)
        #expect(await served.run("video", "stop").code == .success)
        let set = await served.run("set", "iso", "400")
        #expect(set.code == .success, "\(set.messages)")
    }
}
