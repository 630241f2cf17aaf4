import CameraModel
import SimulatedCamera

/// What every command that uses a camera accepts.
enum CameraOptions {
    static let groups = [OptionGroup("Options for connecting", [Authenticator.user]), SimulatorOptions.group]
    /// The exit codes that finding and connecting can end with.
    static let exitCodes: [ExitCode] = [.noCamera, .connection, .authentication, .timedOut]
}

extension CommandContext {
    /// Finds the camera that is meant, connects to it, does something with it, and disconnects, however that ended.
    ///
    /// - Parameters:
    ///   - categories: what the camera is going to be used for. Chosen on the camera where it cannot do everything at once; decides which
    ///     warnings are told.
    ///   - leavesRecording: a recording that `body` starts goes on after disconnecting.
    ///   - body: when the task is cancelled it stops what the camera is doing, and returns or throws.
    func withCamera(
        for categories: CommandCategories = [],
        leavesRecording: Bool = false,
        _ body: (Camera) async throws -> Void
    ) async throws {
        let search = try CameraSearch(self)
        let camera = try await search.chosen()
        try await connect(camera, for: categories)
        do {
            if !categories.isEmpty { try await camera.setCommandCategories(categories) }
            try await body(camera)
        } catch {
            await camera.disconnect()
            throw error
        }
        await camera.disconnect(DisconnectOptions(leavesRecording: leavesRecording))
        output.detail("hotshoe: disconnected from \(camera.displayName)")
        withExtendedLifetime(search) {}
    }

    /// Connects, asking whoever can be asked, and tells what concerns the use that is made of the camera.
    func connect(_ camera: Camera, for categories: CommandCategories) async throws {
        let authenticator = Authenticator(self, cameraName: camera.displayName)
        do throws(CameraError) {
            let options = ConnectOptions(timeout: timeout ?? Patience.connecting)
            let warnings = try await camera.connect(options, authenticate: authenticator.handler)
            await authenticator.finish()
            for warning in warnings where warning.category.concerns(categories) { output.say("hotshoe: \(warning.message)") }
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
