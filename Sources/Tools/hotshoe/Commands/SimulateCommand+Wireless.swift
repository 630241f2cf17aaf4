import ArgumentParsing
import CameraModel
import HotShoeSupport
import PTP
import PTPResponder
import Sockets

/// A responder that serves one camera over a network. **Thread-safe.**
protocol NetworkResponder: AnyObject, Sendable {
    var camera: Camera { get }
    var identity: (identifier: IPIdentifier, name: String) { get }
    var addresses: [SocketAddress] { get }
    var clientChanges: EventStream<IPResponder.ClientChange> { get }

    func start() throws(SocketError)
    func stop() async
}

extension IPResponder: NetworkResponder {}
extension ContainerResponder: NetworkResponder {}

// Bodies with the protocol of their vendor on networks.

extension SimulateCommand {
    static func serveWireless(_ context: CommandContext) async throws {
        if context.isGiven(usbSpeed.syntax) { throw CommandFailure(.usage, "--usb-speed", "works only with --transport usb.") }
        let (responders, served) = try makeWireless(context)
        do {
            for responder in responders { try await listen(responder, context) }
            let vendor = served.body.onOwnNetworkScheme.map { "\($0):" } ?? ""
            noteReachability(context, selector: responders.count == 1 ? responders.first.flatMap { selector($0, vendor) } : nil)
            let announcements = CameraAnnouncement.of(responders, isPublic: context[isPublic])
            await CameraAnnouncement.follow(announcements, isPublic: context[isPublic], context)
            await serve(responders, served, context)
            for announcement in announcements { await announcement.end() }
        } catch {
            await stop(responders)
            throw error
        }
        await stop(responders)
    }

    /// Ports of a body: commands, events, live view.
    private static let portsPerBody = 3

    private static func makeWireless(_ context: CommandContext) throws -> ([ContainerResponder], ServedCameras) {
        let served = try ServedCameras(context, on: .containers)
        guard let body = served.body.onOwnNetwork else {
            let bodies = Personality.all.filter { $0.onOwnNetwork != nil }.map(\.name).joined(separator: ", ")
            throw CommandFailure(
                .usage,
                "--transport",
                "wireless needs a body with a protocol of its own on networks, and \(served.body.name) has none: add --personality \(bodies)."
            )
        }
        let count = context[ListCommand.count]
        try checkPorts(context, standard: ContainerResponder.standardPort, perCamera: portsPerBody)
        let responders = served.cameras.enumerated().map { index, camera in
            let first = context[port] ?? Int(ContainerResponder.standardPort)
            let port = UInt16(first == 0 ? 0 : first + index * portsPerBody)
            var configuration = ContainerResponder.Configuration(addresses: addresses(context, port: port))
            configuration.name = context[name].map { count == 1 ? $0 : "\($0) \(index + 1)" }
            configuration.queuesClients = context[queue]
            configuration.personality = body
            configuration.faults = served.faults
            return ContainerResponder(camera: camera, configuration: configuration)
        }
        return (responders, served)
    }
}

extension Personality {
    /// First word of the addresses of the body on networks with its own protocol; nil if it has none.
    fileprivate var onOwnNetworkScheme: String? { onOwnNetwork == nil ? nil : String(name.prefix { $0 != "-" }) }
}
