import CameraMessages
import CameraModel
import HTTPTransport
import HotShoeSupport
import JSONText

/// Reads what the server reports of one camera, and reports it to the host. **Thread-safe.**
///
/// States: connecting, until ``complete`` is fulfilled; connected; ended.
final class RemoteReports: HTTPReceiver {
    /// Fulfilled when the whole state has been reported, or when that has failed.
    let complete = Promise<CameraMessage.Identity, CameraError>()

    private struct State {
        var line: [UInt8] = []
        var identity: CameraMessage.Identity?
        var isConnected = false
        var isOver = false
        /// The camera's request to authenticate that the program answers.
        var question: AuthenticationRequest?
        var questionCount = 0
        /// The first bytes of an answer that is an error.
        var problem: [UInt8] = []
    }

    /// Maximum size of a line in bytes, and of an error.
    private static let lineLimit = 8 << 20
    private static let problemLimit = 1 << 16
    /// Maximum number of requests to authenticate in a connection: more than a person has patience for.
    private static let questionLimit = 20

    private let host: CameraHost
    private let permissions: RemoteServer.Permissions
    private let server: RemoteServer
    private let path: String
    private let tasks = OwnedTasks()
    /// Guards the line that is being received, and what is known of the connection.
    private let state = Guarded(State())

    init(_ host: CameraHost, _ permissions: RemoteServer.Permissions, _ server: RemoteServer, path: String) {
        (self.host, self.permissions, self.server, self.path) = (host, permissions, server, path)
    }

    /// Ends all reports.
    func close() {
        let question = state.withLock { state in
            state.isOver = true
            defer { state.question = nil }
            return state.question
        }
        question?.resolve(.cancelled)
        tasks.cancel()
    }

    // MARK: Receiving

    func receive(_ bytes: RawSpan, _ head: HTTPHead) -> HTTPReception {
        guard head.status == 200 else {
            state.withLock { state in
                let room = Self.problemLimit - state.problem.count
                unsafe bytes.withUnsafeBytes { unsafe state.problem.append(contentsOf: $0.prefix(room)) }
            }
            return .taken
        }
        guard let lines = lines(with: bytes) else {
            fail(CameraError(.protocolFailure, "A line of the server is too long."))
            return .stop
        }
        for line in lines {
            do throws(CameraMessage.Malformed) {
                guard let message = try CameraMessage(line: line.span) else { continue }
                handle(message)
            } catch {
                fail(CameraError(.protocolFailure, "The server broke the rules of its interface: \(error)"))
                return .stop
            }
        }
        return .taken
    }

    /// The lines that are complete with these bytes; nil for one that is too long.
    private func lines(with bytes: RawSpan) -> [[UInt8]]? {
        let parts = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return state.withLock { state in
            var lines: [[UInt8]] = []
            for (index, part) in parts.enumerated() {
                if index > 0 {
                    lines.append(state.line)
                    state.line = []
                }
                state.line.append(contentsOf: part)
            }
            return state.line.count <= Self.lineLimit ? lines : nil
        }
    }

    func end(_ result: Result<Int, HTTPError>) {
        let problem = state.withLock { $0.problem }
        switch result {
        case .success(let status) where status != 200: fail(CameraError(status: status, problem, .connect))
        case .success: fail(CameraError(.connectionLost, "The server has closed the connection."))
        case .failure(let error): fail(CameraError(error, .connect))
        }
    }

    /// Ends the connection with an error.
    private func fail(_ error: CameraError) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        if complete.fulfil(.failure(error)) {
            // The request that connects would wait for the camera.
            server.close()
        } else {
            host.connectionEnded(error.code == .protocolFailure ? .protocolFailure : .connectionLost)
        }
    }

    // MARK: Messages

    private func handle(_ message: CameraMessage) {
        switch message {
        case .connection(let connection): handle(connection)
        case .question(let question): handle(question)
        case .identity(let identity): state.withLock { $0.identity = identity }
        case .update(let update): host.update([restricted(update)])
        case .complete:
            let identity = state.withLock { state in
                state.isConnected = true
                return state.identity
            }
            if let identity {
                complete.fulfil(.success(identity))
            } else {
                fail(CameraError(.protocolFailure, "The server sent no identity of the camera."))
            }
        // Of the streams of live view.
        case .liveViewEnded: break
        }
    }

    private func handle(_ connection: ConnectionState) {
        guard case .notConnected(let reason) = connection else { return }
        let hasEnded = state.withLock { state in
            defer { if state.isConnected { state.isOver = true } }
            return state.isConnected && !state.isOver
        }
        // Before the connection exists, the request that makes it has the error.
        if hasEnded { host.connectionEnded(Self.reason(reason)) }
    }

    /// The reason for this program: what another one requested was not requested here.
    private static func reason(_ reason: DisconnectReason?) -> DisconnectReason {
        switch reason {
        case .requested?, .connectFailed?, nil: .connectionLost
        case .poweredOffByRequest?: .cameraTurnedOff
        case let reason?: reason
        }
    }

    /// An update without what the server does not permit.
    private func restricted(_ update: CameraUpdate) -> CameraUpdate {
        switch update {
        case .capabilities(let capabilities):
            // A report of the link's traffic, the connection's own business, is not carried over.
            var offered = capabilities
            if !permissions.changes { offered.subtract(Self.changing) }
            if !permissions.deletion { offered.subtract([.fileDeletion, .formatting]) }
            return .capabilities(offered)
        case .property(var state) where !permissions.changes:
            state.settable = .none
            return .property(state)
        default: return update
        }
    }

    /// The functions that change something at the camera.
    private static let changing: CameraCapabilities = [
        .exposureControl, .liveViewCrop, .liveViewPan, .shutterControl, .halfPress, .focusAreas, .touchFocus, .focusDrive,
        .depthOfFieldPreview, .videoRecording, .fileDeletion, .fileRating, .clock, .powerOff, .fileUpload, .fileProtection,
        .folderCreation, .fileMoving, .fileCopying, .formatting, .focusDriveEnd, .cameraInitiatedTransfer,
    ]

    /// The missing permissions, for the user.
    var restrictions: [ConnectionWarning] {
        func warning(_ category: ConnectionWarning.Category, _ message: String) -> ConnectionWarning {
            ConnectionWarning(kind: .reducedFunctionality, category: category, message: message)
        }
        if !permissions.changes {
            return [warning(.remoteControl, "The server only reads: it was started with --read-only.")]
        }
        return permissions.deletion ? [] : [warning(.fileAccess, "The server deletes nothing: it was started with --no-delete.")]
    }

    // MARK: Authentication

    private func handle(_ question: CameraMessage.Question?) {
        let request = question.map {
            AuthenticationRequest($0.kind, isRetry: $0.isRetry, credentialKey: "\(server.client.server.origin)/\(path)")
        }
        let (earlier, isTooMany) = state.withLock { state -> (AuthenticationRequest?, Bool) in
            // A connected camera asks for nothing.
            if state.isConnected, request != nil { return (nil, true) }
            if request != nil { state.questionCount += 1 }
            defer { state.question = request }
            return (state.question, state.questionCount > Self.questionLimit)
        }
        if isTooMany {
            if !state.withLock({ $0.isConnected }) { fail(CameraError(.protocolFailure, "The server asks too often.")) }
            return
        }
        earlier?.resolve(request?.isRetry == true ? .rejected : .accepted)
        guard let request else { return }
        tasks.start { [weak self] in await self?.ask(request) }
    }

    private func ask(_ request: AuthenticationRequest) async {
        let response = await host.authenticate(request)
        guard state.withLock({ $0.question === request }) else { return }
        let path = "\(path)/authentication"
        let isSecret =
            switch response {
            case .userNameAndPassword?, .numericCode?: true
            case .joinedNetwork?, nil: false
            }
        if isSecret, !server.isPrivate {
            _ = try? await server.call("DELETE", path, for: .connect)
            return fail(
                CameraError(
                    .authenticationFailed,
                    "The camera's password or code is not sent to another computer without encryption. Use https.",
                    operation: .connect
                )
            )
        }
        switch response {
        case .userNameAndPassword(let name, let word)?:
            _ = try? await server.call(
                "POST",
                path,
                .members(["userName": .string(name), "password": .string(word)]),
                for: .connect
            )
        case .numericCode(let code)?: _ = try? await server.call("POST", path, .members(["code": .string(code)]), for: .connect)
        case .joinedNetwork?: _ = try? await server.call("POST", path, .members(["joined": .bool(true)]), for: .connect)
        case nil: _ = try? await server.call("DELETE", path, for: .connect)
        }
    }
}
