import CameraModel
private import Glibc
import HotShoeSupport
import PictureSaving

/// Runs a program for each copied file, a few at a time. **Thread-safe.**
final class HookRunner: Sendable {
    /// Maximum number of programs that run at the same time; further files wait.
    static let limit = 4

    private struct State {
        var waiting: [[String]] = []
        var running = 0
        var failures = 0
        var idle: [Promise<Void, Never>] = []
    }

    private let path: String
    private let context: CommandContext
    /// Guards the running and waiting programs.
    private let state = Guarded(State())

    /// Checks that the program exists and can be executed.
    init(_ path: String, _ context: CommandContext) throws(CommandFailure) {
        // A name without a slash is not searched in PATH: the hook is a file, as --hook's completion offers it.
        self.path = path.contains("/") ? path : "./" + path
        self.context = context
        // SAFETY: the path is a terminated string for the time of the call.
        guard unsafe access(self.path, X_OK) == 0 else {
            throw CommandFailure(.usage, "--hook", "\(path) cannot be run: \(systemMessage(errno)). Name an executable file.")
        }
    }

    /// Number of programs that failed.
    var failures: Int { state.withLock { $0.failures } }

    /// A copied file, as a program receives it.
    struct File {
        let path: String
        let name: String
        let byteCount: UInt64
        /// Number of the file in this run, counted from 1.
        let number: Int
        let created: CameraDate?
    }

    /// Runs the program for a file, immediately or when another has ended.
    func start(for file: TetheredFile, from camera: Camera) {
        let copy = File(
            path: file.path,
            name: file.name,
            byteCount: file.byteCount,
            number: file.position,
            created: file.created
        )
        start(for: copy, from: camera)
    }

    /// Runs the program for a file, immediately or when another has ended.
    func start(for file: File, from camera: Camera) {
        let environment = [
            "HOTSHOE_FILE=\(file.path)", "HOTSHOE_NAME=\(file.name)", "HOTSHOE_SIZE=\(file.byteCount)",
            "HOTSHOE_NUMBER=\(file.number)", "HOTSHOE_DATE=\(file.created?.description ?? "")",
            "HOTSHOE_CAMERA=\(camera.info?.model ?? camera.displayName)", "HOTSHOE_SERIAL=\(camera.info?.serialNumber ?? "")",
        ]
        // An argument that starts with "-" would be an option.
        let argument = file.path.hasPrefix("-") ? "./" + file.path : file.path
        state.withLock { $0.waiting.append([argument] + environment) }
        startNext()
    }

    /// Waits until all programs have ended, or `timeout` has passed; programs that still run then continue.
    func finish(within timeout: Duration?) async {
        let done = Promise<Void, Never>()
        let isIdle = state.withLock { state in
            state.idle.append(done)
            return state.running == 0 && state.waiting.isEmpty
        }
        if isIdle { done.fulfil(.success(())) }
        let limit = SystemClock.shared.makeTimer { done.fulfil(.success(())) }
        if let timeout { limit.arm(at: SystemClock.shared.now + timeout) }
        _ = await done.result()
        limit.disarm()
        let left = state.withLock { $0.running + $0.waiting.count }
        if left > 0 { context.output.warn("hotshoe: \(left) hook programs had not ended.") }
    }

    private func startNext() {
        let next = state.withLock { state -> [String]? in
            guard state.running < Self.limit, !state.waiting.isEmpty else { return nil }
            state.running += 1
            return state.waiting.removeFirst()
        }
        guard let next else { return }
        let thread = ThreadExecutor(name: "hotshoe.hook")
        Task {
            let result = await thread.perform { [path] in HookProcess.run(path, argument: next[0], environment: next.dropFirst())
            }
            thread.stop()
            ended(result, file: next[0])
        }
    }

    private func ended(_ result: HookProcess.Result, file: String) {
        if let problem = result.problem { context.output.warn("hotshoe: --hook: The program \(problem) for \(file).") }
        let idle = state.withLock { state -> [Promise<Void, Never>] in
            state.running -= 1
            if result.problem != nil { state.failures += 1 }
            return state.running == 0 && state.waiting.isEmpty ? state.idle : []
        }
        for promise in idle { promise.fulfil(.success(())) }
        startNext()
    }
}
