import Glibc
import HotShoe
import HotShoeSupport
import Sockets
import TestSupport
import Testing

@testable import hotshoe

/// Series with a camera that a server in another process has.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct RemoteSeriesTests {
    /// A server in another process.
    private struct Served {
        let process: ChildProcess
        let url: String

        init(_ card: String, port: String = "0") throws {
            process = try ChildProcess.hotshoe(
                "serve",
                "--simulated",
                "--speed",
                "fast",
                "--picture-size",
                "96x64",
                "--storage",
                card,
                "--port",
                port,
                "--json"
            )
            // {"addresses":[…],"url":"http://127.0.0.1:…/"}
            url = try #require(process.readOutputLine().split(separator: "\"").last { $0.hasPrefix("http") }.map { String($0) })
        }

        var port: String { String(url.split(separator: ":").last?.filter(\.isNumber) ?? "") }

        func end(_ signal: Int32 = SIGTERM) {
            process.send(signal)
            _ = process.exitCode()
        }
    }

    private static func run(_ words: [String], _ url: String, recorded: RecordedOutput = RecordedOutput()) async -> CommandRun {
        var environment = CommandEnvironment.empty
        environment.providers = { [RemoteCameraProvider()] }
        return await CommandRun.of(words + ["--camera", url], in: environment, recorded: recorded)
    }

    @Test func `after a restart of the server, what was on the card before the series is neither copied nor deleted`()
        async throws
    {
        let (card, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let first = try Served(card.path)
        #expect(await Self.run(["shoot", "--count", "3"], first.url).code == .success)
        let isBegun = Promise<Void, Never>()
        let recorded = RecordedOutput { isBegun.fulfil(.success(())) }
        let url = first.url
        async let series = Self.run(
            ["shoot", "--count", "8", "--delete", "--download", folder.path],
            url,
            recorded: recorded
        )
        _ = await isBegun.result()
        let port = first.port
        first.end(SIGKILL)
        let second = try Served(card.path, port: port)
        let run = await series
        #expect(run.messages.contains("Connecting again"), "\(run.messages)")
        let left = await Self.run(["files", "--json"], first.url).objects.compactMap { $0["name"]?.text }
        let old = ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.JPG"]
        #expect(Set(left).isSuperset(of: old), "\(left); \(run.messages)")
        #expect(Set(folder.names()).isDisjoint(with: old), "\(folder.names()); \(run.messages)")
        second.end()
    }

    @Test func `a series that is interrupted while it waits for another program names none of its files`() async throws {
        let card = try TemporaryFolder()
        let served = try Served(card.path)
        // One request for many pictures.
        let other = try Socket.connecting(to: .loopback(port: try #require(UInt16(served.port))))
        #expect(other.wait(toSend: true, for: .seconds(60)))
        let body = #"{"count": 60}"#
        let head = "POST /api/v1/cameras/SIM-0001/shoot HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        _ = try other.send(Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)[...])
        let client = try ChildProcess.hotshoe("shoot", "--count", "5", "--camera", served.url)
        // The server prints each change: requests for a picture that it has refused because the other program takes one.
        var refusals = 0
        while refusals < 4 {
            let line = served.process.readErrorLine()
            if line.isEmpty { break }
            if line.contains("/shot"), line.contains(": 409") { refusals += 1 }
        }
        client.send(SIGINT)
        let messages = client.readErrors()
        #expect(client.exitCode() == 130)
        #expect(messages.contains("0 pictures taken of 5.") && !messages.contains("IMG_"), "\(messages)")
        served.end(SIGKILL)
        other.shutDown()
    }
}
