import CameraModel
import HotShoe
import SimulatedCamera

/// Finds the cameras that a command is about. Keep it as long as a camera is used: letting it go ends the search.
struct CameraSearch {
    let discovery: CameraDiscovery
    /// The simulated cameras among them.
    let simulators: [CameraSimulator]
    /// Whether there is anything to be searched.
    let hasProviders: Bool
    private let context: CommandContext

    /// - Parameter simulatedCount: how many simulated cameras there are, if one is asked for.
    init(_ context: CommandContext, simulatedCount: Int = 1) throws(CommandFailure) {
        self.context = context
        var providers: [any CameraProvider]
        if try context.wantsSimulatedCamera {
            simulators = try context.makeSimulators(count: simulatedCount)
            providers = [SimulatedCameraProvider(simulators)]
        } else {
            simulators = []
            providers = context.surroundings.providers()
        }
        hasProviders = !providers.isEmpty
        discovery = CameraDiscovery(clientName: "hotshoe", providers: providers)
    }

    /// All that are found in the time allowed.
    func cameras() async -> [Camera] {
        guard hasProviders else { return [] }
        await discovery.waitForFirstLook(timeout: context.timeout ?? Patience.search)
        return discovery.cameras
    }

    /// The one that is meant.
    func chosen() async throws -> Camera {
        if !hasProviders, let selector = context.camera {
            switch selector {
            case .network, .usb:
                throw CommandFailure(
                    .noCamera,
                    selector.description,
                    "This version of hotshoe has no provider for this kind of address. Leave --camera out and add --simulated to use a simulated camera."
                )
            case .simulated, .named: break
            }
        }
        if let address = context.camera?.address, simulators.isEmpty { return try await discovery.camera(at: address) }
        let found = await cameras()
        try Task.checkCancellation()
        return found[try CameraChoice.index(of: context.camera, among: found.map(\.description))]
    }
}
