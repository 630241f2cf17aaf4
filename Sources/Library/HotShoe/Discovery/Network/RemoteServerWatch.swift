import CameraModel
import DriverRemote
import HotShoeSupport

/// Reports the cameras of one server while they are present.
final class RemoteServerWatch: Sendable {
    private let address: RemoteAddress
    private let sink: any DiscoverySink
    private let time: any TimeSource
    private let searched: @Sendable () -> Void
    /// Guards the cameras that were reported, and whether the first search has ended.
    private let state = Guarded((cameras: [CameraIdentifier: Listed](), hasSearched: false))

    /// A camera that was reported, and its name at the server.
    private struct Listed: Equatable {
        let name: String
        let description: CameraDescription
    }

    /// Pause before a server that failed is tried again.
    private static let pause = Duration.seconds(5)

    /// Pause after an event, before the list is read.
    private static let eventPause = Duration.milliseconds(50)

    /// Creates a watch. `searched` is called when the server has answered, or has failed to, for the first time.
    init(_ address: RemoteAddress, _ sink: any DiscoverySink, _ time: any TimeSource, searched: @escaping @Sendable () -> Void) {
        (self.address, self.sink, self.time, self.searched) = (address, sink, time, searched)
    }

    /// Watches until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do throws(CameraError) { try await watch() } catch {
                if !Task.isCancelled {
                    Log.write(.info, "remote", "\(address.description): \(error)")
                    (sink as? any ReportingSink)?.noticed(explained(error))
                }
            }
            replace(with: [])
            endFirstSearch()
            if !Task.isCancelled { await time.sleep(for: Self.pause) }
        }
    }

    private func watch() async throws(CameraError) {
        let server = try RemoteServer(address.server)
        defer { server.close() }
        _ = try await server.permissions()
        // Requested before the list: what changes in between is noticed.
        let changes = server.listChanges()
        replace(with: try await server.cameras())
        (sink as? any ReportingSink)?.noticed(nil)
        endFirstSearch()
        while try await changes.next() {
            // Several events often follow one another.
            await time.sleep(for: Self.eventPause)
            replace(with: try await server.cameras())
        }
    }

    private func explained(_ error: CameraError) -> CameraError {
        var explained = error
        explained.message = "\(address.description): \(error.message)"
        return explained
    }

    private func endFirstSearch() {
        let isFirst = state.withLock { state in
            defer { state.hasSearched = true }
            return !state.hasSearched
        }
        if isFirst { searched() }
    }

    /// Reports the differences to the cameras that were reported before.
    private func replace(with listed: [RemoteServer.ListedCamera]) {
        // An address with a camera means that one alone.
        let cameras = listed.filter { camera in
            address.camera.map { $0 == camera.identifier || $0 == camera.serialNumber } ?? true
        }
        let present = cameras.map { Listed(name: $0.identifier, description: description(of: $0)) }
        let now = Dictionary(present.map { ($0.description.identifier, $0) }) { first, _ in first }
        let before = state.withLock { state in
            defer { state.cameras = now }
            return state.cameras
        }
        for identifier in before.keys where now[identifier] == nil { sink.lost(identifier, .disappeared) }
        for (identifier, camera) in now where before[identifier] != camera { sink.found(discovered(camera)) }
    }

    private func remote(_ camera: String) -> RemoteAddress {
        var remote = address
        remote.camera = camera
        return remote
    }

    private func description(of camera: RemoteServer.ListedCamera) -> CameraDescription {
        let remote = remote(camera.identifier)
        return CameraDescription(
            identifier: CameraIdentifier(remote.description),
            family: CameraFamily(camera.family),
            transport: .network,
            name: camera.name,
            manufacturer: camera.manufacturer,
            model: camera.model,
            serialNumber: camera.serialNumber,
            address: RemoteCameraProvider.publicAddress(remote),
            obstacle: camera.obstacle,
            kind: camera.kind
        )
    }

    private func discovered(_ camera: Listed) -> DiscoveredCamera {
        let remote = remote(camera.name)
        return DiscoveredCamera(camera.description, time: time) { [time] in RemoteCameraDriver(remote, time: time) }
    }
}
