import ArgumentParsing
import CameraModel
private import Glibc
import HotShoe
import HotShoeSupport
import IPTransport
import PTP
import ServiceDiscovery
import Sockets

/// `hotshoe doctor`
enum DoctorCommand {
    static let command = Command(
        "doctor",
        summary: "Diagnose why a camera is not found or cannot be reached",
        discussion:
            "Checks everything that finding and reaching cameras needs, on USB and on the network, and prints what to do about each "
            + "problem. With --camera ptpip:HOST or http://HOST also tries to reach that camera. Changes nothing.",
        examples: [
            .init("hotshoe doctor", "Check this computer."),
            .init("hotshoe doctor --camera ptpip:192.168.1.20", "Check the camera at this address too."),
        ],
        exitCodes: [.noCamera]
    ) { context in
        var findings = USBCheckup.findings()
        findings += [await discovery(), interfaces(), await identity()] + invitations()
        if let (host, port, address) = context.camera?.hostOnNetwork {
            let results = await camera(host, port, address, context)
            // If the camera answers, no other finding prevents its use.
            if !results.contains(where: \.isProblem) { findings = findings.map(\.asNote) }
            findings += results
        } else {
            findings.append(await search(context))
        }
        for finding in findings { try show(finding, context) }
        if findings.contains(where: \.isProblem) { throw CommandFailure(.noCamera, nil, nil) }
    }

    /// The result of a check.
    struct Finding: Encodable {
        let subject: String
        let isProblem: Bool
        /// Whether it is a limitation that matters only if no other way leads to a camera.
        let isNote: Bool
        let text: String

        /// The same finding as a note, if it prevents nothing.
        var asNote: Finding { Finding(subject, isNote: isProblem || isNote, text) }

        init(_ subject: String, isProblem: Bool = false, isNote: Bool = false, _ text: String) {
            self.subject = subject
            self.isProblem = isProblem
            self.isNote = isNote
            self.text = text
        }
    }

    private static func show(_ finding: Finding, _ context: CommandContext) throws {
        let mark: StyledText =
            finding.isProblem ? "\("problem", .yellow)" : finding.isNote ? "\("note   ", .yellow)" : "\("ok     ", .green)"
        try context.print(finding, as: "\(mark)  \(finding.subject): \(finding.text)")
    }

    // MARK: Checks

    private static func discovery() async -> Finding {
        let status = await ServiceDiscoveryStatus.check()
        return Finding("finding on the network", isProblem: status != .ready, status.description)
    }

    /// Checks the ports at which cameras answer that wait for an invitation.
    static func invitations(_ ports: [(vendor: String, port: UInt16)] = InvitedCameraProvider.answerPorts) -> [Finding] {
        ports.compactMap { vendor, port in
            guard let place = SocketAddress(bytes: [0, 0, 0, 0], port: port) else { return nil }
            do throws(SocketError) {
                _ = try Socket.listening(on: place)
                return nil
            } catch {
                return Finding(
                    "invitations",
                    isNote: true,
                    "TCP port \(port) is in use, by `hotshoe serve` or another search: cameras of \(vendor) that wait for an invitation are "
                        + "found by that program only"
                )
            }
        }
    }

    private static func interfaces() -> Finding {
        let names = NetworkInterfaces.withAddresses()
        if names.isEmpty {
            return Finding(
                "network",
                isProblem: true,
                "only the loopback interface has an address; connect this computer to the camera's network"
            )
        }
        return Finding("network", names.joined(separator: ", "))
    }

    /// Checks the identity of this computer, by which paired cameras recognise it.
    private static func identity() async -> Finding {
        let (first, second) = (InitiatorIdentity.persistent(), InitiatorIdentity.persistent())
        if first.identifier != second.identifier {
            return Finding(
                "pairing",
                isProblem: true,
                "this computer's identifier cannot be stored, so cameras ask for pairing each time; make ~/.local/state/hotshoe writable"
            )
        }
        return Finding("pairing", "cameras know this computer as \(first.name), \(first.identifier)")
    }

    private static func search(_ context: CommandContext) async -> Finding {
        let providers = context.environment.providers()
        let discovery = CameraDiscovery(clientName: "hotshoe", providers: providers)
        await discovery.waitForCameras(announcedFor: context.timeout ?? DefaultTimeout.search, among: providers)
        let found = discovery.cameras.map { $0.description.line }
        discovery.stop()
        if found.isEmpty {
            return Finding(
                "cameras",
                isProblem: true,
                "none on USB, and none announced on the network. Is it switched on, and its USB or network mode selected? A firewall must allow incoming "
                    + "UDP port 5353. Cameras that are not announced need --camera ptpip:HOST"
            )
        }
        return Finding("cameras", found.joined(separator: "; "))
    }

    // MARK: One camera

    private static func camera(
        _ host: String,
        _ port: UInt16,
        _ address: CameraAddress,
        _ context: CommandContext
    ) async -> [Finding] {
        let addresses = SocketAddress.resolve(host, port: port)
        if addresses.isEmpty {
            return [Finding("host", isProblem: true, "the name \(host) is unknown; check the spelling, or use the IP address")]
        }
        var hosts: [String] = []
        for address in addresses where !hosts.contains(address.host) { hosts.append(address.host) }
        var findings = [Finding("host", hosts == [host] ? "the address \(host)" : "\(host) is \(hosts.joined(separator: ", "))")]
        findings.append(await answer(of: address, context))
        return findings
    }

    /// Connects, which requests the camera's DeviceInfo, and disconnects.
    private static func answer(of address: CameraAddress, _ context: CommandContext) async -> Finding {
        let token = context.environment.variable(ServeCommand.tokenVariable)
        let discovery = CameraDiscovery(
            clientName: "hotshoe",
            providers: [NetworkCameraProvider(clientName: "hotshoe"), RemoteCameraProvider(token: token)]
        )
        do throws(CameraError) {
            let camera = try await discovery.camera(at: address)
            let options = ConnectOptions(timeout: context.timeout ?? .seconds(10))
            do throws(CameraError) {
                // Waits for a confirmation on the camera; other questions are cancelled.
                try await camera.connect(options) { request in if request.kind != .confirmOnCamera { request.cancel() } }
            } catch {
                await camera.disconnect()
                throw error
            }
            let model = camera.info?.model ?? camera.displayName
            await camera.disconnect()
            return Finding("camera", "\(model) answers at \(address)")
        } catch {
            return Finding("camera", isProblem: true, advice(error))
        }
    }

    private static func advice(_ error: CameraError) -> String {
        switch error.code {
        case .timedOut:
            "\(error.message) If it asks for a confirmation on its display, confirm, and try again with a longer --timeout."
        default: error.message
        }
    }
}

extension CameraSelector {
    /// Host, port and address of a camera on the network; nil for any other selector.
    fileprivate var hostOnNetwork: (host: String, port: UInt16, address: CameraAddress)? {
        switch self {
        case .network(let host, let port):
            let port = port ?? IPConnector.standardPort
            return (host, port, .network(host: host, port: port))
        case .ownNetwork(_, let host, let port):
            return address.map { (host, port ?? ContainerConnector.standardPort, $0) }
        case .served(let served):
            let (host, port) = served.hostAndPort
            return address.map { (host, port, $0) }
        case .simulated, .usb, .named: return nil
        }
    }
}

/// The network interfaces of this computer.
enum NetworkInterfaces {
    /// The interfaces that are up and have an address, without the loopback.
    static func withAddresses() -> [String] { names(isLoopback: false) }

    /// The kernel's index of the loopback interface; nil if it is down.
    static var loopback: UInt32? {
        names(isLoopback: true).first.flatMap { name in
            let number = unsafe if_nametoindex(name)
            return number == 0 ? nil : number
        }
    }

    private static func names(isLoopback: Bool) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var names: [String] = []
        var entry = unsafe list
        while let interface = unsafe entry {
            defer { unsafe entry = interface.pointee.ifa_next }
            let flags = unsafe Int32(bitPattern: interface.pointee.ifa_flags)
            let isUp = flags & Int32(IFF_UP) != 0 && (flags & Int32(IFF_LOOPBACK) != 0) == isLoopback
            guard isUp, let address = unsafe interface.pointee.ifa_addr else { continue }
            let family = unsafe Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { continue }
            let name = unsafe String(cString: interface.pointee.ifa_name)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
