import ArgumentParsing
import CameraModel
private import Glibc
import HotShoeSupport
import PTP
import PTPResponder
import SimulatedCamera
import Sockets
import Wording

/// `hotshoe simulate`
enum SimulateCommand {
    /// The transport of the served camera.
    enum Transport: String, CaseIterable {
        case ptpip
        case wireless
        case usb
    }

    static let transport = Option.value(
        "transport",
        .choice as ValueType<Transport>,
        named: "TRANSPORT",
        default: .ptpip,
        "Transport of the cameras: PTP/IP, USB, or the protocol of the body's vendor on networks (wireless)."
    )
    /// A vendor's body, for the examples.
    private static let exampleBody = Personality.all.first { $0.identity != nil } ?? .generic

    /// A body with a protocol of its vendor's own on networks, for the examples.
    private static let wirelessBody = Personality.all.first { $0.onOwnNetwork != nil } ?? .generic

    static let port = Option.value(
        "port",
        .wholeNumber(0...65535),
        named: "PORT",
        "TCP port; 0 means free ports. Over PTP/IP (default 15740) the first camera listens here, the others on the "
            + "ports after it; over USB/IP (default 3240) all of them share it. With --transport wireless (default 55740) each camera has "
            + "three ports."
    )
    static let isPublic = Option.flag(
        "public",
        "Let every computer on the network use the cameras, not only this one. There are no passwords: every computer that reaches a camera can "
            + "read and delete the files in --storage."
    )
    static let usbSpeed = Option.value(
        "usb-speed",
        .choice as ValueType<USBSpeed>,
        named: "SPEED",
        default: .high,
        "With --transport usb: speed of the USB connection."
    )
    static let local = Option.flag(
        "local",
        "Let only this computer use the cameras. This is the default."
    )
    static let name = Option.value("name", .text, named: "NAME", "Name of the camera; with several, a number is appended.")
    static let queue = Option.flag("queue", "Let further clients wait instead of refusing them.")
    static let personality = Option.value(
        "personality",
        .oneOf(Personality.all.map(\.name)),
        named: "BODY",
        default: Personality.generic.name,
        "Body to simulate, with the standard's operations only or with those of a vendor; --list-personalities lists them."
    )
    static let from = Option.value(
        "from",
        .file,
        named: "FILE",
        "Serve the camera that a file describes: a report of `hotshoe report`, a summary, configuration list or log of gphoto2, or a "
            + "capture of USB or PTP/IP (pcapng, pcap)."
    )
    static let listsPersonalities = Option.flag("list-personalities", "List the bodies that can be simulated, and exit.")
    static let storage = Option.repeating(
        "storage",
        .directory,
        named: "DIR",
        "Folder used as a card of the camera; the first is the card of the first slot. With several cameras each uses its subfolder, SIM-0001 and so on. "
            + "Created if it is missing."
    )
    static let fault = Option.repeating(
        "fault",
        .servedFault,
        named: "SPEC",
        "Inject a fault at the camera, such as focus-fails or hang@shoot, or on the wire, such as no-response@get-object-info. "
            + "`hotshoe help faults` lists all faults."
    )
    static let faults = Option.value("faults", .file, named: "FILE", "File of faults, one per line; # begins a comment.")

    static let simulatorOptions: [any DeclaredOption] = [
        storage, fault, faults, SimulatorOptions.press, SimulatorOptions.seed, SimulatorOptions.speed,
        SimulatorOptions.pictureSize,
        SimulatorOptions.liveViewSize, SimulatorOptions.liveViewRate, SimulatorOptions.liveView, SimulatorOptions.authentication,
    ]

    static let command = Command(
        "simulate",
        summary: "Simulate a camera on the network (PTP/IP) or on USB (USB/IP)",
        discussion:
            "Each camera serves one client at a time, until Ctrl-C or for --seconds. Only this computer can find and use the cameras, "
            + "unless --public is given; then they are announced on the network, as their makers do. Prints the addresses. With --transport usb each "
            + "camera is a USB device that the Linux tool `usbip attach` plugs in; the command to type is printed.",
        options: [
            transport, personality, from, listsPersonalities, ListCommand.count, port, local, name, queue, isPublic, usbSpeed,
            WatchCommand.seconds,
        ],
        groups: [OptionGroup("Options of the simulated camera", simulatorOptions)],
        examples: [
            .init("hotshoe simulate", "One camera on port 15740, for this computer only."),
            .init("hotshoe simulate --public", "One camera for every computer on the network; `hotshoe list` finds it there."),
            .init(
                "hotshoe simulate --personality \(exampleBody.name)",
                "A camera that behaves like a \(exampleBody.identity?.model ?? "body of a vendor")."
            ),
            .init("hotshoe simulate --from k3.json", "The camera that a report describes."),
            .init(
                "hotshoe simulate --transport wireless --personality \(wirelessBody.name)",
                "A body with its vendor's protocol on networks."
            ),
            .init("hotshoe simulate --transport usb", "A USB camera; prints the command that plugs it in."),
            .init("hotshoe simulate --port 0 --count 3 --json", "Three cameras on free ports; prints JSON."),
            .init("hotshoe simulate --storage card --fault truncate=20@get-object-info", "A truncated ObjectInfo dataset."),
        ],
        exitCodes: [.storage, .permission]
    ) { context in
        if context[listsPersonalities] { return try listPersonalities(context) }
        switch context.camera {
        case .simulated, nil: break
        case .network, .ownNetwork, .served, .usb, .named:
            throw CommandFailure(.usage, "--camera", "contradicts `hotshoe simulate`, which is a camera itself. Leave it out.")
        }
        if context[local] && context[isPublic] { throw CommandFailure(.usage, "--public", "contradicts --local. Leave one out.") }
        switch context[transport] {
        case .ptpip: try await serveOverIP(context)
        case .wireless: try await serveWireless(context)
        case .usb: try await serveOverUSB(context)
        }
    }

    private static func listPersonalities(_ context: CommandContext) throws {
        for body in Personality.all {
            let (vendor, product) = body.usbIdentifier
            let record = PersonalityRecord(
                name: body.name,
                model: body.identity?.model,
                support: body.support?.rawValue,
                vendorID: hexadecimal(vendor),
                productID: hexadecimal(product)
            )
            let model = record.model ?? "a camera by the standard only"
            let support = body.support.map { " (\($0))" } ?? ""
            try context.print(record, as: "\(body.name, .bold)  \(record.vendorID):\(record.productID)  \(model)\(support)")
        }
    }

    private struct PersonalityRecord: Encodable {
        let name: String
        let model: String?
        let support: String?
        let vendorID: String
        let productID: String
    }

    private static func serveOverIP(_ context: CommandContext) async throws {
        if context.isGiven(usbSpeed.syntax) {
            throw CommandFailure(.usage, "--usb-speed", "works only with --transport usb.")
        }
        let (responders, served) = try makeResponders(context)
        do {
            for responder in responders { try await listen(responder, context) }
            noteReachability(context, selector: responders.count == 1 ? responders.first.flatMap { selector($0, "") } : nil)
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

    /// Serves until the time limit, or until the task is cancelled.
    static func serve(_ responders: [any NetworkResponder], _ served: ServedCameras, _ context: CommandContext) async {
        let power = Task { await SimulatedPower.follow(zip(responders.map(\.camera), served.simulators), context) }
        await untilOver(responders, context)
        power.cancel()
        await power.value
    }

    /// The `--camera` argument for a served camera on this computer.
    static func selector(_ responder: any NetworkResponder, _ scheme: String) -> String? {
        responder.addresses.first.map { "\(scheme)127.0.0.1:\($0.port)" }
    }

    // MARK: Making

    private static func makeResponders(_ context: CommandContext) throws -> ([IPResponder], ServedCameras) {
        let count = context[ListCommand.count]
        try checkPorts(context, standard: IPResponder.standardPort, perCamera: 1)
        let served = try ServedCameras(context, on: .ip)
        let responders = served.cameras.enumerated().map { index, camera in
            let first = context[port] ?? Int(IPResponder.standardPort)
            let port = UInt16(first == 0 ? 0 : first + index)
            var configuration = IPResponder.Configuration(
                addresses: addresses(context, port: port)
            )
            configuration.name = context[name].map { count == 1 ? $0 : "\($0) \(index + 1)" }
            configuration.queuesClients = context[queue]
            configuration.personality = served.body
            configuration.faults = served.faults
            return IPResponder(camera: camera, configuration: configuration)
        }
        return (responders, served)
    }

    /// Throws unless the ports of all cameras exist.
    static func checkPorts(_ context: CommandContext, standard: UInt16, perCamera ports: Int) throws(CommandFailure) {
        let needed = context[ListCommand.count] * ports
        let highest = 65536 - needed
        guard context[port] ?? Int(standard) > highest else { return }
        throw CommandFailure(
            .usage,
            "--port",
            "leaves no room: \(needed) ports in a row are needed. Choose \(highest) or less, or 0 for free ones."
        )
    }

    // MARK: Serving

    /// The addresses to listen on: this computer's own, or all of them with `--public`.
    static func addresses(_ context: CommandContext, port: UInt16) -> [SocketAddress] {
        context[isPublic] ? [.any(port: port)] : [.loopback(port: port), .loopbackIPv6(port: port)]
    }

    /// Prints which computers can connect to the cameras. The warning is printed in every case; the rest are messages.
    static func noteReachability(_ context: CommandContext, selector: String? = nil) {
        if context[isPublic] {
            let folders = context[storage].listed(by: "and")
            let files: StyledText =
                folders.isEmpty ? "what is on the cameras' cards" : "what is in \(folders) and on the cameras' other cards"
            context.output.warn("hotshoe: warning: every computer that can reach this one can read and delete \(files)")
        } else if !context.wantsJSON {
            let selection = selector.map { ", with --camera \($0)" } ?? ""
            context.output.note("Only this computer can use it\(selection); --public allows others.")
        }
    }

    static func listen(_ responder: any NetworkResponder, _ context: CommandContext) async throws {
        do throws(SocketError) { try responder.start() } catch { throw listeningFailure(error) }
        let (identifier, name) = responder.identity
        let addresses = responder.addresses
        let record = ListeningRecord(
            event: "listening",
            name: name,
            serialNumber: responder.camera.description.serialNumber,
            identifier: identifier.description,
            port: addresses.first.map { Int($0.port) } ?? 0,
            addresses: addresses.map(\.description)
        )
        let places = addresses.map(\.description).joined(separator: ", ")
        try context.print(record, as: "\(record.serialNumber ?? name, .bold)  \(name)  \(places)")
    }

    static func listeningFailure(_ error: SocketError) -> CommandFailure {
        CommandFailure(
            error.code == EACCES ? .permission : .failure,
            "--port",
            "\(error). Choose another port, or 0 for a free one."
        )
    }

    /// Reports connected and disconnected clients until the time limit, or until the task is cancelled.
    private static func untilOver(_ responders: [any NetworkResponder], _ context: CommandContext) async {
        await withTaskGroup(of: Void.self) { group in
            for responder in responders {
                let changes = responder.clientChanges
                group.addTask { for await change in changes { report(change, responder, context) } }
            }
            if let seconds = context[WatchCommand.seconds] {
                group.addTask { await SystemClock.shared.sleep(for: seconds) }
                await group.next()
            } else {
                await group.waitForAll()
            }
            group.cancelAll()
        }
    }

    private static func report(
        _ change: IPResponder.ClientChange,
        _ responder: any NetworkResponder,
        _ context: CommandContext
    ) {
        let serialNumber = responder.camera.description.serialNumber ?? ""
        let (event, client) =
            switch change {
            case .served(let name): ("served", name)
            case .left(let name): ("left", name)
            case .refused(let name): ("refused", name)
            case .displayed(let text): ("displayed", text)
            }
        if context.wantsJSON {
            let isText = event == "displayed"
            try? context.output.json(
                ClientRecord(event: event, client: isText ? nil : client, text: isText ? client : nil, serialNumber: serialNumber)
            )
        } else {
            context.output.note("\(serialNumber): \(event) \(client)")
        }
    }

    static func stop(_ responders: [any NetworkResponder]) async {
        await withTaskGroup(of: Void.self) { group in
            for responder in responders { group.addTask { await responder.stop() } }
        }
    }

    private struct ListeningRecord: Encodable {
        let event: String
        let name: String
        let serialNumber: String?
        let identifier: String
        let port: Int
        let addresses: [String]
    }

    private struct ClientRecord: Encodable {
        let event: String
        let client: String?
        let text: String?
        let serialNumber: String
    }
}
