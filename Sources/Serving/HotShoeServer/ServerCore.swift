import CameraRecords
import HotShoe
import WebServer

/// Answers the requests of one server: finds the row of the table, applies the policy, checks the parameters and calls the handler.
/// **Thread-safe.**
final class ServerCore: WebHandler {
    let cameras: ServedCameraList
    let feed: EventFeed
    let questions: OpenQuestions
    let buttons: HeldButtons
    let offers: OfferedPictures
    let shots = ShotLedger()
    let series: SeriesList
    let tethering: ServedTethering
    private let policy: AccessPolicy
    let time: any TimeSource
    /// Reports the cameras' requests to authenticate.
    private let asked: Subscription
    private let log: @Sendable (String) -> Void
    /// Guards the wrong tokens.
    private let guesses = Guarded(TokenGuesses())

    /// Creates the core. `folder` is where tethering copies pictures; nil for no tethering.
    init(
        _ discovery: CameraDiscovery,
        _ policy: AccessPolicy,
        folder: String?,
        others: [Camera] = [],
        roles: [CameraIdentifier: String] = [:],
        selects: @escaping @Sendable (CameraDescription) -> Bool = { _ in true },
        _ time: any TimeSource,
        _ log: @escaping @Sendable (String) -> Void
    ) {
        (self.policy, self.time, self.log) = (policy, time, log)
        questions = OpenQuestions()
        cameras = ServedCameraList(discovery, questions, others: others, roles: roles, selects: selects)
        feed = EventFeed(cameras, time)
        buttons = HeldButtons(time)
        offers = OfferedPictures(time)
        series = SeriesList(cameras, shots, time) { [feed] in feed.append($0, "series", SeriesEvent($1)) }
        tethering = ServedTethering(folder: folder) { [feed] in feed.append($0, "tethering", TetheringEvent($1)) }
        asked = questions.observe { [feed] in feed.append($0.text, "authentication", [String: String]()) }
    }

    /// Ends what continues without a client.
    func end() async {
        questions.end()
        await buttons.end()
        await offers.end()
        await series.end()
        await tethering.end()
    }

    /// The permissions of the client of a request. A wrong token counts as a guess.
    func session(of request: WebRequest) throws(WebProblem) -> SessionRecord {
        if let token = AccessPolicy.token(of: request), policy.token != nil {
            do throws(WebProblem) { try admit(token, request) } catch  where error.status != 429 {
                // The page reads the permissions with the token of an earlier start.
            }
        }
        return SessionRecord(policy, isAuthorized: policy.isAuthorized(request), saves: tethering.isPossible)
    }

    /// Whether requests need a token.
    var needsToken: Bool { policy.token != nil }

    /// Checks the token that a client has entered. A wrong one counts as a guess.
    func admit(_ token: String, _ request: WebRequest) throws(WebProblem) {
        let refusal = guesses.withLock { policy.refusal(of: token, from: request.peer, guesses: &$0, at: time.now) }
        guard let refusal else { return }
        note(refusal, request)
        throw refusal.problem
    }

    /// Fields of every answer: nothing of it is kept by caches, shown within pages of other sites, or interpreted as a page.
    private static let commonFields = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Cache-Control", "no-store"),
    ]

    private func note(_ refusal: AccessPolicy.Refusal, _ request: WebRequest) {
        if refusal == .token(isWrong: true) { log("A wrong token was sent from \(request.peer).") }
    }

    // MARK: Requests

    func screen(_ request: WebRequest) -> WebResponse? {
        let isQuery = [.get, .head, .options].contains(request.method)
        let access: AccessPolicy.Access = (try? route(for: request).route.access) ?? (isQuery ? .reading : .change)
        let refusal = guesses.withLock { policy.refusal(of: request, access, guesses: &$0, at: time.now) }
        guard let refusal else { return nil }
        var answer = refusal.problem.answer
        switch refusal {
        case .token: answer.fields.append(("WWW-Authenticate", "Bearer realm=\"hotshoe\""))
        case .tooManyGuesses: answer.fields.append(("Retry-After", "60"))
        default: break
        }
        note(refusal, request)
        return complete(answer)
    }

    func bodyLimit(of request: WebRequest) -> Int { (try? route(for: request).route.bodyLimit) ?? WebRoute.usualBodyLimit }

    func refusal(_ status: Int, _ reason: String) -> WebResponse {
        complete(WebProblem(status, "invalidRequest", reason).answer)
    }

    func respond(to request: WebRequest) async -> WebResponse {
        let answer: WebResponse
        var isChange = false
        do {
            let (route, path) = try route(for: request)
            isChange = route.isChange
            let values = try RouteCall.values(of: request, route, path)
            let call = RouteCall(request: request, core: self, values: values)
            answer = try await within(route.timeLimit(call)) { try await route.handle(call) }
        } catch let refusal as MethodRefusal {
            var refused = WebProblem(405, "methodNotAllowed", "This path has no method \(request.method.rawValue).").answer
            refused.fields.append(("Allow", refusal.allowed))
            answer = request.method == .options ? WebResponse(204, fields: [("Allow", refusal.allowed)]) : refused
        } catch {
            answer = WebProblem(error).answer
        }
        if isChange {
            log("\(request.method.rawValue) /\(request.path.joined(separator: "/")) from \(request.peer): \(answer.status)")
        }
        return complete(answer)
    }

    /// Performs work that a camera may never complete: its client would wait, and hold its connection.
    private func within(
        _ limit: Duration,
        _ work: @escaping @Sendable () async throws -> WebResponse
    ) async throws -> WebResponse {
        let time = time
        return try await withThrowingTaskGroup(of: WebResponse?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await time.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let answer = first { return answer }
            try Task.checkCancellation()
            throw WebProblem(CameraError(.timedOut, "The camera did not answer within \(limit.components.seconds) s."))
        }
    }

    private func complete(_ answer: WebResponse) -> WebResponse {
        var answer = answer
        for (name, value) in Self.commonFields where !answer.fields.contains(where: { $0.name == name }) {
            answer.fields.append((name, value))
        }
        return answer
    }

    /// A path that has other methods.
    private struct MethodRefusal: Error {
        let allowed: String
    }

    private func route(for request: WebRequest) throws -> (route: WebRoute, path: [String: String]) {
        var methods: [WebRequest.Method] = []
        for route in RouteTable.routes {
            guard let path = route.match(request.path) else { continue }
            if route.method == request.method || route.method == .get && request.method == .head { return (route, path) }
            methods.append(route.method)
        }
        guard !methods.isEmpty else {
            throw WebProblem(404, "unknownPath", "There is nothing at this path. GET /api/v1 lists what there is.")
        }
        if methods.contains(.get) { methods.append(.head) }
        throw MethodRefusal(allowed: methods.map(\.rawValue).joined(separator: ", "))
    }
}

extension AccessPolicy.Refusal {
    var problem: WebProblem {
        switch self {
        case .unknownHost:
            WebProblem(
                421,
                "unknownHost",
                "The field Host names another computer. Use the address of this server, or start it with --host NAME."
            )
        case .otherOrigin: WebProblem(403, "otherOrigin", "A page of another site sent this request.")
        case .token(isWrong: false):
            WebProblem(401, "tokenMissing", "This server needs a token: send Authorization: Bearer TOKEN.")
        case .token(isWrong: true): WebProblem(401, "tokenWrong", "This is not the token of this server.")
        case .tooManyGuesses: WebProblem(429, "tooManyGuesses", "Too many wrong tokens were sent. Wait a minute.")
        case .unprovenOrigin:
            WebProblem(
                403,
                "unprovenOrigin",
                "A request that changes something needs Content-Type: application/json, or a token."
            )
        case .readOnly: WebProblem(403, "readOnly", "This server only reads: it was started with --read-only.")
        case .noDeletion: WebProblem(403, "noDeletion", "This server deletes nothing: it was started with --no-delete.")
        }
    }
}
