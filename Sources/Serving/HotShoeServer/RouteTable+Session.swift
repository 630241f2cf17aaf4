import HotShoe
import JSONText
import WebServer

/// The permissions of a session, as JSON.
struct SessionRecord: Encodable {
    let tokenNeeded: Bool
    let authorized: Bool
    let readOnly: Bool
    let deletion: Bool
    let saving: Bool
    let version: String

    init(_ policy: AccessPolicy, isAuthorized: Bool, saves: Bool) {
        (tokenNeeded, authorized) = (policy.token != nil, isAuthorized)
        (readOnly, deletion, saving) = (policy.isReadOnly, policy.allowsDeletion && !policy.isReadOnly, saves)
        version = HotShoeVersion.text
    }
}

extension RouteTable {
    static let session: [WebRoute] = [
        WebRoute(
            .get,
            "session",
            "getSession",
            "The permissions of this client at this server. Needs no token.",
            content: .object(.session),
            access: .everybody
        ) { call in
            try call.json(try call.core.session(of: call.request))
        },
        WebRoute(
            .post,
            "session",
            "openSession",
            "Sets a cookie that is as good as the token, for browsers. Needs no token in the head.",
            body: [.init(name: "token", values: .text, summary: "The token of the server.", isRequired: true)],
            content: .object(.session),
            access: .everybody
        ) { call in
            let token = call.text("token") ?? ""
            try call.core.admit(token, call.request)
            var request = call.request
            request.fields["authorization"] = "Bearer \(token)"
            var answer = try call.json(try call.core.session(of: request))
            if call.core.needsToken { answer.fields.append(cookie(token, call.request, seconds: 31_536_000)) }
            return answer
        },
        WebRoute(
            .delete,
            "session",
            "closeSession",
            "Removes the cookie.",
            content: .object(.session),
            access: .everybody
        ) { call in
            var request = call.request
            request.fields["cookie"] = nil
            var answer = try call.json(try call.core.session(of: request))
            answer.fields.append(cookie("", call.request, seconds: 0))
            return answer
        },
    ]

    /// The field that sets the cookie, which no script can read and no other site can send.
    private static func cookie(_ token: String, _ request: WebRequest, seconds: Int) -> (name: String, value: String) {
        let name = AccessPolicy.cookie(for: request)
        let secure = request.isSecure ? "; Secure" : ""
        return ("Set-Cookie", "\(name)=\(token); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict\(secure)")
    }

    // MARK: Authentication at cameras

    static let authentication: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/authentication",
            "getAuthentication",
            "The authentication that a camera requests while it is being connected; null if it requests none.",
            content: .objectOrNull(.question)
        ) { call in
            let request = call.core.questions.request(of: try call.knownCamera().identifier)
            guard let request else { return WebResponse(200, text: "null\n", type: "application/json") }
            return try call.json(QuestionRecord(request))
        },
        WebRoute(
            .post,
            "cameras/{camera}/authentication",
            "answerAuthentication",
            "Answers the request of the camera, and returns its state.",
            body: [
                .init(name: "userName", values: .text, summary: "The user name."),
                .init(name: "password", values: .text, summary: "The password."),
                .init(name: "code", values: .text, summary: "The code that the camera shows."),
                .init(name: "joined", values: .flag, summary: "True: this computer has joined the wireless network."),
            ],
            content: .object(.state)
        ) { call in
            let camera = try call.knownCamera()
            let request = try question(call, camera)
            request.respond(try response(call, request.kind))
            return try call.json(StateRecord(camera))
        },
        WebRoute(
            .delete,
            "cameras/{camera}/authentication",
            "cancelAuthentication",
            "Cancels the connection that requests authentication.",
            content: .object(.state)
        ) { call in
            let camera = try call.knownCamera()
            try question(call, camera).cancel()
            return try call.json(StateRecord(camera))
        },
    ]

    private static func question(_ call: RouteCall, _ camera: Camera) throws(WebProblem) -> AuthenticationRequest {
        guard let request = call.core.questions.request(of: camera.identifier) else {
            throw WebProblem(409, "notRequested", "The camera requests no authentication now.")
        }
        return request
    }

    private static func response(
        _ call: RouteCall,
        _ kind: AuthenticationRequest.Kind
    ) throws(WebProblem) -> AuthenticationRequest.Response {
        switch kind {
        case .userNameAndPassword:
            if let name = call.text("userName"), let word = call.text("password") {
                return .userNameAndPassword(userName: name, password: word)
            }
        case .numericCode: if let code = call.text("code") { return .numericCode(code) }
        case .joinNetwork: if call.flag("joined") == true { return .joinedNetwork }
        case .confirmOnCamera:
            throw WebProblem(409, "confirmAtCamera", "The connection is confirmed at the camera itself.")
        }
        throw WebProblem(
            400,
            "missingMember",
            "The answer lacks a member that the camera requests: GET …/authentication names its kind."
        )
    }
}
