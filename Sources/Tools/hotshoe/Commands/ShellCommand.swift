import ArgumentParsing
import CameraModel

/// `hotshoe shell`
enum ShellCommand {
    static let keepGoing = Option.flag("keep-going", "Continue a script after a command that failed.")

    static let command = Command(
        "shell",
        summary: "Run many commands with one connection",
        discussion:
            "Reads commands, one per line, as on the command line without `hotshoe` in front: from the terminal, with a history and completion by "
            + "the Tab key, or from a script on standard input. The camera stays connected in between, so settings, live view and pictures "
            + "follow each other without delay.\n\n"
            + "A line that ends in & runs in the background: `liveview --output clip.mjpeg &`, then `set iso 400`. `jobs` lists such commands, "
            + "`stop` ends them and `wait` waits for them, all or one by its number; `sleep SECONDS` pauses. Ctrl-C ends the command that runs; "
            + "`exit` or Ctrl-D ends the shell, and what runs in the background.\n\n"
            + "Words with blanks are put in quotes; # begins a comment. A script ends with the exit code of the first command that "
            + "fails, also in the background, where a failure ends the script at `wait` or at its end.",
        options: [keepGoing],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe shell", "Commands at the terminal."),
            .init("hotshoe shell < session.txt", "A script."),
            .init("printf 'set iso 400\\nshoot -d .\\n' | hotshoe shell -c R5", "Two commands, one connection."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .focus, .storage, .busy, .unavailable, .incomplete]
    ) { context in
        let open = try await OpenCamera(context)
        let prompt = "\(open.camera.displayName)> "
        let input = context.environment.input(context.output, prompt)
        if input.isInteractive {
            context.output.note("Connected to \(open.camera.displayName). `help` lists the commands, `exit` ends.")
        }
        do { try await Shell(input, open, context, keepsGoing: context[keepGoing]).run() } catch {
            await open.disconnect()
            throw error
        }
        await open.disconnect()
    }
}
