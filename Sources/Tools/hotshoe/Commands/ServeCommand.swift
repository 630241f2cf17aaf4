import ArgumentParsing
import CameraModel
import CameraRecords
import Glibc
import HotShoe
import HotShoeServer
import HotShoeSupport

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
    static let tokenVariable = "HOTSHOE_TOKEN"

    static let command = Command(
        "serve",
        summary: "Control cameras over HTTP",
        discussion:
            "Serves the cameras that are found: open the printed address in a browser, on a phone or another computer. Programs use the "
            + "interface that the address with /api describes. Runs until Ctrl-C or for --seconds.\n\n"
            + "Only this computer reaches the server, unless --listen is used. Then each request needs a token, which is printed, or the "
            + "one in the environment variable \(tokenVariable), and the connection is encrypted: with the certificate of --certificate, or "
            + "with one that is made at each start, whose fingerprint is printed.\n\n"
            + "Each request that changes something is printed with the address of its client.",
        options: [listen, port, host, readOnly, noDelete, folder, certificate, key, ListCommand.count, WatchCommand.seconds],
        groups: [SimulatorOptions.group],
        examples: [
            .init("hotshoe serve --simulated", "A simulated camera, at http://127.0.0.1:8080."),
            .init("hotshoe serve --listen 0.0.0.0", "For every computer of the network that has the token."),
            .init("hotshoe serve --read-only", "For looking only."),
        ],
        exitCodes: [.storage, .permission]
    ) { context in
        var options = HotShoeServer.Options()
        options.host = context[listen] ?? options.host
        options.port = UInt16(context[port])
        options.names = context[host]
        options.isReadOnly = context[readOnly]
        options.allowsDeletion = !context[noDelete]
        options.folder = context[folder]
        options.token = context.environment.variable(tokenVariable)
        switch (context[certificate], context[key]) {
        case (let certificate?, let key?): options.certificate = (try text(of: certificate), try text(of: key))
        case (nil, nil): break
        default: throw CommandFailure(.usage, nil, "--certificate and --key are used together.")
        }
        options.log = { context.output.note("\(SafeText.of($0))") }
        let search = try CameraSearch(context, simulatedCount: context[ListCommand.count])
        search.discovery.start()
        let server: HotShoeServer
        do throws(HotShoeServer.StartError) { server = try HotShoeServer(search.discovery, options) } catch {
            throw CommandFailure(.failure, nil, error.description)
        }
        do { try await serve(server, context) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        withExtendedLifetime(search) {}
    }

    private static func serve(_ server: HotShoeServer, _ context: CommandContext) async throws {
        let record = Record(url: server.url, token: server.token, fingerprint: server.fingerprint)
        try context.print(record, as: "\(server.url, .bold)")
        // A token of the environment is known.
        if let token = server.token, context.environment.variable(tokenVariable) == nil { context.output.note("Token: \(token)") }
        if let fingerprint = server.fingerprint {
            context.output.note("Fingerprint of the certificate (SHA-256): \(fingerprint)")
        }
        context.output.note("Serving. Ctrl-C ends it.")
        if let seconds = context[WatchCommand.seconds] { return await SystemClock.shared.sleep(for: seconds) }
        while !Task.isCancelled { await SystemClock.shared.sleep(for: .seconds(3600)) }
    }

    /// The text of a small file.
    private static func text(of path: String) throws(CommandFailure) -> String {
        guard let file = unsafe try InputFile.open(path) else {
            throw CommandFailure(.storage, path, unsafe String(cString: strerror(errno)))
        }
        defer { unsafe _ = fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeSubrange(unsafe fread(&bytes, 1, bytes.count, file)...)
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct Record: Encodable {
        let url: String
        let token: String?
        let fingerprint: String?
    }
}
