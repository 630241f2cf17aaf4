package import CameraModel
package import HotShoeSupport
import PTP
package import PTPSession

/// Driver for cameras that support PTP. **Thread-safe.**
///
/// It is independent of vendors and transports: the creator supplies the function that opens a link and the vendors' dialects.
package final class PTPDriver: CameraDriver {
    /// Opens a link. Calls `onWaitingForUser` if the user must first confirm the connection on the camera.
    package typealias LinkOpener =
        @Sendable (_ onWaitingForUser: @escaping @Sendable () -> Void) async throws(CameraError) -> any Link

    private let openLink: LinkOpener
    private let recoverLink: LinkOpener?
    private let time: any TimeSource
    private let credentialKey: String
    private let options: PTPSession.Options
    private let dialects: [CameraDialect]

    /// Creates a driver for one camera.
    ///
    /// - Parameters:
    ///   - credentialKey: Key of the camera in credential stores.
    ///   - dialects: Dialects in order of preference; the first that recognises the camera is used, otherwise the standard.
    ///   - time: Clock of the sessions and connections.
    ///   - options: Options of the sessions.
    ///   - recoverLink: Resynchronises a device that did not answer on the first link and opens a new link; nil if the
    ///     transport cannot do that.
    ///   - openLink: Opens a link; called for each connection.
    package init(
        credentialKey: String,
        dialects: [CameraDialect] = [],
        time: any TimeSource = SystemClock.shared,
        options: PTPSession.Options = PTPSession.Options(),
        recoverLink: LinkOpener? = nil,
        openLink: @escaping LinkOpener
    ) {
        self.credentialKey = credentialKey
        self.time = time
        self.options = options
        self.dialects = dialects
        self.recoverLink = recoverLink
        self.openLink = openLink
    }

    // MARK: Connecting

    package func connect(
        _ connectOptions: ConnectOptions,
        host: CameraHost
    ) async throws(CameraError) -> any CameraConnection {
        let options = sessionOptions(connectOptions)
        switch try await establish(host, options, pairs: true) {
        case .connected(let connection): return connection
        case .refused(let error): throw error
        case .unpaired(let pairing):
            let isPaired = try await PairingSession(pairing, host, credentialKey, time).run(
                try await link(host, openLink),
                options
            )
            switch try await establish(host, options, pairs: isPaired) {
            case .connected(let connection): return connection
            case .refused(let error): throw error
            case .unpaired: break
            }
            throw CameraError(
                .pairingRequired,
                "The camera does not accept this computer, although it was paired. Pair it again in the camera's menu.",
                operation: .connect
            )
        }
    }

    /// The options of the session, with a recorder if the caller wants a transcript.
    private func sessionOptions(_ connectOptions: ConnectOptions) -> PTPSession.Options {
        var options = options
        options.isRecorded = connectOptions.recordsTranscript
        return options
    }

    /// Result of an attempt to connect.
    private enum Attempt: Sendable {
        case connected(any CameraConnection)
        /// The camera accepts nothing before it has been paired with this computer. The session is closed.
        case unpaired(Pairing)
        /// The camera refuses for a reason that its vendor's connection explains. The session is closed.
        case refused(CameraError)
    }

    /// Opens a link and connects. Without `pairs`, cameras are not asked whether they must be paired.
    private func establish(
        _ host: CameraHost,
        _ options: PTPSession.Options,
        pairs: Bool
    ) async throws(CameraError) -> Attempt {
        var link = try await link(host, openLink)
        if let recoverLink {
            do throws(SessionError) { return try await establish(link, host, options, pairs, isLast: false) } catch {
                guard error.suggestsStaleDevice, !Task.isCancelled else { throw CameraError(error, .connect) }
                Log.write(.info, "ptp", "\(error); resynchronising with the camera")
            }
            link = try await self.link(host, recoverLink)
        }
        do throws(SessionError) { return try await establish(link, host, options, pairs, isLast: true) } catch {
            throw CameraError(error, .connect)
        }
    }

    /// Time limit for GetDeviceInfo if a device that does not answer can be resynchronised.
    private static let firstAnswerLimit: Duration = .seconds(5)

    /// Connects to the camera on a link, and closes the session on an error.
    ///
    /// `isLast` is whether no other link is tried after this one. If `false`, the host is not notified when the link ends before
    /// the connection is established, and the time limit for GetDeviceInfo is shorter.
    private func establish(
        _ link: any Link,
        _ host: CameraHost,
        _ options: PTPSession.Options,
        _ pairs: Bool,
        isLast: Bool
    ) async throws(SessionError) -> Attempt {
        let slot = ConnectionSlot()
        let ending = LinkEnding(isReported: isLast)
        let session = PTPSession(link, time: time, options: options) {
            slot.connection?.eventReceived($0)
        } onEnd: { reason in
            slot.connection?.linkEnded()
            if ending.ended(reason), reason != .closedHere { host.connectionEnded(DisconnectReason(reason)) }
        }
        var connection: (any PTPConnection)?
        do throws(SessionError) {
            let device: DeviceInfo
            if let introduce = dialects.first?.introduce {
                switch await introduction(session, host, introduce) {
                case .success(let info): device = info
                case .failure(let error):
                    await session.close()
                    return .refused(error)
                }
            } else {
                device = try await Self.deviceInfo(session, timeout: isLast ? nil : Self.firstAnswerLimit)
            }
            let dialect = dialects.first { $0.recognises(device) } ?? .standard
            let made = dialect.connect(session, device, host, time)
            connection = made
            made.standard.vendor = dialect.vendor
            slot.set(made)
            if pairs, let pairing = try await made.requiredPairing() {
                await session.close()
                return .unpaired(pairing)
            }
            try await made.open()
            if let failure = ending.report() { throw .link(failure) }
            return .connected(made)
        } catch {
            await session.close()
            if let explained = connection?.explanation(of: error) { return .refused(explained) }
            throw error
        }
    }

    /// Requests the DeviceInfo. Some devices answer GetDeviceInfo only inside a session (observed with umtp-responder).
    private static func deviceInfo(_ session: PTPSession, timeout: Duration?) async throws(SessionError) -> DeviceInfo {
        func query() async throws(SessionError) -> DeviceInfo {
            try await session.receive(.getDeviceInfo, as: DeviceInfo.self, limit: StandardConnection.descLimit, timeout: timeout)
        }
        do throws(SessionError) { return try await query() } catch {
            guard case .refused(_, let response) = error, response.code == .sessionNotOpen else { throw error }
        }
        try await session.open()
        return try await query()
    }

    /// Opens the link. While the camera waits for its user, the host has an authentication request.
    private func link(_ host: CameraHost, _ openLink: @escaping LinkOpener) async throws(CameraError) -> any Link {
        let link = try await waitingForUser(host) { onWaiting throws(CameraError) in try await openLink(onWaiting) }.get()
        // The task may have been cancelled just after the link was opened.
        if Task.isCancelled {
            link.close()
            throw .cancelled(.connect)
        }
        return link
    }

    /// Introduces the session to the camera. While the camera waits for its user, the host has an authentication request.
    private func introduction(
        _ session: PTPSession,
        _ host: CameraHost,
        _ introduce: @escaping CameraDialect.Introduction
    ) async -> Result<DeviceInfo, CameraError> {
        await waitingForUser(host) { [time] onWaiting throws(CameraError) in try await introduce(session, time, onWaiting) }
    }

    /// Performs work that may wait for the camera's user.
    private func waitingForUser<Value: Sendable>(
        _ host: CameraHost,
        _ work: @escaping @Sendable (_ onWaiting: @escaping @Sendable () -> Void) async throws(CameraError) -> Value
    ) async -> Result<Value, CameraError> {
        let wait = PairingWait(host, credentialKey, time)
        let opening = Task { () -> Result<Value, CameraError> in
            do throws(CameraError) { return .success(try await work { wait.begin() }) } catch { return .failure(error) }
        }
        wait.setCancellation { opening.cancel() }
        let result = await withTaskCancellationHandler {
            await opening.value
        } onCancel: {
            opening.cancel()
        }
        guard case .failure(let error) = result else {
            wait.end(nil)
            return result
        }
        wait.end(error)
        return .failure((Task.isCancelled ? nil : wait.failure) ?? error)
    }
}

/// Decides whether the host is notified of the end of a link. **Thread-safe.**
private final class LinkEnding: Sendable {
    private struct State {
        var isReported: Bool
        var failure: LinkFailure?
    }

    /// Guards the end of the link and whether it is reported.
    private let state: Guarded<State>

    init(isReported: Bool) { state = Guarded(State(isReported: isReported)) }

    /// Records the end. Returns whether the host is notified.
    func ended(_ failure: LinkFailure) -> Bool {
        state.withLock { state in
            state.failure = failure
            return state.isReported
        }
    }

    /// Enables the notification of the host. Returns the reason if the link has already ended unreported.
    func report() -> LinkFailure? {
        state.withLock { state in
            defer { state.isReported = true }
            return state.isReported ? nil : state.failure
        }
    }
}

extension SessionError {
    /// Whether a device that was left in the middle of a transaction would cause this error.
    fileprivate var suggestsStaleDevice: Bool {
        switch self {
        case .timedOut, .malformed, .broken, .link(.silent), .link(.protocolBroken): true
        case .refused(_, let response): response.code == .invalidTransactionID
        default: false
        }
    }
}
