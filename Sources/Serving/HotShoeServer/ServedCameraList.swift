import CameraRecords
import HotShoe
import WebServer

/// The cameras that a server offers: those of its discovery, connected when a request needs it. **Thread-safe.**
final class ServedCameraList: Sendable {
    private let discovery: CameraDiscovery
    /// Cameras besides those of the discovery.
    private let others: [Camera]
    /// Roles of cameras in a rig.
    private let roles: [CameraIdentifier: String]
    private let selects: @Sendable (CameraDescription) -> Bool
    /// Time to connect to a camera, which includes the user's confirmation or input.
    private static let connectTimeout = Duration.seconds(170)
    /// The authentication requests of cameras that are being connected.
    private let questions: OpenQuestions
    /// Guards the identifiers of cameras that requests have named by their serial numbers.
    private let known = Guarded<[String: String]>([:])
    /// Guards the connections that are being made: requests for the same camera wait for the same one.
    private let connecting = Guarded<[CameraIdentifier: Task<CameraError?, Never>]>([:])

    init(
        _ discovery: CameraDiscovery,
        _ questions: OpenQuestions,
        others: [Camera] = [],
        roles: [CameraIdentifier: String] = [:],
        selects: @escaping @Sendable (CameraDescription) -> Bool = { _ in true }
    ) {
        (self.discovery, self.questions, self.others, self.selects) = (discovery, questions, others, selects)
        self.roles = roles
    }

    /// The record of a camera, with its role.
    func record(of camera: Camera) -> CameraRecord {
        var record = CameraRecord(camera.connectedDescription)
        record.role = roles[camera.identifier]
        return record
    }

    /// The record of a connected camera.
    func information(about camera: Camera) -> InfoRecord {
        var record = InfoRecord(camera)
        record.camera.role = roles[camera.identifier]
        return record
    }

    /// The cameras that are found now, in the order of their identifiers, and those that were given.
    var all: [Camera] {
        let found = discovery.cameras.filter { isServed($0) }
        return (found + others).sorted { $0.identifier.text < $1.identifier.text }
    }

    /// Whether a camera that the discovery finds is offered.
    func isServed(_ camera: Camera) -> Bool {
        selects(camera.description) && !others.contains { $0.identifier == camera.identifier }
    }

    /// The cameras that are not of the discovery.
    var given: [Camera] { others }

    /// Changes of the list from now on.
    var changes: DiscoveryChanges { discovery.changes }

    /// Returns the camera with an identifier or a serial number.
    func camera(_ name: String) throws(WebProblem) -> Camera {
        let all = all
        if let camera = all.first(where: { $0.identifier.text == name }) {
            note(name, name)
            return camera
        }
        let named = all.filter { $0.connectedDescription.serialNumber == name }
        if named.count == 1 {
            let identifier = named[0].identifier.text
            note(name, identifier)
            return named[0]
        }
        throw WebProblem(404, "unknownCamera", "There is no camera with this identifier. GET /api/v1/cameras lists them.")
    }

    private func note(_ name: String, _ identifier: String) {
        known.withLock { known in if known.count < 1024 { known[name] = identifier } }
    }

    /// Returns the identifier of a camera, also of one that is not found at present and was named before.
    func identifier(_ name: String) -> String { (try? knownIdentifier(name)) ?? name }

    /// The same; throws if no such camera was found so far.
    func knownIdentifier(_ name: String) throws(WebProblem) -> String {
        do throws(WebProblem) { return try camera(name).identifier.text } catch {
            guard let identifier = known.withLock({ $0[name] }) else { throw error }
            return identifier
        }
    }

    /// Returns a camera that is connected, and of which the categories are active.
    func connected(_ name: String, for categories: CommandCategories) async throws -> Camera {
        let camera = try camera(name)
        if camera.connectionState != .connected {
            if let error = await connection(of: camera).value { throw error }
        }
        if !camera.commandCategories.isSuperset(of: categories), camera.supports(categories) {
            let all = camera.commandCategories.union(categories)
            try await camera.setCommandCategories(camera.supports(all) ? all : categories)
        }
        return camera
    }

    private func connection(of camera: Camera) -> Task<CameraError?, Never> {
        connecting.withLock { connecting in
            if let task = connecting[camera.identifier] { return task }
            let task = Task { () -> CameraError? in
                defer { self.connecting.withLock { $0[camera.identifier] = nil } }
                do throws(CameraError) {
                    let options = ConnectOptions(timeout: Self.connectTimeout)
                    try await camera.connect(options) { [questions] in questions.add($0, of: camera.identifier) }
                    return nil
                } catch {
                    return error
                }
            }
            connecting[camera.identifier] = task
            return task
        }
    }

    /// Disconnects all cameras.
    func disconnect() async {
        for camera in all { await camera.disconnect() }
    }
}
