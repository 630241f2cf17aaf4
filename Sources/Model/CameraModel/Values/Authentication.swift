import HotShoeSupport

/// A camera's request to authenticate, and the place for the answer. **Thread-safe.**
///
/// Each attempt is a new request. It is answered once, by ``respond(_:)`` or ``cancel()``, from any thread at any time; later
/// answers, and answers after the request was resolved, have no effect. Every request is resolved before the connecting call
/// returns.
public final class AuthenticationRequest: Sendable {
    /// Kind of authentication that the camera requires.
    public enum Kind: Sendable, Hashable {
        /// The user must press a button on the camera. No answer is needed: the request is resolved when it is done.
        case confirmOnCamera
        /// A user name and a password.
        case userNameAndPassword
        /// A number that the camera displays.
        case numericCode(digits: Int)
        /// This computer must join the camera's wireless network.
        case joinNetwork(name: String, password: String)
    }

    /// An answer to a request.
    public enum Response: Sendable, Hashable {
        /// The user name and the password.
        case userNameAndPassword(userName: String, password: String)
        /// The number that the camera displays.
        case numericCode(String)
        /// This computer has joined the camera's wireless network.
        case joinedNetwork
    }

    /// Outcome of a request.
    public enum Resolution: Sendable, Hashable {
        /// The camera accepted the answer.
        case accepted
        /// The camera rejected the answer. Another request may follow.
        case rejected
        /// The request was cancelled.
        case cancelled
    }

    /// Kind of authentication that the camera requires.
    public let kind: Kind
    /// Whether the previous answer was wrong.
    public let isRetry: Bool
    /// Key under which a store of secrets can keep the answer for this camera.
    public let credentialKey: String

    private let answer = Promise<Response?, Never>()
    private let outcome = Promise<Resolution, Never>()

    /// Creates a request; for drivers.
    ///
    /// - Parameters:
    ///   - kind: kind of authentication that the camera requires.
    ///   - isRetry: whether the previous answer was wrong.
    ///   - credentialKey: key for a store of secrets.
    public init(_ kind: Kind, isRetry: Bool, credentialKey: String) {
        self.kind = kind
        self.isRetry = isRetry
        self.credentialKey = credentialKey
    }

    /// Answers the request.
    public func respond(_ response: Response) { answer.fulfil(.success(response)) }

    /// Cancels the request: connecting fails with ``CameraError/Code/cancelled``.
    public func cancel() { answer.fulfil(.success(nil)) }

    /// Waits for the outcome of the request. Returns ``Resolution/cancelled`` when the calling task is cancelled.
    public func resolution() async -> Resolution {
        guard case .success(let resolution) = await outcome.resultUnlessCancelled() else { return .cancelled }
        return resolution
    }

    /// Waits for the answer; returns nil when the request or the calling task is cancelled. For drivers.
    public func response() async -> Response? {
        guard case .success(let response) = await answer.resultUnlessCancelled() else { return nil }
        return response
    }

    /// Sets the outcome of the request; for drivers.
    public func resolve(_ resolution: Resolution) {
        outcome.fulfil(.success(resolution))
        answer.fulfil(.success(nil))
    }
}

/// Answers a camera's authentication requests. Called on a library thread for each request; must return immediately.
public typealias AuthenticationHandler = @Sendable (AuthenticationRequest) -> Void
