import HotShoeSupport
package import WebServer

/// Answers by closures.
package struct TestHandler: WebHandler {
    package var answer: @Sendable (WebRequest) async -> WebResponse = { request in
        WebResponse(200, text: "\(request.method.rawValue) \(request.path) \(request.body.count)", type: "text/plain")
    }

    /// Maximum size of a body in bytes.
    package var limit = 1000

    package init() {}

    package init(limit: Int = 1000, _ answer: @escaping @Sendable (WebRequest) async -> WebResponse) {
        (self.limit, self.answer) = (limit, answer)
    }

    package func screen(_ request: WebRequest) -> WebResponse? {
        request.path.first == "forbidden" ? WebResponse(403, text: "no", type: "text/plain") : nil
    }

    package func bodyLimit(of request: WebRequest) -> Int { limit }

    package func respond(to request: WebRequest) async -> WebResponse { await answer(request) }

    package func refusal(_ status: Int, _ reason: String) -> WebResponse { WebResponse(status, text: reason, type: "text/plain") }
}

/// A stream whose pieces a closure makes; it counts the requests.
package final class TestStream: WebStream {
    private let made = Guarded(0)
    private let piece: @Sendable (Int) async throws -> [UInt8]?

    package init(_ piece: @escaping @Sendable (Int) async throws -> [UInt8]?) { self.piece = piece }

    /// Number of pieces that were requested.
    package var count: Int { made.withLock { $0 } }

    package func next() async throws -> WebPiece? {
        let number = made.withLock { count in
            count += 1
            return count
        }
        return try await piece(number).map { WebPiece($0) }
    }
}

/// Returns when the calling task is cancelled.
package func untilCancelled() async { _ = await Promise<Void, Never>().resultUnlessCancelled() }
