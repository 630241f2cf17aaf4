package import WebServer

/// Decides which requests the server answers. Pure.
///
/// Threats: a page of another site in the browser of a user who can reach the server (it sends forms, loads pictures, or makes a name of
/// its own resolve to this address), other computers of the network, and guesses of the token.
package struct AccessPolicy: Sendable {
    /// Why a request is refused.
    package enum Refusal: Hashable, Sendable {
        /// The field Host names another computer: the name may belong to an attacker that made it resolve to this address.
        case unknownHost
        /// A page of another site sent the request.
        case otherOrigin
        /// The request needs a token and has none, or a wrong one.
        case token(isWrong: Bool)
        /// The client has sent too many wrong tokens.
        case tooManyGuesses
        /// The request changes something, and it may have been sent by a form of another site.
        case unprovenOrigin
        /// The request changes something, and the server only reads.
        case readOnly
        /// The request deletes something, and the server does not.
        case noDeletion
    }

    /// The token that requests must have; nil if none is needed.
    package var token: String?
    /// Names of this server, in lower case, besides those of loopback and numeric addresses.
    package var names: Set<String> = []
    package var isReadOnly = false
    package var allowsDeletion = true

    package init(token: String? = nil) { self.token = token }

    /// The kind of access that a route gives.
    package enum Access: Sendable, Hashable {
        /// The page, the description of the interface, and entering a token: no secrets, and no cameras.
        case everybody
        /// State of cameras.
        case reading
        /// Changes at a camera.
        case change
        /// Deletion of files.
        case deletion
    }

    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - request: the head of the request.
    ///   - access: what the route gives access to.
    ///   - guesses: the wrong tokens so far.
    ///   - now: time on the clock of the guesses.
    /// - Returns: the reason to refuse it; nil to answer it.
    package func refusal(
        of request: WebRequest,
        _ access: Access,
        guesses: inout TokenGuesses,
        at now: Duration
    ) -> Refusal? {
        guard let host = request.fields["host"], isOwn(Self.name(of: host)) else { return .unknownHost }
        if let refusal = originRefusal(request, host) { return refusal }
        if access != .everybody, let refusal = tokenRefusal(request, &guesses, now) { return refusal }
        let changes = [.change, .deletion].contains(access)
        if changes, isReadOnly { return .readOnly }
        if access == .deletion, !allowsDeletion { return .noDeletion }
        // A token that a program sends proves that it is not a page of another site. A browser sends a cookie to every page of this host.
        let isProven = request.fields["authorization"] != nil && token != nil || isProven(request)
        let isQuery = !changes && [.get, .head, .options].contains(request.method)
        return isQuery || isProven ? nil : .unprovenOrigin
    }

    /// Decides on a token that a client has entered.
    package func refusal(
        of given: String,
        from peer: String,
        guesses: inout TokenGuesses,
        at now: Duration
    ) -> Refusal? {
        guard let token else { return nil }
        // A client that may not guess does not learn whether it was right.
        if guesses.isBlocked(peer, at: now) { return .tooManyGuesses }
        if Secrets.areEqual(given, token) {
            guesses.trust(peer)
            return nil
        }
        guesses.add(given, of: peer, at: now)
        return .token(isWrong: true)
    }

    /// Whether a request has the token, or needs none. Counts no guess: for answers that a client may have without a token.
    package func isAuthorized(_ request: WebRequest) -> Bool {
        guard let token else { return true }
        return Self.token(of: request).map { Secrets.areEqual($0, token) } ?? false
    }

    // MARK: Host and origin

    /// Whether a name is this server's. Numeric addresses cannot be made to resolve to another computer.
    private func isOwn(_ name: String) -> Bool {
        name == "localhost" || name.hasSuffix(".localhost") || Self.isNumeric(name) || names.contains(name)
    }

    /// The host of a field Host or of an origin, in lower case, without its port.
    static func name(of host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return String(host.prefix { $0 != ":" })
    }

    /// Whether a name is an IPv4 address in four decimal numbers, or an IPv6 address in brackets.
    static func isNumeric(_ name: String) -> Bool {
        if name.hasPrefix("["), name.hasSuffix("]") {
            let digits = name.dropFirst().dropLast()
            return digits.contains(":") && digits.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } && UInt8($0) != nil }
    }

    private func originRefusal(_ request: WebRequest, _ host: String) -> Refusal? {
        if let origin = request.fields["origin"], !isSame(origin, request, host) { return .otherOrigin }
        switch request.fields["sec-fetch-site"] {
        case nil, "same-origin", "none": return nil
        // A link on another site may lead here; its page may load nothing.
        default: return request.fields["sec-fetch-mode"] == "navigate" && request.method == .get ? nil : .otherOrigin
        }
    }

    private func isSame(_ origin: String, _ request: WebRequest, _ host: String) -> Bool {
        origin.lowercased() == "\(request.isSecure ? "https" : "http")://\(host.lowercased())"
    }

    /// Whether no page of another site can have sent a request that changes something: a browser names the origin, or sends it only after
    /// it has asked for permission, which this server does not give (methods other than POST, and the type of JSON).
    private func isProven(_ request: WebRequest) -> Bool {
        if request.fields["origin"] != nil || request.fields["sec-fetch-site"] == "same-origin" { return true }
        return request.method != .post || request.fields["content-type"].map(Self.isJSON) ?? false
    }

    static func isJSON(_ type: String) -> Bool {
        type.lowercased().prefix { $0 != ";" }.filter { $0 != " " } == "application/json"
    }

    // MARK: Token

    private func tokenRefusal(_ request: WebRequest, _ guesses: inout TokenGuesses, _ now: Duration) -> Refusal? {
        guard token != nil else { return nil }
        guard let given = Self.token(of: request) else {
            return guesses.isBlocked(request.peer, at: now) ? .tooManyGuesses : .token(isWrong: false)
        }
        return refusal(of: given, from: request.peer, guesses: &guesses, at: now)
    }

    /// The name of the cookie that keeps the token. Browsers send a cookie to every port of a host, so each port has its own.
    package static func cookie(for request: WebRequest) -> String {
        let port = (request.fields["host"] ?? "").split(separator: ":").last.flatMap { UInt16($0) }
        return "hotshoe-token-\(port ?? (request.isSecure ? 443 : 80))"
    }

    /// The token of a request: of the field Authorization (RFC 6750), or of the cookie.
    static func token(of request: WebRequest) -> String? {
        if let field = request.fields["authorization"] {
            let parts = field.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
        }
        for pair in (request.fields["cookie"] ?? "").split(separator: ";") {
            let pair = pair.drop { $0 == " " }
            let cookie = cookie(for: request) + "="
            if pair.hasPrefix(cookie) { return String(pair.dropFirst(cookie.count)) }
        }
        return nil
    }
}

/// Wrong tokens of the last minute. Pure.
package struct TokenGuesses: Sendable {
    /// Period in which guesses count.
    static let period = Duration.seconds(60)
    /// Maximum number of guesses of one client in the period.
    static let limit = 10
    /// Maximum number of guesses of all clients in the period, and of the times that are kept.
    static let totalLimit = 100

    /// Maximum number of clients that are remembered for the right token.
    static let trustLimit = 256

    private var guesses: [(peer: String, hash: [UInt8], time: Duration)] = []
    /// Clients that have sent the right token: guesses of others do not lock them out. The oldest one first.
    private var trusted: [String] = []

    package init() {}

    mutating func isBlocked(_ peer: String, at now: Duration) -> Bool {
        guesses.removeAll { $0.time + Self.period <= now }
        let isCrowded = guesses.count >= Self.totalLimit && !trusted.contains(peer)
        return isCrowded || guesses.count { $0.peer == peer } >= Self.limit
    }

    mutating func trust(_ peer: String) {
        guard !trusted.contains(peer) else { return }
        trusted = trusted.suffix(Self.trustLimit - 1) + [peer]
    }

    /// Counts a wrong token. The same one of the same client counts once: a browser keeps the token of an earlier run, and sends it again.
    mutating func add(_ token: String, of peer: String, at now: Duration) {
        let hash = Secrets.hash(Array(token.utf8), .sha256)
        if !guesses.contains(where: { $0.peer == peer && $0.hash == hash }) { guesses.append((peer, hash, now)) }
    }
}
