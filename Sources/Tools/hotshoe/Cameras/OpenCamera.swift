import CameraModel

/// A camera that stays connected for several commands, in `hotshoe shell`. **Thread-safe.**
final class OpenCamera: Sendable {
    let camera: Camera
    /// Keeps the search alive, which owns the camera.
    private let search: CameraSearch

    /// Finds the selected camera and connects to it.
    init(_ context: CommandContext) async throws {
        search = try CameraSearch(context)
        camera = try await search.chosen()
        try await context.connect(camera, for: [])
    }

    /// Connects again if the connection was lost.
    func ensureConnected(_ context: CommandContext) async throws {
        if case .notConnected = camera.connectionState { try await context.connect(camera, for: []) }
    }

    /// Activates command categories in addition to those in use, if the camera supports that: commands run side by side.
    func use(_ categories: CommandCategories) async throws {
        guard !categories.isEmpty, !camera.commandCategories.isSuperset(of: categories) else { return }
        let all = camera.commandCategories.union(categories)
        try await camera.setCommandCategories(camera.supports(all) ? all : categories)
    }

    func disconnect() async { await camera.disconnect() }
}
