import TestSupport
import Testing

@testable import hotshoe

@Suite(.timeLimit(.minutes(5))) struct WebcamCommandTests {
    /// A program in place of hotshoe-webcam, and an environment with PipeWire in which it is found.
    private struct Rig {
        let folder: TemporaryFolder
        let environment: CommandEnvironment

        init(_ script: String) throws {
            let folder = try TemporaryFolder()
            folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "program")
            folder.makeExecutable("program")
            folder.write([], to: "pipewire-0")
            let path = folder.path
            self.folder = folder
            environment = CommandEnvironment(
                variable: { name in
                    switch name {
                    case WebcamPlaces.programVariable: path + "/program"
                    case "XDG_RUNTIME_DIR": path
                    default: nil
                    }
                },
                user: nil
            )
        }

        func run(_ words: String...) async -> CommandRun {
            await CommandRun.of(["webcam", "--to", "pipewire"] + words + CommandRun.small, in: environment)
        }
    }

    private static let ready = #"{"event":"ready","output":"pipewire","name":"x","width":96,"height":64,"rate":30}"#

    @Test func `the program receives the options and frames, and ends with its input`() async throws {
        let rig = try Rig(
            """
            echo "$@" > "${0%/*}/words"
            head -c 16 | head -c 4 > "${0%/*}/frame"
            echo '\(Self.ready)'
            cat > /dev/null
            echo end > "${0%/*}/end"
            """
        )
        let run = await rig.run("--rate", "25", "--size", "640x480", "--name", "Studio", "--seconds", "2", "--json")
        #expect(run.code == .success)
        #expect(String(decoding: rig.folder.read("words"), as: UTF8.self) == "--rate=25.0 --size=640x480 --pipewire=Studio\n")
        #expect(rig.folder.read("frame") == Array("HSF1".utf8))
        #expect(rig.folder.contains("end"))
        #expect(run.objects.first?["event"] == .text("ready") && run.objects.first?["width"] == .number(96))
    }

    @Test func `as text, a line names the place, the size and the rate`() async throws {
        let rig = try Rig("head -c 16 > /dev/null; echo '\(Self.ready)'; cat > /dev/null")
        let run = await rig.run("--seconds", "2")
        #expect(run.lines == ["x  pipewire  96×64  30/s"] || run.lines == ["x  pipewire  96×64  30.0/s"])
    }

    @Test func `a reason that the program gives before it is ready is the failure`() async throws {
        let rig = try Rig(#"echo '{"event":"ended","message":"GStreamer has no x264enc: install the package p."}'; exit 1"#)
        let run = await rig.run()
        #expect(run.code == .failure)
        #expect(run.messages.contains("GStreamer has no x264enc: install the package p."))
    }

    @Test func `a program that ends after it was ready is started again`() async throws {
        let rig = try Rig(
            """
            echo start >> "${0%/*}/starts"
            head -c 16 > /dev/null
            echo '\(Self.ready)'
            [ "$(grep -c start "${0%/*}/starts")" -ge 2 ] || kill -KILL $$
            cat > /dev/null
            """
        )
        let run = await rig.run("--seconds", "4")
        #expect(run.code == .success)
        #expect(run.messages.contains("hotshoe-webcam ended with signal 9. It is started again."))
        #expect(String(decoding: rig.folder.read("starts"), as: UTF8.self) == "start\nstart\n")
    }

    @Test func `a program that does not end is killed`() async throws {
        let rig = try Rig("trap '' TERM HUP INT; head -c 16 > /dev/null; echo '\(Self.ready)'; while :; do sleep 1; done")
        let run = await rig.run("--seconds", "1")
        #expect(run.code == .success)
    }

    @Test(
        arguments: [
            (["--rate", "0.5"], "--rate"), (["--rate", "500"], "--rate"), (["--size", "8x8"], "--size"),
            (["--rtsp", "x"], "--rtsp"), (["--device", "/dev/video9"], "--device"),
        ] as [([String], String)]
    ) func `mistakes are usage errors`(words: [String], subject: String) async throws {
        let rig = try Rig("exit 1")
        let run = await CommandRun.of(["webcam", "--to", "pipewire"] + words + CommandRun.small, in: rig.environment)
        #expect(run.code == .usage)
        #expect(run.messages.contains(subject))
    }

    @Test func `without any place, the message names what to install, and no camera is searched`() async throws {
        let run = await CommandRun.of(
            ["webcam"],
            in: CommandEnvironment(variable: { $0 == WebcamPlaces.programVariable ? "/bin/true" : nil }, user: nil)
        )
        // A machine with a loopback device has a place.
        if run.code == .failure { #expect(run.messages.contains("v4l2loopback-dkms")) }
    }
}
