import CameraModel
import HotShoeSupport

/// Reconnects to a camera whose connection was lost, as long as that may succeed.
struct Reconnection {
    /// Pauses between two attempts. Pure.
    struct Pauses {
        private var next = Duration.milliseconds(500)

        /// Longest pause.
        static let limit = Duration.seconds(5)

        /// The pause before the next attempt: twice the previous one, up to the limit.
        mutating func pop() -> Duration {
            defer { next = min(next * 2, Self.limit) }
            return next
        }
    }

    let camera: Camera
    let context: CommandContext
    /// Command categories; selected again after connecting.
    let categories: CommandCategories
    private let time = SystemClock.shared

    init(_ camera: Camera, for categories: CommandCategories, _ context: CommandContext) {
        self.camera = camera
        self.categories = categories
        self.context = context
    }

    /// Whether an error means that the connection has ended, and a new one could succeed.
    static func isWorthwhile(_ error: any Error, _ camera: Camera) async -> Bool {
        // A simulated camera in this process cannot be reconnected.
        if Task.isCancelled || camera.description.transport == .inProcess { return false }
        guard await camera.hasEnded(after: error) else { return false }
        guard case .notConnected(let reason) = camera.connectionState else { return true }
        switch reason {
        case .requested, .poweredOffByRequest, .takenByAnotherClient: return false
        default: return true
        }
    }

    /// Retries until the camera is connected, at most until `deadline`, a time of the system's clock; nil for no limit.
    ///
    /// - Returns: the elapsed time.
    /// - Throws: ``CommandFailure`` with the code `connection` at the deadline, `CancellationError`, and immediately an error
    ///   that another attempt cannot correct.
    func run(after error: any Error, until deadline: Duration?) async throws -> Duration {
        context.output.clearStatus()
        let start = time.now
        let limit = deadline.map { ", for at most \(max(1, Int((($0 - start) / .seconds(1)).rounded()))) s" } ?? ""
        context.output.warn("hotshoe: The connection to the camera was lost. Connecting again\(limit) …")
        var lastFailure: String?
        var pauses = Pauses()
        while true {
            let pause = pauses.pop()
            if let deadline, time.now + pause > deadline {
                context.output.detail("hotshoe: \(CommandFailure(error).message ?? "")")
                let reason = lastFailure.map { " The last attempt failed: \($0)" } ?? ""
                throw CommandFailure(.connection, nil, "The connection to the camera was lost.\(reason) Run the command again.")
            }
            await time.sleep(for: pause)
            try Task.checkCancellation()
            do {
                try await connect()
                return time.now - start
            } catch let failure as CameraError where failure.isFinal {
                throw failure
            } catch {
                try Task.checkCancellation()
                lastFailure = CommandFailure(error).message
                context.output.detail("hotshoe: \(lastFailure ?? "not yet")")
            }
        }
    }

    private func connect() async throws {
        try await context.connect(camera, for: categories)
        if !categories.isEmpty { try await camera.setCommandCategories(categories) }
    }
}

extension CameraError {
    /// Whether another attempt is useless.
    var isFinal: Bool {
        switch code {
        case .authenticationFailed, .pairingRequired, .permissionDenied, .notSupported, .firmwareTooOld: true
        default: false
        }
    }
}
