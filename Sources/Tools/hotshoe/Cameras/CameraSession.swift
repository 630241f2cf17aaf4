import ArgumentParsing
import CameraModel
import SimulatedCamera

/// The options of every command that uses a camera.
enum CameraOptions {
    static let groups = [OptionGroup("Options for connecting", [Authenticator.user]), SimulatorOptions.group]
    /// The possible exit codes of finding and connecting.
    static let exitCodes: [ExitCode] = [.noCamera, .connection, .authentication, .timedOut]
}

extension CommandContext {
    /// Finds the selected camera, connects to it, calls `body`, and disconnects in every case.
    ///
    /// - Parameters:
    ///   - categories: the intended use of the camera. Selects the command categories if the camera cannot do everything at the
    ///     same time, and determines which warnings are printed.
    ///   - isRequired: whether a camera without these categories is refused; otherwise the operations of `body` report what is missing.
    ///   - leavesRecording: whether a recording that `body` starts continues after disconnecting.
    ///   - recordsTranscript: whether what the link carries is recorded from its beginning, for a report.
    ///   - body: uses the camera. When the task is cancelled it must stop the camera's activity, and return or throw.
    /// - Throws: the error if the camera is not found or cannot be connected to, and the errors of `body`.
    func withCamera(
        for categories: CommandCategories = [],
        isRequired: Bool = true,
        leavesRecording: Bool = false,
        recordsTranscript: Bool = false,
        _ body: (Camera) async throws -> Void
    ) async throws {
        if let openCamera {
            try await openCamera.ensureConnected(self)
            if isRequired || openCamera.camera.supports(categories) { try await openCamera.use(categories) }
            return try await body(openCamera.camera)
        }
        let search = try CameraSearch(self)
        let camera = try await search.chosen()
        try await connect(camera, for: categories, recordsTranscript: recordsTranscript)
        search.tellOthers(than: camera)
        do {
            if !categories.isEmpty, isRequired || camera.supports(categories) {
                try await camera.setCommandCategories(categories)
            }
            try await body(camera)
        } catch {
            await camera.disconnect()
            throw error
        }
        await camera.disconnect(DisconnectOptions(leavesRecording: leavesRecording))
        output.detail("hotshoe: disconnected from \(camera.displayName)")
        withExtendedLifetime(search) {}
    }

    /// Connects, with questions to the user if necessary, and prints the warnings that concern the intended use of the camera.
    func connect(_ camera: Camera, for categories: CommandCategories, recordsTranscript: Bool = false) async throws {
        let authenticator = Authenticator(self, cameraName: camera.displayName)
        do throws(CameraError) {
            let options = ConnectOptions(
                timeout: timeout ?? DefaultTimeout.connecting,
                recordsTranscript: recordsTranscript
            )
            let warnings = try await camera.connect(options, authenticate: authenticator.handler)
            await authenticator.finish()
            for warning in warnings where warning.category.concerns(categories) { output.note("hotshoe: \(warning.message)") }
            output.detail("hotshoe: connected to \(camera.displayName)")
        } catch {
            await authenticator.finish()
            await camera.disconnect()
            throw authenticator.explanation(of: error)
        }
    }
}

extension ConnectionWarning.Category {
    fileprivate func concerns(_ categories: CommandCategories) -> Bool {
        switch self {
        case .remoteControl: !categories.isDisjoint(with: [.stillsShooting, .videoRecording])
        case .fileAccess: categories.contains(.fileAccess)
        case .other: true
        }
    }
}
