import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoe
import HotShoeSupport
import ServiceDiscovery

/// `hotshoe list`
enum ListCommand {
    static let watch = Option.flag("watch", short: "w", "Continue, and print cameras that appear and disappear.")
    static let hosts = Option.flag("hosts", "List the computers that serve cameras (`hotshoe serve`) instead.")
    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(1...1000),
        named: "N",
        default: 1,
        "Number of simulated cameras."
    )

    static let command = Command(
        "list",
        summary: "List cameras",
        discussion:
            "Searches the network for --timeout, by default 1.5 s. With --camera ptpip:HOST tries the camera at that "
            + "address, announced or not.",
        options: [watch, hosts, count],
        groups: [SimulatorOptions.group],
        examples: [
            .init("hotshoe list --simulated", "The simulated camera."),
            .init("hotshoe list --watch --json", "Cameras that appear and disappear, as JSON."),
            .init("hotshoe list --hosts", "The addresses of servers in the local network, for a browser."),
        ],
        exitCodes: [.noCamera]
    ) { context in
        if context[hosts] { return try await listHosts(context) }
        let search = try CameraSearch(context, simulatedCount: context[count])
        if context[watch] { return try await follow(search, context) }
        let isDirect = search.simulators.isEmpty && search.hasProviders
        let addresses = isDirect ? context.cameras.compactMap(\.networkAddress) : []
        let named = isDirect ? context.cameras.filter { $0.networkAddress == nil } : context.cameras
        var direct: [CameraDescription] = []
        for address in addresses { direct.append(try await describe(address, search, context)) }
        if !direct.isEmpty, named.isEmpty { return try show(direct, context) }
        let cameras = await search.allCameras()
        for failure in search.discovery.failures where explains(failure, cameras.isEmpty, context.camera) {
            context.output.warn("hotshoe: \(failure.provider): \(failure.error.message)")
        }
        guard !cameras.isEmpty || context.camera != nil else {
            context.output.warn(
                "No cameras found. Try `hotshoe demo`, `hotshoe list --simulated`, or `hotshoe doctor` to see why."
            )
            throw CommandFailure(.noCamera, nil, nil)
        }
        let found = cameras.map(\.description)
        guard context.cameras.count > 1 else { return try show(try CameraChoice.all(of: context.camera, among: found), context) }
        let chosen = try named.flatMap { selector throws(CommandFailure) in try CameraChoice.all(of: selector, among: found) }
        try show(direct + found.filter(chosen.contains), context)
    }

    /// Whether a failure may explain a missing camera: a network that cannot be searched matters only if nothing was found.
    static func explains(_ failure: ProviderFailure, _ nothingIsFound: Bool, _ selector: CameraSelector?) -> Bool {
        if failure.provider != "network" { return true }
        switch selector {
        case .usb, .simulated, .served: return false
        // The daemon's absence is no error if cameras are found, but it is reported.
        case .network, .ownNetwork, .named, nil: return true
        }
    }

    /// Connects to the camera at an address, so that it is listed only if it exists, and with its own name.
    private static func describe(
        _ address: CameraAddress,
        _ search: CameraSearch,
        _ context: CommandContext
    ) async throws -> CameraDescription {
        let camera = try await search.discovery.camera(at: address)
        try await context.connect(camera, for: [])
        let description = camera.connectedDescription
        await camera.disconnect()
        return description
    }

    private static func show(_ cameras: [CameraDescription], _ context: CommandContext) throws {
        if context.wantsJSON {
            for camera in cameras { try context.output.json(CameraRecord(camera)) }
            return
        }
        var table = TextTable([.left("NAME"), .left("SERIAL"), .left("REACHED"), .left("SELECTOR")])
        for camera in cameras {
            table.add([
                "\(camera.displayName, .bold)\(camera.kind == .mediaDevice ? " (media device)" : "")",
                "\(camera.serialNumber ?? "–")", "\(camera.transport.rawValue)",
                "\(camera.selector ?? "–")",
            ])
        }
        try context.output.table(table)
        // Obstacles are messages, which do not change the table.
        for camera in cameras {
            if let obstacle = camera.obstacle { context.output.warn("hotshoe: \(camera.displayName): \(obstacle.message)") }
        }
    }

    // MARK: Servers

    /// Time for servers to answer.
    private static let serverSearch = Duration.milliseconds(1500)

    private static func listHosts(_ context: CommandContext) async throws {
        let browser = ServiceBrowser(type: ServerAnnouncement.type)
        defer { browser.stop() }
        browser.start()
        await SystemClock.shared.sleep(for: context.timeout ?? serverSearch)
        let servers = Set(browser.services.compactMap(ServerRecord.init)).sorted { ($0.name, $0.url) < ($1.name, $1.url) }
        guard !servers.isEmpty else {
            context.output.warn(
                "No server found. \(browser.failure?.message ?? "Start one with `hotshoe serve --listen 0.0.0.0`.")"
            )
            throw CommandFailure(.noCamera, nil, nil)
        }
        if context.wantsJSON { return try servers.forEach { try context.output.json($0) } }
        var table = TextTable([.left("NAME"), .left("ADDRESS"), .left("TOKEN")])
        for server in servers { table.add(["\(server.name, .bold)", "\(server.url)", server.token ? "needed" : "not needed"]) }
        try context.output.table(table)
    }

    // MARK: Watching

    private static func follow(_ search: CameraSearch, _ context: CommandContext) async throws {
        context.output.note("Watching for cameras. Ctrl-C ends it.")
        func matches(_ camera: Camera) -> Bool {
            context.cameras.isEmpty || context.cameras.contains { CameraChoice.isSelected(camera.description, by: $0) }
        }
        for await change in search.discovery.changes {
            switch change {
            case .found(let camera) where !matches(camera): break
            case .lost(let camera, _) where !matches(camera): break
            case .found(let camera):
                let text: StyledText = "\("found", .green)  \(camera.description.line)"
                try context.print(ChangeRecord(event: "found", reason: nil, CameraRecord(camera.description)), as: text)
            case .lost(let camera, let loss):
                let text: StyledText = "\("lost", .yellow)   \(camera.description.line): \(loss.rawValue)"
                try context.print(ChangeRecord(event: "lost", reason: loss.rawValue, CameraRecord(camera.description)), as: text)
            case .providerFailed(let failure):
                context.output.warn("hotshoe: \(failure.provider): \(failure.error.message)")
            }
        }
    }

    private struct ChangeRecord: Encodable {
        let event: String
        let reason: String?
        let camera: CameraRecord

        init(event: String, reason: String?, _ camera: CameraRecord) {
            self.event = event
            self.reason = reason
            self.camera = camera
        }
    }
}

extension CameraSelector {
    /// The address of a camera on the network; nil for any other selector.
    var networkAddress: CameraAddress? {
        switch self {
        case .network, .ownNetwork: address
        // A server alone has a list of cameras.
        case .served(let served): served.hasCamera ? address : nil
        case .simulated, .usb, .named: nil
        }
    }
}

extension CameraDescription {
    /// "Simulated Camera (serial SIM-0001), in process"
    var line: String {
        displayName + (serialNumber.map { " (serial \($0))" } ?? "") + ", \(transport.rawValue)"
            + (obstacle.map { ": \($0.message)" } ?? "")
    }
}
