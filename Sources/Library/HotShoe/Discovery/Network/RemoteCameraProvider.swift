import BrokerTransport
public import CameraModel
import DriverRemote
import Glibc
import HotShoeSupport

/// Cameras that `hotshoe serve` serves on other computers, or on this one: each is a camera like one that is attached here.
/// **Thread-safe.**
///
/// A server is named by its address, `http://HOST:PORT` or `https://HOST:PORT`, or by the whole link that it prints, which also has the
/// token and the hash of its key: `https://HOST:PORT/#token=TOKEN&key=KEY`. The server keeps its own connection to the camera, so that
/// several programs use it at the same time; disconnecting ends only what this program does. What the server does not permit is a function
/// that the camera does not have. Needs libcurl, which is loaded at the first use.
///
/// A camera is also found by its address alone: `CameraAddress.provider(identifier:text:)` with `http` or `https`, and the rest of the
/// address from `//` on.
public final class RemoteCameraProvider: CameraProvider {
    /// "remote".
    public let identifier = "remote"

    private let servers: [RemoteAddress]
    private let problems: [CameraError]
    private let broker: BrokerOptions?
    private let token: String?
    private let time: any TimeSource

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - servers: addresses of servers, whose cameras are found. Without any, cameras are found by their addresses only.
    ///   - token: the token for servers whose addresses have none. It is sent to each of them: use one only for servers that you know.
    public convenience init(servers: [String] = [], token: String? = nil) {
        self.init(servers: servers, token: token, time: SystemClock.shared)
    }

    /// Creates a provider that finds the hosts which report to an MQTT broker (`hotshoe serve --broker`, docs/broker.md), and their cameras.
    ///
    /// Needs libmosquitto, which is loaded at the first use. A host that is gone, by its last will, has no cameras any more; while the
    /// broker is away, the hosts that are known stay.
    ///
    /// - Parameters:
    ///   - broker: `mqtt[s]://[USER@]HOST[:PORT][/PREFIX]`.
    ///   - password: the password at the broker; nil for none. Sent only over TLS or to this computer.
    ///   - authorityFile: file with the certificates of authorities, in PEM; nil for those that the system trusts.
    ///   - certificateFile: file with the certificate of this program, in PEM; nil for none.
    ///   - keyFile: file with its key, in PEM; used with `certificateFile`.
    ///   - token: the token of the hosts. It is sent to every address that a host publishes with its key: the broker must permit each host its
    ///     own topics only.
    public convenience init(
        broker: String,
        password: String? = nil,
        authorityFile: String? = nil,
        certificateFile: String? = nil,
        keyFile: String? = nil,
        token: String? = nil
    ) {
        let options = Self.broker(broker, password, authorityFile, certificateFile, keyFile)
        self.init(servers: [], broker: options, token: token, time: SystemClock.shared)
    }

    private static func broker(
        _ text: String,
        _ password: String?,
        _ authorityFile: String?,
        _ certificateFile: String?,
        _ keyFile: String?
    ) -> Result<BrokerOptions, CameraError> {
        Result { () throws(CameraError) in
            do throws(BrokerAddress.Problem) {
                var options = BrokerOptions(try BrokerAddress(text))
                (options.password, options.authorityFile) = (password, authorityFile)
                if let certificateFile, let keyFile { options.certificate = (certificateFile, keyFile) }
                guard (certificateFile == nil) == (keyFile == nil) else {
                    throw BrokerAddress.Problem(description: "A certificate and its key are used together.")
                }
                return options
            } catch {
                throw CameraError(.invalidArgument, error.description, operation: .discover, subject: "broker")
            }
        }
    }

    init(
        servers: [String],
        broker: Result<BrokerOptions, CameraError>? = nil,
        token: String?,
        time: any TimeSource
    ) {
        var (addresses, problems) = ([RemoteAddress](), [CameraError]())
        for server in servers {
            do throws(CameraError) { addresses.append(try Self.address(server, token)) } catch { problems.append(error) }
        }
        if case .failure(let error)? = broker { problems.append(error) }
        self.broker = try? broker?.get()
        (self.servers, self.problems, self.token, self.time) = (addresses, problems, token, time)
    }

    /// The provider of ``CameraDiscovery/init(clientName:)``: the servers are those of the environment variable `HOTSHOE_SERVERS`, separated by
    /// spaces, the broker that of `HOTSHOE_BROKER`, and the token that of `HOTSHOE_TOKEN`.
    static func ofEnvironment() -> RemoteCameraProvider {
        func variable(_ name: String) -> String? {
            unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let servers = variable("HOTSHOE_SERVERS")?.split(separator: " ").map(String.init) ?? []
        let broker = variable("HOTSHOE_BROKER").map { address in
            Self.broker(
                address,
                variable("HOTSHOE_BROKER_PASSWORD"),
                variable("HOTSHOE_BROKER_AUTHORITY"),
                variable("HOTSHOE_BROKER_CERTIFICATE"),
                variable("HOTSHOE_BROKER_KEY")
            )
        }
        return RemoteCameraProvider(
            servers: servers,
            broker: broker,
            token: variable("HOTSHOE_TOKEN"),
            time: SystemClock.shared
        )
    }

    /// Returns the reason why a text is no address of a server or of one of its cameras; nil if it is one.
    package static func problem(inAddress text: String) -> String? {
        do throws(RemoteAddress.Problem) {
            _ = try RemoteAddress(text)
            return nil
        } catch { return error.description }
    }

    private static func address(_ text: String, _ token: String?) throws(CameraError) -> RemoteAddress {
        do throws(RemoteAddress.Problem) { return try RemoteAddress(text, token: token) } catch {
            // The part after # has secrets.
            let shown = text.split(separator: "#", maxSplits: 1).first.map(String.init) ?? ""
            throw CameraError(.invalidArgument, error.description, operation: .discover, subject: String(shown.prefix(200)))
        }
    }

    // MARK: Discovery

    /// Reports the cameras of the servers, until the task is cancelled.
    ///
    /// - Throws: `CameraError.Code.invalidArgument` for a server whose address is not valid.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        if let problem = problems.first { throw problem }
        let isIdle = servers.isEmpty && broker == nil
        let waiting = Guarded(servers.count + (broker == nil ? 0 : 1))
        if isIdle { sink.caughtUp() }
        let searched: @Sendable () -> Void = {
            let left = waiting.withLock { count in
                count -= 1
                return count
            }
            if left == 0 { sink.caughtUp() }
        }
        await withTaskGroup(of: Void.self) { group in
            for server in servers {
                let watch = RemoteServerWatch(server, sink, time, searched: searched)
                group.addTask { await watch.run() }
            }
            if let broker {
                let watch = BrokerWatch(broker, token: token, sink, time, searched: searched)
                group.addTask { await watch.run() }
            }
            // Without servers there is nothing to wait for but the end.
            if isIdle { group.addTask { [time] in while !Task.isCancelled { await time.sleep(for: .seconds(3600)) } } }
        }
    }

    /// Returns the camera at an address `http://HOST:PORT/CAMERA` or `https://…`. Does not connect to it.
    ///
    /// - Parameter address: The scheme as the provider's identifier, and the rest of the address from `//` on as the text. Without a camera in
    ///   its path, the only one of the server is meant.
    /// - Returns: The camera; nil for other addresses.
    /// - Throws: `CameraError.Code.invalidArgument` for a text that is no such address.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard case .provider(let scheme, let text) = address, ["http", "https"].contains(scheme) else { return nil }
        let remote = try Self.address("\(scheme):\(text)", token)
        let description = CameraDescription(
            identifier: CameraIdentifier(remote.description),
            family: .generic,
            transport: .network,
            address: Self.publicAddress(remote)
        )
        return DiscoveredCamera(description, time: time) { [time] in RemoteCameraDriver(remote, time: time) }
    }

    /// The address for display, without secrets.
    static func publicAddress(_ remote: RemoteAddress) -> CameraAddress {
        let text = remote.description
        let scheme = text.prefix { $0 != ":" }
        return .provider(identifier: String(scheme), text: String(text.dropFirst(scheme.count + 1)))
    }
}
