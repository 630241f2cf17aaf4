import CameraModel
private import Glibc
import HotShoeSupport
import IPTransport
import PTP
import PTPResponder
import SimulatedCamera

/// `hotshoe simulate`
enum SimulateCommand {
    /// The transport of the served camera.
    enum Transport: String, CaseIterable {
        case ptpip
        case usb
    }

    static let transport = Option.value(
        "transport",
        .choice as ValueType<Transport>,
        named: "TRANSPORT",
        default: .ptpip,
        "How the cameras are reached."
    )
    static let port = Option.value(
        "port",
        .wholeNumber(0...65535),
        named: "PORT",
        "Where to listen, with 0 on ports that are free. Over PTP/IP (15740 unless told otherwise) the first camera here, the others on the "
            + "ports after it; over USB/IP (3240) all of them."
    )
    static let isPublic = Option.flag(
        "public",
        "Let every computer in reach use the cameras, instead of only this one. There are no passwords: anybody who can reach a camera may "
            + "read and delete what is in --storage."
    )
    static let usbSpeed = Option.value(
        "usb-speed",
        .choice as ValueType<USBSpeed>,
        named: "SPEED",
        default: .high,
        "With --transport usb: how fast the cameras are connected."
    )
    static let local = Option.flag(
        "local",
        "Let only this computer reach the cameras. That is so unless --public is given."
    )
    static let name = Option.value("name", .text, named: "NAME", "What the camera is called; with several, followed by a number.")
    static let queue = Option.flag("queue", "Let clients wait while another is served, instead of refusing them.")
    static let personality = Option.value(
        "personality",
        .oneOf(Personality.all.map(\.name)),
        named: "BODY",
        default: Personality.generic.name,
        "Which body to be: one that speaks nothing but the standard, or a maker's with its own operations."
    )
    static let storage = Option.repeating(
        "storage",
        .directory,
        named: "DIR",
        "A folder that is a card of the camera, the first of the first slot; with several cameras, its folder SIM-0001 and so on. "
            + "Made if it is missing."
    )
    static let fault = Option.repeating(
        "fault",
        .servedFault,
        named: "SPEC",
        "Let something go wrong at the camera, as in focus-fails or hang@shoot, or on the wire, as in no-response@get-object-info. "
            + "`hotshoe help faults` tells what can."
    )
    static let faults = Option.value("faults", .file, named: "FILE", "Take faults from a file, one a line; # begins a comment.")

    static let simulatorOptions: [any DeclaredOption] = [
        storage, fault, faults, SimulatorOptions.press, SimulatorOptions.seed, SimulatorOptions.speed,
        SimulatorOptions.pictureSize,
        SimulatorOptions.liveViewSize, SimulatorOptions.liveViewRate, SimulatorOptions.liveView, SimulatorOptions.authentication,
    ]

    static let command = Command(
        "simulate",
        summary: "Be a camera, on the network by PTP/IP or on USB by USB/IP",
        discussion:
            "Each camera serves one client at a time, until Ctrl-C or as long as --seconds says. Only this computer reaches the cameras, and "
            + "finds them, unless --public is given; then they are announced on the network by mDNS. Prints where it listens. With --transport usb each is a USB device that `usbip attach`, of the Linux tools, plugs in; its line is "
            + "printed.",
        options: [
            transport, personality, ListCommand.count, port, local, name, queue, isPublic, usbSpeed, WatchCommand.seconds,
        ],
        groups: [OptionGroup("Options of the simulated camera", simulatorOptions)],
        examples: [
            .init("hotshoe simulate", "One camera on port 15740, which only this computer reaches."),
            .init("hotshoe simulate --public", "The same for every computer in reach, found there by `hotshoe list`."),
            .init("hotshoe simulate --personality canon-eos-r5", "A camera that answers as an EOS body does."),
            .init("hotshoe simulate --transport usb", "A camera on USB: prints what to type to plug it in."),
            .init("hotshoe simulate --port 0 --count 3 --json", "Three cameras on free ports, told as JSON."),
            .init("hotshoe simulate --storage card --fault truncate=20@get-object-info", "Each first ObjectInfo is cut off."),
        ],
        exitCodes: [.storage, .permission]
    ) { context in
        switch context.camera {
        case .simulated, nil: break
        case .network, .usb, .named:
            throw CommandFailure(.usage, "--camera", "contradicts `hotshoe simulate`, which is a camera itself. Leave it out.")
        }
        if context[local] && context[isPublic] { throw CommandFailure(.usage, "--public", "contradicts --local. Leave one out.") }
        switch context[transport] {
        case .ptpip: try await serveOverIP(context)
        case .usb: try await serveOverUSB(context)
        }
    }

    private static func serveOverIP(_ context: CommandContext) async throws {
        if context.isGiven(usbSpeed.syntax) {
            throw CommandFailure(.usage, "--usb-speed", "works only with --transport usb.")
        }
        let responders = try makeResponders(context)
        do {
            for responder in responders { try await listen(responder, context) }
            sayWhoReachesIt(context)
            let announcements = CameraAnnouncement.of(responders, isPublic: context[isPublic])
            await CameraAnnouncement.follow(announcements, isPublic: context[isPublic], context)
            await untilOver(responders, context)
            for announcement in announcements { await announcement.end() }
        } catch {
            await stop(responders)
            throw error
        }
        await stop(responders)
    }

    // MARK: Making

    private static func makeResponders(_ context: CommandContext) throws -> [IPResponder] {
        let count = context[ListCommand.count]
        let (simulators, body, given) = try makeSimulators(context, on: .ip)
        return simulators.enumerated().map { index, simulator in
            let first = context[port] ?? Int(IPResponder.standardPort)
            let port = UInt16(clamping: first == 0 ? 0 : first + index)
            var configuration = IPResponder.Configuration(
                addresses: addresses(context, port: port)
            )
            configuration.name = context[name].map { count == 1 ? $0 : "\($0) \(index + 1)" }
            configuration.queuesClients = context[queue]
            configuration.personality = body
            configuration.faults = given
            return IPResponder(camera: simulator.makeCamera(), configuration: configuration)
        }
    }

    /// Returns the cameras, their personality, and the faults on the wire.
    static func makeSimulators(
        _ context: CommandContext,
        on carrier: ResponderFault.Transport
    ) throws -> ([CameraSimulator], Personality, [ResponderFault]) {
        let (count, folders) = (context[ListCommand.count], context[storage])
        let inFile = try context[faults].map(FaultFile.read) ?? []
        for (option, given) in [("--fault", context[fault]), ("--faults", inFile)] {
            if let stranger = given.compactMap(\.ofWire).first(where: { !$0.isKnown(on: carrier) }) {
                let other = carrier == .usb ? Transport.ptpip : .usb
                throw CommandFailure(.usage, option, "\"\(stranger)\" works only with --transport \(other.rawValue).")
            }
        }
        let given = context[fault] + inFile
        let body = Personality.named(context[personality]) ?? .generic
        let simulators = try context.makeSimulators(count: count, faults: given.compactMap(\.ofCamera), as: body.identity) {
            number in
            count == 1 ? folders : folders.map { "\($0)/\(serialNumber(number))" }
        }
        return (simulators, body, given.compactMap(\.ofWire))
    }

    private static func serialNumber(_ number: Int) -> String {
        let digits = String(number)
        return "SIM-" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    // MARK: Serving

    /// The addresses to listen on: this computer's own, or all of them with `--public`.
    static func addresses(_ context: CommandContext, port: UInt16) -> [SocketAddress] {
        context[isPublic] ? [.any(port: port)] : [.loopback(port: port), .loopbackIPv6(port: port)]
    }

    /// Prints which computers can connect to the cameras. The warning is printed in every case; the rest are messages.
    static func sayWhoReachesIt(_ context: CommandContext) {
        if context[isPublic] {
            let folders = context[storage].listed(by: "and")
            let files: StyledText =
                folders.isEmpty ? "what is on the cameras' cards" : "what is in \(folders) and on the cameras' other cards"
            context.output.complain("hotshoe: warning: anybody who can reach this computer may read and delete \(files)")
        } else if !context.wantsJSON {
            context.output.say("Only this computer can reach it; --public lets others.")
        }
    }

    private static func listen(_ responder: IPResponder, _ context: CommandContext) async throws {
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
    private static func untilOver(_ responders: [IPResponder], _ context: CommandContext) async {
        await withTaskGroup(of: Void.self) { group in
            for responder in responders {
                let changes = responder.clientChanges
                group.addTask { for await change in changes { tell(change, responder, context) } }
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

    private static func tell(_ change: IPResponder.ClientChange, _ responder: IPResponder, _ context: CommandContext) {
        let serialNumber = responder.camera.description.serialNumber ?? ""
        let (event, client) =
            switch change {
            case .served(let name): ("served", name)
            case .left(let name): ("left", name)
            case .refused(let name): ("refused", name)
            }
        if context.wantsJSON {
            try? context.output.json(ClientRecord(event: event, client: client, serialNumber: serialNumber))
        } else {
            context.output.say("\(serialNumber): \(event) \(client)")
        }
    }

    private static func stop(_ responders: [IPResponder]) async {
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
        let client: String
        let serialNumber: String
    }
}
