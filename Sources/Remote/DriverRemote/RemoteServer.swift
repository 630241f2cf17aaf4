package import CameraModel
package import HTTPTransport
import HotShoeSupport
package import JSONText

/// The interface of one server, with what its client may do. **Thread-safe.**
package final class RemoteServer: Sendable {
    /// The permissions of this client.
    package struct Permissions: Hashable, Sendable {
        package var changes: Bool
        package var deletion: Bool

        package init(changes: Bool, deletion: Bool) { (self.changes, self.deletion) = (changes, deletion) }
    }

    package let client: HTTPClient

    /// Time for answers of the server alone.
    private static let usualTimeLimit = Duration.seconds(30)
    /// Time for answers of cameras: more than the server gives them.
    static let cameraTimeLimit = Duration.seconds(200)

    package init(_ server: HTTPServer) throws(CameraError) {
        do throws(HTTPError) { client = try HTTPClient(server) } catch { throw CameraError(error, .connect) }
    }

    /// Whether requests are encrypted, or stay on this computer.
    var isPrivate: Bool {
        client.server.isEncrypted || RemoteAddress.isLoopback(client.server.origin.dropFirst("http://".utf8.count))
    }

    /// Ends all requests.
    package func close() { client.close() }

    /// Performs a request, and returns the answer's JSON; null for an empty answer.
    ///
    /// - Parameters:
    ///   - method: `GET`, `PUT` …
    ///   - path: Path below `/api/v1/`, percent-encoded.
    ///   - body: Members of the body; nil for none.
    ///   - operation: Operation, for errors.
    ///   - limit: Time limit.
    /// - Returns: The answer.
    /// - Throws: The error of the camera or of the server; ``CameraError/Code/protocolFailure`` for an answer that is no JSON.
    @discardableResult
    package func call(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        for operation: CameraOperation?,
        within limit: Duration = cameraTimeLimit
    ) async throws(CameraError) -> JSONValue {
        let content = body.map { HTTPRequest.Body(Array($0.text(depth: 0).utf8), type: "application/json") }
        let answer = try await bytes(method, path, content, for: operation, within: limit)
        if answer.isEmpty { return .null }
        do throws(JSONError) { return try JSONParser.parse(answer.span) } catch {
            throw CameraError(.protocolFailure, "The answer of the server is not valid JSON: \(error).", operation: operation)
        }
    }

    /// Performs a request, and returns the answer's bytes.
    package func bytes(
        _ method: String,
        _ path: String,
        _ body: HTTPRequest.Body? = nil,
        for operation: CameraOperation?,
        within limit: Duration = cameraTimeLimit,
        maximum: Int = 64 << 20
    ) async throws(CameraError) -> [UInt8] {
        // A change without a body proves with its type that no page of another site sent it.
        let proof = body ?? (method == "GET" ? nil : HTTPRequest.Body([], type: "application/json"))
        let request = HTTPRequest(method, "/api/v1/\(path)", body: proof, timeLimit: limit)
        let answer: HTTPAnswer
        do throws(HTTPError) { answer = try await client.send(request, limit: maximum) } catch {
            throw CameraError(error, operation)
        }
        guard (200..<300).contains(answer.status) else {
            throw CameraError(status: answer.status, answer.body, operation)
        }
        return answer.body
    }

    /// Reads the permissions of this client.
    ///
    /// - Throws: ``CameraError/Code/authenticationFailed`` without the right token, ``CameraError/Code/connectionRefused`` if no server of
    ///   HotShoe answers.
    package func permissions() async throws(CameraError) -> Permissions {
        let session: JSONValue
        do throws(CameraError) {
            session = try await call("GET", "session", for: .connect, within: Self.usualTimeLimit)
        } catch  where error.code == .notFound || error.code == .protocolFailure {
            throw noServer
        }
        guard case .bool(let isAuthorized)? = session["authorized"], case .bool(let isReadOnly)? = session["readOnly"],
            case .bool(let deletes)? = session["deletion"]
        else { throw noServer }
        guard isAuthorized else {
            throw CameraError(
                .authenticationFailed,
                client.server.token == nil
                    ? "The server needs a token. Use the whole link that it prints, or set HOTSHOE_TOKEN."
                    : "This is not the token of the server. Use the link that it prints now.",
                operation: .connect
            )
        }
        return Permissions(changes: !isReadOnly, deletion: deletes)
    }

    private var noServer: CameraError {
        CameraError(
            .connectionRefused,
            "The server at \(client.server.origin) is not `hotshoe serve`. Check the address and its port.",
            operation: .connect
        )
    }

    /// A camera of the list of a server.
    package struct ListedCamera: Hashable, Sendable {
        package var identifier: String
        package var name: String
        package var manufacturer: String?
        package var model: String?
        package var serialNumber: String?
        package var family: String
        package var kind: CameraKind
        package var obstacle: CameraObstacle?
    }

    /// The cameras that the server offers now.
    package func cameras() async throws(CameraError) -> [ListedCamera] {
        let list = try await call("GET", "cameras", for: .discover, within: Self.usualTimeLimit)
        guard let records = list.array else {
            throw CameraError(.protocolFailure, "The list of cameras is not valid.", operation: .discover)
        }
        // More are not listed by a discovery either.
        return records.prefix(1100).compactMap { record in
            guard let identifier = record["identifier"]?.string, !identifier.isEmpty else { return nil }
            let obstacle = record["obstacle"]?.string.flatMap { CameraObstacle.Kind(rawValue: $0) }.map {
                CameraObstacle($0, record["obstacleMessage"]?.string ?? $0.rawValue)
            }
            return ListedCamera(
                identifier: identifier,
                name: record["name"]?.string ?? identifier,
                manufacturer: record["manufacturer"]?.string,
                model: record["model"]?.string,
                serialNumber: record["serialNumber"]?.string,
                family: record["family"]?.string ?? CameraFamily.generic.name,
                kind: record["kind"]?.string.flatMap { CameraKind(rawValue: $0) } ?? .camera,
                obstacle: obstacle
            )
        }
    }

    /// Returns the identifier of the only camera.
    func onlyCamera() async throws(CameraError) -> String {
        let cameras = try await cameras()
        if cameras.count == 1 { return cameras[0].identifier }
        let origin = client.server.origin
        guard !cameras.isEmpty else {
            throw CameraError(.notFound, "The server at \(origin) has no camera now.", operation: .connect)
        }
        let names = cameras.prefix(8).map { "\(origin)/\(RemoteAddress.encoded($0.identifier))" }.joined(separator: ", ")
        throw CameraError(.notFound, "The server has several cameras. Use one of \(names).", operation: .connect)
    }
}

extension RemoteServer {
    /// The changes of the list of cameras from now on.
    package func listChanges() -> ListChanges {
        ListChanges(HTTPPieces(client, HTTPRequest("GET", "/api/v1/events", timeLimit: nil)))
    }

    /// Tells when the list of cameras has changed. One task at a time waits.
    package final class ListChanges: Sendable {
        private let pieces: HTTPPieces
        /// Guards the line that is being received.
        private let rest = Guarded<[UInt8]>([])

        /// Maximum size of a line in bytes.
        private static let lineLimit = 1 << 20

        fileprivate init(_ pieces: HTTPPieces) { self.pieces = pieces }

        /// Waits until a camera was found or lost; returns false at the end of the stream.
        package func next() async throws(CameraError) -> Bool {
            while true {
                let (head, bytes): (HTTPHead, [UInt8]?)
                do throws(HTTPError) { (head, bytes) = try await pieces.next() } catch { throw CameraError(error, .discover) }
                guard let bytes else { return false }
                guard head.status == 200 else { throw CameraError(status: head.status, bytes, .discover) }
                if try hasChanged(bytes) { return true }
            }
        }

        private func hasChanged(_ bytes: [UInt8]) throws(CameraError) -> Bool {
            let lines = rest.withLock { rest in
                let all = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = Array(all.last ?? [])
                return all.dropLast().map(Array.init)
            }
            guard rest.withLock({ $0.count }) <= Self.lineLimit else {
                throw CameraError(.protocolFailure, "A line of the server is too long.", operation: .discover)
            }
            let wanted = ["event: found", "event: lost", "event: missed", "event: reset"].map { Array($0.utf8) }
            return lines.contains { wanted.contains($0) }
        }
    }
}
