import BrokerMessages
import CameraRecords
import CameraRigs
import HotShoe

/// Carries out commands at the cameras of a server.
enum CommandWork {
    /// Time after which a shutter button that was half-pressed by a command is released.
    private static let armLimit = Duration.seconds(60)

    /// Carries out a command, at its cameras in parallel.
    ///
    /// - Returns: a result for each camera, in the order of their identifiers.
    /// - Throws: if the server has none of the cameras.
    static func perform(_ command: BrokerCommand, _ core: ServerCore) async throws(WebProblem) -> [CommandAnswer.Result] {
        let cameras = core.cameras.all.filter { camera in
            command.cameras.isEmpty || command.cameras.contains(camera.identifier.text)
                || camera.connectedDescription.serialNumber.map(command.cameras.contains) ?? false
        }
        guard !cameras.isEmpty else {
            throw WebProblem(
                404,
                "unknownCamera",
                "This host has \(command.cameras.isEmpty ? "no camera" : "none of these cameras")."
            )
        }
        if command.kind == .set { return await set(command.settings, cameras, core) }
        return await each(of: cameras) { camera in
            do {
                return Result(camera: camera.identifier.text, pictures: try await perform(command, camera, core))
            } catch {
                return Result(camera: camera.identifier.text, error: failure(error))
            }
        }
    }

    private typealias Result = CommandAnswer.Result

    private static func failure(_ error: any Error) -> CommandAnswer.Failure {
        let problem = WebProblem(error)
        return CommandAnswer.Failure(code: problem.code, message: problem.detail)
    }

    private static func each<Value: Sendable>(
        of cameras: [Camera],
        _ work: @escaping @Sendable (Camera) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            for (index, camera) in cameras.enumerated() {
                group.addTask {
                    let value = await work(camera)
                    return (index, value)
                }
            }
            var values: [(Int, Value)] = []
            for await value in group { values.append(value) }
            return values.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Returns the names of the files of a picture.
    private static func perform(_ command: BrokerCommand, _ camera: Camera, _ core: ServerCore) async throws -> [String] {
        if command.kind == .fire, let limit = command.clockLimit { try ClockQuality.current().check(limit) }
        _ = try await core.cameras.connected(camera.identifier.text, for: .stillsShooting)
        switch command.kind {
        case .connect, .set: break
        case .arm:
            if camera.capabilities.contains(.halfPress) { try await core.buttons.holdHalfPress(of: camera, for: armLimit) }
        case .disarm: try await core.buttons.releaseHalfPress(of: camera)
        case .fire: return try await fire(command, camera, core)
        }
        return []
    }

    private static func fire(_ command: BrokerCommand, _ camera: Camera, _ core: ServerCore) async throws -> [String] {
        // A button that is held keeps the focus for this picture.
        let isArmed = core.buttons.extend(.halfPress, of: camera, for: armLimit)
        let options = ShootOptions(autofocus: command.focuses && !isArmed, time: command.time)
        do {
            let shot = try await core.shots.shoot(camera, options, by: command.id)
            if isArmed { try? await core.buttons.releaseHalfPress(of: camera) }
            if let lost = shot.unreadable.first {
                throw CameraError(
                    .noData,
                    "The camera has taken a picture that cannot be read: \(lost.message)",
                    operation: .shoot
                )
            }
            return shot.files.map(\.name)
        } catch {
            if isArmed { try? await core.buttons.releaseHalfPress(of: camera) }
            throw error
        }
    }

    /// Sets properties of all cameras, or of none.
    private static func set(
        _ settings: [BrokerCommand.Setting],
        _ cameras: [Camera],
        _ core: ServerCore
    ) async -> [Result] {
        var wanted: [RigSetting] = []
        for setting in settings {
            guard let property = PropertyIdentifier(setting.property) else {
                let failure = CommandAnswer.Failure(code: "unknownProperty", message: "There is no property \(setting.property).")
                return cameras.map { Result(camera: $0.identifier.text, error: failure) }
            }
            wanted.append(RigSetting(property, setting.text))
        }
        let connected = await each(of: cameras) { camera -> Result in
            do {
                _ = try await core.cameras.connected(camera.identifier.text, for: .stillsShooting)
                return Result(camera: camera.identifier.text)
            } catch { return Result(camera: camera.identifier.text, error: failure(error)) }
        }
        guard connected.allSatisfy({ $0.error == nil }) else { return connected.map(notSet) }
        // Roles are numbers: identifiers have characters that roles do not.
        let members = cameras.enumerated().map { RigMember(role: String($0), camera: $1) }
        do throws(RigError) {
            try await Rig(members).set(wanted)
            return cameras.map { Result(camera: $0.identifier.text) }
        } catch {
            let problems = error.problems + error.notRestored
            return cameras.enumerated().map { index, camera in
                let own = problems.first { $0.role == String(index) }
                let other = CommandAnswer.Failure(code: "notSet", message: error.message)
                return Result(camera: camera.identifier.text, error: own.map { failure($0.error) } ?? other)
            }
        }
    }

    /// The result of a camera that was left as it was, because another one could not be connected.
    private static func notSet(_ result: Result) -> Result {
        let message = "Another camera of this host could not be connected: nothing was set."
        return Result(camera: result.camera, error: result.error ?? CommandAnswer.Failure(code: "notSet", message: message))
    }
}
