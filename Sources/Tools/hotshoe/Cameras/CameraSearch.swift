import CameraModel
import HotShoe
import HotShoeSupport
import SimulatedCamera
import Wording

/// Finds the cameras for a command. It must exist as long as a camera is used, because releasing it ends the search.
struct CameraSearch {
    let discovery: CameraDiscovery
    /// The simulated cameras in the search.
    let simulators: [CameraSimulator]
    private let providers: [any CameraProvider]
    /// Whether the search has any providers.
    var hasProviders: Bool { !providers.isEmpty }
    private let context: CommandContext

    /// Creates a search; with `simulatedCount` simulated cameras if the command's options request them.
    init(_ context: CommandContext, simulatedCount: Int = 1) throws(CommandFailure) {
        self.context = context
        if try context.wantsSimulatedCamera {
            simulators = try context.makeSimulators(
                count: max(simulatedCount, context.cameras.compactMap(\.simulatedNumber).max() ?? 1)
            )
            providers = [SimulatedCameraProvider(simulators)]
        } else {
            simulators = []
            providers = Self.withServers(context.environment.providers(), context)
        }
        discovery = CameraDiscovery(clientName: "hotshoe", providers: providers)
    }

    /// The providers, of which the one for served cameras also finds those of the servers that `--camera` names.
    private static func withServers(_ providers: [any CameraProvider], _ context: CommandContext) -> [any CameraProvider] {
        let named = context.cameras.compactMap { if case .served(let address) = $0 { address.server } else { nil } }
        guard !named.isEmpty, let index = providers.firstIndex(where: { $0 is RemoteCameraProvider }) else { return providers }
        var providers = providers
        providers[index] = RemoteCameraProvider(
            servers: named,
            token: context.environment.variable(ServeCommand.tokenVariable)
        )
        return providers
    }

    /// Returns the cameras that are found within the time limit.
    func cameras() async -> [Camera] {
        guard hasProviders else { return [] }
        await discovery.waitForCameras(announcedFor: context.timeout ?? DefaultTimeout.search, among: providers)
        return discovery.cameras
    }

    /// Returns all cameras that are found within the whole time limit, because cameras on a network answer one after the other.
    /// Returns after the initial search with simulated cameras, and if the network cannot be searched.
    func allCameras() async -> [Camera] {
        guard hasProviders else { return [] }
        let deadline = SystemClock.shared.now + (context.timeout ?? DefaultTimeout.search)
        _ = await cameras()
        // Simulated cameras are found immediately; a network that cannot be searched finds none.
        let isNetworkSearched = !discovery.failures.contains { $0.provider == "network" }
        if simulators.isEmpty, isNetworkSearched { await SystemClock.shared.sleep(until: deadline) }
        return discovery.cameras
    }

    /// Reports which camera is used if others have appeared since it was chosen as the only one.
    func tellOthers(than camera: Camera) {
        guard context.camera == nil, simulators.isEmpty else { return }
        let others = discovery.cameras.filter { $0 !== camera }.map(\.description)
        guard !others.isEmpty else { return }
        context.output.warn(
            "hotshoe: Using \(CameraChoice.listed([camera.description])). There is also \(CameraChoice.listed(others)): --camera chooses."
        )
    }

    /// Returns the selected camera.
    func chosen() async throws -> Camera { try await chosen(context.camera) }

    /// Returns the camera that a selector means.
    func chosen(_ selector: CameraSelector?) async throws -> Camera {
        do { return try await found(selector) } catch let failure as CommandFailure where failure.code == .noCamera {
            throw failure.adding(
                discovery.failures.map { "The \($0.provider) was not searched: \(Sentence.ended($0.error.message))" }
            )
        }
    }

    private func found(_ selector: CameraSelector?) async throws -> Camera {
        if !hasProviders, let selector {
            switch selector {
            case .network, .ownNetwork, .served, .usb:
                throw CommandFailure(
                    .noCamera,
                    selector.description,
                    "This version of hotshoe has no provider for this kind of address. Leave --camera out and add --simulated to use a simulated camera."
                )
            case .simulated, .named: break
            }
        }
        if let address = selector?.address, simulators.isEmpty { return try await discovery.camera(at: address) }
        let deadline = SystemClock.shared.now + (context.timeout ?? DefaultTimeout.search)
        var found = await cameras()
        if let selector, simulators.isEmpty,
            !found.contains(where: { CameraChoice.isSelected($0.description, by: selector) })
        {
            // The initial search is over, but not the time limit.
            let rest = max(.zero, deadline - SystemClock.shared.now)
            _ = try? await discovery.first(timeout: rest) { CameraChoice.isSelected($0.description, by: selector) }
            found = discovery.cameras
        }
        try Task.checkCancellation()
        return found[try CameraChoice.index(of: selector, among: found.map(\.description))]
    }
}

extension CameraDiscovery {
    /// Waits for the initial search of every provider. The time for announcements limits that of the network only: a slow
    /// machine may need longer for the first enumeration of the USB bus, and its cameras would be missing.
    func waitForCameras(announcedFor limit: Duration, among providers: [any CameraProvider]) async {
        let all = Set(providers.map(\.identifier))
        let network = Set(providers.filter { $0 is NetworkCameraProvider }.map(\.identifier))
        async let announced = waitForFirstSearch(timeout: limit, of: network)
        await waitForFirstSearch(timeout: DefaultTimeout.enumeration, of: all.subtracting(network))
        _ = await announced
    }
}
