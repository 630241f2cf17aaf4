import FoundationEssentials
import Glibc
import HotShoeServer
import TestSupport
import Testing

@testable import hotshoe

@Suite struct ServerIdentityTests {
    @Test("What is kept is read again, and only its owner can read it") func kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/state/hotshoe/server.pem"
        #expect(ServerIdentity.kept(at: path) == nil)
        let made = try ServerIdentity.make(names: ["studio"], host: "0.0.0.0")
        try made.keep(at: path)
        #expect(ServerIdentity.kept(at: path) == made)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // One that others can read is not a secret any more.
        #expect(unsafe chmod(path, 0o640) == 0)
        #expect(ServerIdentity.kept(at: path) == nil)
        let other = try ServerIdentity.make(names: [], host: "0.0.0.0")
        try other.keep(at: path)
        #expect(ServerIdentity.kept(at: path) == other && other.token != made.token)
    }

    @Test("Other files are none") func others() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/server.pem"
        let made = try ServerIdentity.make(names: [], host: "0.0.0.0")
        for text in [
            "", "token = 12345678\n", made.certificate + made.key, "token = short\n" + made.certificate + made.key,
            "token = 12345678\n" + made.key + made.certificate,
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(unsafe chmod(path, 0o600) == 0)
            #expect(ServerIdentity.kept(at: path) == nil)
        }
        #expect(unsafe unlink(path) == 0 && symlink("/etc/passwd", path) == 0)
        #expect(ServerIdentity.kept(at: path) == nil)
        #expect(unsafe unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(ServerIdentity.kept(at: path) == nil)
    }

    @Test("The place is the service's, or the user's") func places() {
        #expect(
            ServerIdentity.path { ["STATE_DIRECTORY": "/var/lib/hotshoe:/x", "HOME": "/h"][$0] } == "/var/lib/hotshoe/server.pem"
        )
        #expect(ServerIdentity.path { ["XDG_STATE_HOME": "/s", "HOME": "/h"][$0] } == "/s/hotshoe/server.pem")
        #expect(ServerIdentity.path { ["XDG_STATE_HOME": "relative", "HOME": "/h"][$0] } == "/h/.local/state/hotshoe/server.pem")
        #expect(ServerIdentity.path { _ in nil } == nil)
    }

    @Test("The link stays the same from one start to the next, until it is renewed") func links() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let environment = CommandEnvironment(variable: { $0 == "XDG_STATE_HOME" ? path : nil }, user: nil)
        func text(_ value: JSON?) -> String { if case .text(let text)? = value { text } else { "" } }
        var (tokens, fingerprints, links) = ([String](), [String](), [String]())
        for options in [[], [], ["--renew"], []] {
            let words = ["serve", "--listen", "0.0.0.0", "--port", "0", "--seconds", "0.001", "--json"] + options
            let run = await CommandRun.of(words + ["--simulated"], in: environment)
            #expect(run.code == .success)
            let record = try #require(run.objects.first)
            tokens.append(text(record["token"]))
            fingerprints.append(text(record["fingerprint"]))
            links.append(text(record["link"]))
        }
        for values in [tokens, fingerprints] {
            #expect(values[0] == values[1] && values[1] != values[2] && values[2] == values[3] && values[0].utf8.count >= 32)
        }
        #expect(links[0].contains("#token=\(tokens[0])&key="))
    }
}
