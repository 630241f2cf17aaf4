import ArgumentParsing
import CameraModel
import CameraRecords
import Glibc
import HotShoe
import HotShoeServer
import HotShoeSupport
import ServiceDiscovery
import Sockets

/// `hotshoe serve`
enum ServeCommand {
    static let listen = Option.value(
        "listen",
        .text,
        named: "ADDRESS",
        "Address to listen at, such as 0.0.0.0 for all of this computer. Default: 127.0.0.1, which only this computer reaches."
    )
    static let port = Option.value("port", .wholeNumber(0...65535), named: "PORT", default: 8080, "TCP port; 0 for a free one.")
    static let host = Option.repeating("host", .text, named: "NAME", "A name of this computer that clients use.")
    static let readOnly = Option.flag("read-only", "Refuse each request that changes something.")
    static let noDelete = Option.flag("no-delete", "Refuse each request that deletes something.")
    static let folder = Option.value(
        "save-to",
        .text,
        named: "FOLDER",
        "Folder of this computer into which clients may copy new pictures (tethering)."
    )
    static let certificate = Option.value("certificate", .file, named: "FILE", "The certificate with its chain, in PEM.")
    static let key = Option.value("key", .file, named: "FILE", "The key of the certificate, in PEM.")
    static let renew = Option.flag(
        "renew",
        "Make a new token and a new certificate: those that were given out are not valid any more."
    )
    static let tokenVariable = "HOTSHOE_TOKEN"

    static let command = Command(
        "serve",
        summary: "Control cameras over HTTP",
        discussion:
            "Serves the cameras that are found: open the printed address in a browser, on a phone or another computer. Programs use the "
            + "interface that the address with /api describes. Runs until Ctrl-C or for --seconds.\n\n"
            + "Only this computer reaches the server, unless --listen names an address of another network than loopback. Then each request "
            + "needs a token, which is printed, or the one in the environment variable \(tokenVariable), and the connection is encrypted: with "
            + "the certificate of --certificate, or "
            + "with one that is made at the first start, whose fingerprint is printed. That certificate and the token are kept in "
            + "~/.local/state/hotshoe/server.pem, so that a link stays valid, until --renew makes new ones.\n\n"
            + "Each request that changes something is printed with the address of its client.\n\n"
            + "With --broker, the state of the cameras is published at an MQTT broker, and with --broker-commands pictures are taken and settings "
            + "changed from there. The password of the broker is that of the variable \(BrokerSettings.passwordVariable). Several servers on a "
            + "computer have different names, by --broker-name.",
        options: [
            listen, port, host, readOnly, noDelete, folder, certificate, key, renew, ListCommand.count, WatchCommand.seconds,
        ],
        groups: [BrokerSettings.optionGroup, SimulatorOptions.group],
        examples: [
            .init("hotshoe serve --simulated", "A simulated camera, at http://127.0.0.1:8080."),
            .init("hotshoe serve --listen 0.0.0.0", "For every computer of the network that has the token."),
            .init("hotshoe serve --read-only", "For looking only."),
            .init(
                "hotshoe serve --listen 0.0.0.0 --broker mqtts://broker.studio",
                "Found by every program that knows the broker."
            ),
        ],
        exitCodes: [.storage, .permission]
    ) { context in
        var options = HotShoeServer.Options()
        options.host = context[listen] ?? options.host
        options.port = UInt16(context[port])
        options.names = context[host]
        options.isReadOnly = context[readOnly]
        options.allowsDeletion = !context[noDelete]
        if options.isReadOnly, context[folder] != nil {
            throw CommandFailure(.usage, nil, "--read-only refuses the copying that --save-to allows: leave one of them out.")
        }
        options.folder = context[folder]
        if let folder = options.folder { try LocalFolder.prepare(folder) }
        options.token = token(context)
        if let token = options.token, let problem = HotShoeServer.problem(inToken: token) {
            throw CommandFailure(.usage, tokenVariable, problem)
        }
        options.listeningDescriptor = try InheritedSocket.descriptor(context.environment.variable)
        switch (context[certificate], context[key]) {
        case (let certificate?, let key?):
            options.certificate = (try InputFile.text(of: certificate), try InputFile.text(of: key))
        case (nil, nil): break
        default: throw CommandFailure(.usage, nil, "--certificate and --key are used together.")
        }
        options.broker = try BrokerSettings.read(context)
        try applyIdentity(to: &options, context)
        // Without waiting: a terminal that is stopped must not stop the server.
        if context.output.verbosity != .quiet { options.log = { context.output.printWithoutWaiting("\(SafeText.of($0))") } }
        if context.isGiven(ListCommand.count.syntax), try !context.wantsSimulatedCamera {
            throw CommandFailure(.usage, "--count", "works only with --simulated.")
        }
        let search = try CameraSearch(context, simulatedCount: context[ListCommand.count])
        search.discovery.start()
        try await select(&options, search, context)
        let server: HotShoeServer
        do throws(HotShoeServer.StartError) { server = try HotShoeServer(search.discovery, options) } catch {
            throw CommandFailure(.failure, nil, error.description)
        }
        let notice = Task { await noteMissing(search, context) }
        defer { notice.cancel() }
        do { try await serve(server, context) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        withExtendedLifetime(search) {}
    }

    /// The token of the environment; nil if there is none, or an empty one.
    private static func token(_ context: CommandContext) -> String? {
        context.environment.variable(tokenVariable).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Uses the token and the certificate of an earlier start, or makes them and keeps them, for a server that other computers reach.
    private static func applyIdentity(
        to options: inout HotShoeServer.Options,
        _ context: CommandContext
    ) throws {
        guard !options.isLocal, options.token == nil || options.certificate == nil else { return }
        let path = ServerIdentity.path(context.environment.variable)
        var identity = context[renew] ? nil : path.flatMap { ServerIdentity.kept(at: $0) }
        if identity == nil {
            let made: ServerIdentity
            do throws(HotShoeServer.StartError) {
                made = try ServerIdentity.make(names: options.names, host: options.host)
            } catch { throw CommandFailure(.failure, nil, error.description) }
            identity = made
            if let path {
                do throws(CommandFailure) { try made.keep(at: path) } catch {
                    context.output.warn("hotshoe: The token and the certificate are not kept: \(error.message ?? path)")
                }
            }
        }
        guard let identity else { return }
        options.token = options.token ?? identity.token
        options.certificate = options.certificate ?? (identity.certificate, identity.key)
    }

    /// Restricts the server to the cameras of `--camera`, and adds those that are given by their addresses, announced or not.
    private static func select(
        _ options: inout HotShoeServer.Options,
        _ search: CameraSearch,
        _ context: CommandContext
    ) async throws {
        let selectors = context.cameras
        guard !selectors.isEmpty else { return }
        for address in selectors.compactMap(\.networkAddress) where search.hasProviders {
            options.cameras.append(try await search.discovery.camera(at: address))
        }
        options.selects = { description in selectors.contains { CameraChoice.isSelected(description, by: $0) } }
    }

    /// Names the cameras of `--camera` that the first search has not found.
    private static func noteMissing(_ search: CameraSearch, _ context: CommandContext) async {
        let wanted = context.cameras.filter { $0.networkAddress == nil }
        if wanted.isEmpty { return }
        let found = await search.cameras().map(\.description)
        for selector in wanted where !Task.isCancelled && !found.contains(where: { CameraChoice.isSelected($0, by: selector) }) {
            context.output.warn(
                "hotshoe: No camera is \(selector) now. It is served when it is found: `hotshoe list` shows those there are."
            )
        }
    }

    private static func serve(_ server: HotShoeServer, _ context: CommandContext) async throws {
        let addresses = ServerAddresses.of(server.url, NetworkInterface.all())
        // A token of the environment is known.
        let token = token(context) == nil ? server.token : nil
        let link = Self.link(addresses[0], token, server.publicKeyHash)
        let record = Record(url: addresses[0], addresses: addresses, token: token, fingerprint: server.fingerprint, link: link)
        try context.print(record, as: "\(addresses[0], .bold)")
        for address in addresses.dropFirst() { context.output.note("Also at \(address)") }
        if let token { context.output.note("Token: \(token)") }
        if let fingerprint = server.fingerprint {
            context.output.note("Fingerprint of the certificate (SHA-256): \(fingerprint)")
        }
        if let link {
            context.output.note(
                token == nil && server.token != nil
                    ? "Link for --camera on another computer, where \(tokenVariable) must be set too:"
                    : "Link with everything, for a browser or --camera on another computer:"
            )
            context.output.note("\(link)")
            // A phone has no use for the key, and a smaller code is easier to read.
            if !context.wantsJSON, token != nil { show(String(link.prefix { $0 != "&" }), context.output) }
        }
        let announcement = ServerAnnouncement.of(server.url, needsToken: server.token != nil)
        announcement?.start()
        defer { announcement?.withdraw() }
        context.output.note("Serving. Ctrl-C ends it.")
        if let seconds = context[WatchCommand.seconds] { return await SystemClock.shared.sleep(for: seconds) }
        while !Task.isCancelled { await SystemClock.shared.sleep(for: .seconds(3600)) }
    }

    /// The address with the token and the hash of the server's key, as far as the server has them; nil for one that has neither.
    private static func link(_ address: String, _ token: String?, _ key: String?) -> String? {
        let parts = (token.map { ["token=\($0)"] } ?? []) + (key.map { ["key=\($0)"] } ?? [])
        return parts.isEmpty ? nil : "\(address)\(address.hasSuffix("/") ? "" : "/")#\(parts.joined(separator: "&"))"
    }

    /// Prints the address with the token as a QR code, for the camera of a phone, if the terminal can show it.
    private static func show(_ link: String, _ output: Output) {
        let terminal = output.messageTerminal
        guard terminal.colors != .none, terminal.characters != .ascii, let code = QRCode(link), code.width <= terminal.width
        else {
            return
        }
        output.note("For a phone, which has the token then:")
        for line in code.lines { output.note(rendered: line) }
    }

    private struct Record: Encodable {
        let url: String
        let addresses: [String]
        let token: String?
        let fingerprint: String?
        /// The address with the token and the hash of the server's key, which `--camera` accepts.
        let link: String?
    }
}
