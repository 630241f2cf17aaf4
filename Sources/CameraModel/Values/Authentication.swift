import HotShoeSupport

/// A camera's question to the person who wants to connect, and the place for the answer. **Thread-safe.**
///
/// One is made for each try. It is answered once, by ``respond(_:)`` or ``cancel()``, from any thread, at any later
/// moment; answers after the first, and after the request was resolved, change nothing. Every request is resolved
/// before the connecting call returns.
public final class AuthenticationRequest: Sendable {
    /// What the camera wants.
    public enum Kind: Sendable, Hashable {
        /// Somebody must press a button on the camera. There is nothing to answer: the request is resolved when it is done.
        case confirmOnCamera
        case userNameAndPassword
        /// A number that the camera shows.
        case numericCode(digits: Int)
        /// The computer must join the camera's own wireless network.
        case joinNetwork(name: String, password: String)
    }

    /// An answer.
    public enum Response: Sendable, Hashable {
        case userNameAndPassword(String, String)
        case numericCode(String)
        case joinedNetwork
    }

    /// What became of a request.
    public enum Resolution: Sendable, Hashable {
        case accepted
        /// Another request may follow.
        case rejected
        case cancelled
    }

    public let kind: Kind
    /// Whether the answer before this one was wrong.
    public let isRetry: Bool
    /// A key under which to keep an answer for this camera in a store of secrets.
    public let credentialKey: String

    private let answer = Promise<Response?, Never>()
    private let outcome = Promise<Resolution, Never>()

    /// Asks; for drivers.
    public init(_ kind: Kind, isRetry: Bool, credentialKey: String) {
        self.kind = kind
        self.isRetry = isRetry
        self.credentialKey = credentialKey
    }

    /// Answers the camera.
    public func respond(_ response: Response) { answer.fulfil(.success(response)) }

    /// Gives up: connecting fails with ``CameraError/Code/cancelled``.
    public func cancel() { answer.fulfil(.success(nil)) }

    /// What became of the request, waited for. Returns ``Resolution/cancelled`` when the calling task is cancelled.
    public func resolution() async -> Resolution {
        guard case .success(let resolution) = await outcome.resultUnlessCancelled() else { return .cancelled }
        return resolution
    }

    /// The answer, waited for; nil when it was cancelled, or the waiting task was. For drivers.
    public func response() async -> Response? {
        guard case .success(let response) = await answer.resultUnlessCancelled() else { return nil }
        return response
    }

    /// Says what became of the request; for drivers.
    public func resolve(_ resolution: Resolution) {
        outcome.fulfil(.success(resolution))
        answer.fulfil(.success(nil))
    }
}

/// What answers a camera's authentication requests: called on a library thread for each, and must return at once.
public typealias AuthenticationHandler = @Sendable (AuthenticationRequest) -> Void
