import FoundationEssentials
import Testing

@testable import hotshoe

@Suite struct ServeCommandTests {
    @Test("The server's address is printed, as text or as JSON") func printsAddress() async throws {
        let run = await CommandRun.simulated("serve", "--port", "0", "--seconds", "0.001")
        #expect(run.code == .success)
        #expect(run.lines.first?.hasPrefix("http://127.0.0.1:") == true)
        let json = await CommandRun.simulated("serve", "--port", "0", "--seconds", "0.001", "--json")
        #expect(json.objects.first?["token"] == nil)
    }

    @Test("At another address a token and a fingerprint are printed; a token of the environment is not") func printsToken()
        async throws
    {
        let run = await CommandRun.simulated("serve", "--listen", "0.0.0.0", "--port", "0", "--seconds", "0.001")
        #expect(run.code == .success)
        #expect(run.lines.first?.hasPrefix("https://") == true)
        #expect(run.messages.contains("Token: "))
        #expect(run.messages.contains("Fingerprint of the certificate (SHA-256): "))
        let environment = CommandEnvironment(variable: { $0 == "HOTSHOE_TOKEN" ? "secret-token" : nil }, user: nil)
        let known = await CommandRun.simulated("serve", "--port", "0", "--seconds", "0.001", in: environment)
        #expect(!known.messages.contains("secret-token"))
        let record = await CommandRun.simulated("serve", "--port", "0", "--seconds", "0.001", "--json", in: environment)
        #expect(!record.data.contains("secret-token"))
    }

    @Test("Half a certificate, a short token and an address of another computer are errors") func refuses() async throws {
        let half = await CommandRun.simulated("serve", "--certificate", "x.pem")
        #expect(half.code == .usage)
        #expect(half.messages.contains("--key"))
        let missing = await CommandRun.simulated("serve", "--certificate", "/none.pem", "--key", "/none.pem")
        #expect(missing.code == .storage)
        let address = await CommandRun.simulated("serve", "--listen", "192.0.2.1", "--port", "0")
        #expect(address.code == .failure)
        #expect(address.messages.contains("192.0.2.1"))
        let short = await CommandRun.simulated("serve", in: CommandEnvironment(variable: { _ in "short" }, user: nil))
        #expect(short.code == .usage)
        #expect(short.messages.contains("HOTSHOE_TOKEN"))
    }

    @Test(
        "What contradicts itself or has no effect is an error",
        arguments: [
            (["--simulated", "--read-only", "--save-to", "/tmp"], "--read-only"), (["--count", "2"], "--count"),
        ]
    ) func contradictions(words: [String], named: String) async throws {
        let run = await CommandRun.of(["serve", "--port", "0", "--seconds", "0.001"] + words, in: .empty)
        #expect(run.code == .usage)
        #expect(run.messages.contains(named))
    }

    @Test("A camera that is not found is named") func missingCamera() throws {
        let program = try ChildProcess.hotshoe("serve", "--simulated", "--camera", "nope", "--port", "0")
        var line = program.readErrorLine()
        while !line.isEmpty, !line.contains("No camera is nope now.") { line = program.readErrorLine() }
        #expect(!line.isEmpty)
        program.send(15)
        #expect(program.exitCode() == 143)
    }
}
