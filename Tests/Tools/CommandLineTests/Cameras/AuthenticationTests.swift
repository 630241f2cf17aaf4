import Testing

@testable import hotshoe

@Suite struct AuthenticationTests {
    private let password = [Authenticator.passwordVariable: SimulatorOptions.password]

    @Test func `a password is read from the environment`() async {
        let run = await CommandRun.simulated(
            "get",
            "iso",
            "--authentication",
            "password",
            "--user",
            SimulatorOptions.userName,
            in: .with(password)
        )
        #expect(run.code == .success)
        #expect(run.data == "ISO 200\n")
    }

    @Test func `a wrong password ends with 4 and one line`() async {
        let run = await CommandRun.simulated(
            "get",
            "iso",
            "--authentication",
            "password",
            "--user",
            "hotshoe",
            "--quiet",
            in: .with([Authenticator.passwordVariable: "wrong"]),
            recorded: RecordedOutput(verbosity: .quiet)
        )
        #expect(run.code == .authentication)
        #expect(
            run.messages == "hotshoe: Simulated Camera: The camera did not accept what was given. "
                + "Check --user NAME and the environment variable HOTSHOE_PASSWORD.\n"
        )
    }

    @Test func `without a user an error explains how to supply the answer`() async {
        let run = await CommandRun.simulated("get", "iso", "--authentication", "password")
        #expect(run.code == .authentication)
        #expect(
            run.messages.contains(
                "The camera asks for a user name and a password. Give --user NAME and the environment variable HOTSHOE_PASSWORD."
            )
        )
    }

    @Test func `a user at the terminal is prompted, again after a mistake`() async {
        let run = await CommandRun.simulated(
            "get",
            "iso",
            "--authentication",
            "password",
            in: .answering("hotshoe", "wrong", SimulatorOptions.userName, SimulatorOptions.password)
        )
        #expect(run.code == .success)
        #expect(run.messages.contains("The camera did not accept that. Try again."))
    }

    @Test func `three mistakes are enough`() async {
        let run = await CommandRun.simulated(
            "get",
            "iso",
            "--authentication",
            "code",
            in: .answering("1", "2", "3", SimulatorOptions.code)
        )
        #expect(run.code == .authentication)
        #expect(run.messages.hasSuffix("hotshoe: The camera did not accept it. Check the spelling, and try again.\n"))
    }

    @Test func `no answer cancels`() async {
        let run = await CommandRun.simulated("get", "iso", "--authentication", "code", in: .answering(nil))
        #expect(run.code == .authentication)
    }

    @Test func `a code is read from the environment`() async {
        let run = await CommandRun.simulated(
            "get",
            "iso",
            "--authentication",
            "code",
            in: .with([Authenticator.codeVariable: SimulatorOptions.code])
        )
        #expect(run.code == .success)
    }

    @Test func `the command waits for a confirmation on the camera, and prints that it does`() async {
        let run = await CommandRun.simulated("get", "iso", "--authentication", "confirm")
        #expect(run.code == .success)
        #expect(run.messages == "Confirm the connection on Simulated Camera…\n")
    }
}
