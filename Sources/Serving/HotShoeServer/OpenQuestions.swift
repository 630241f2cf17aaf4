import HotShoe

/// The authentication requests of cameras that are being connected, until a client answers. **Thread-safe.**
final class OpenQuestions: Sendable {
    /// Guards the open requests: at most one for a camera.
    private let requests = Guarded<[CameraIdentifier: AuthenticationRequest]>([:])
    private let tasks = OwnedTasks()
    private let changes = Broadcast<CameraIdentifier>()

    /// Calls a handler with each camera whose request has changed, until the subscription is cancelled or released.
    func observe(_ changed: @escaping @Sendable (CameraIdentifier) -> Void) -> Subscription {
        changes.observe(queue: LibraryCallbackQueue.shared, select: { $0 }, handler: changed)
    }

    private func changed(_ camera: CameraIdentifier) { changes.send(camera) }

    /// Adds the request of a camera, which stays until it is resolved.
    func add(_ request: AuthenticationRequest, of camera: CameraIdentifier) {
        requests.withLock { $0[camera] = request }
        changed(camera)
        tasks.start { [weak self] in
            _ = await request.resolution()
            self?.remove(request, of: camera)
        }
    }

    private func remove(_ request: AuthenticationRequest, of camera: CameraIdentifier) {
        let isCurrent = requests.withLock { requests in
            guard requests[camera] === request else { return false }
            requests[camera] = nil
            return true
        }
        if isCurrent { changed(camera) }
    }

    /// The open request of a camera; nil if there is none.
    func request(of camera: CameraIdentifier) -> AuthenticationRequest? { requests.withLock { $0[camera] } }

    /// Cancels all requests.
    func end() {
        for request in requests.withLock({ Array($0.values) }) { request.cancel() }
        tasks.cancel()
    }
}

/// An authentication request as JSON.
struct QuestionRecord: Encodable {
    let kind: String
    let retry: Bool
    /// Number of digits of the code that the camera shows; nil for other kinds.
    let digits: Int?
    /// Name and password of the wireless network that this computer must join; nil for other kinds.
    let network: String?
    let password: String?

    init(_ request: AuthenticationRequest) {
        retry = request.isRetry
        switch request.kind {
        case .confirmOnCamera: (kind, digits, network, password) = ("confirm", nil, nil, nil)
        case .userNameAndPassword: (kind, digits, network, password) = ("password", nil, nil, nil)
        case .numericCode(let count): (kind, digits, network, password) = ("code", count, nil, nil)
        case .joinNetwork(let name, let word): (kind, digits, network, password) = ("network", nil, name, word)
        }
    }
}
