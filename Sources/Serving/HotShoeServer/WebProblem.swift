import CameraRecords
import HotShoe
import WebServer

/// An error as a document (RFC 9457), thrown by the handlers of routes.
struct WebProblem: Error, Encodable, Hashable {
    /// Identifies the kind of problem: "urn:hotshoe:" and the code.
    let type: String
    /// The kind of problem in words.
    let title: String
    let status: Int
    /// The failure and its remedy, as a sentence.
    private(set) var detail: String
    /// The code: that of a camera's error, such as "notAvailable", or one of the server's own, such as "unknownPath".
    let code: String
    /// The number of a camera's error.
    var number: Int32?
    /// Subject of the operation: a property, a file.
    var subject: String?
    var operation: String?
    /// The camera's own response, such as "PTP 0x2019 (DeviceBusy)".
    var response: String?

    init(_ status: Int, _ code: String, _ detail: String) {
        (self.status, self.code, self.detail) = (status, code, detail)
        type = "urn:hotshoe:\(Self.hyphenated(code))"
        let words = Self.hyphenated(code).map { $0 == "-" ? " " : String($0) }.joined()
        title = words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The error of a camera.
    init(_ error: CameraError) {
        self.init(Self.status(error.code), "\(error.code)", error.message)
        number = error.code.rawValue
        subject = error.subject
        operation = error.operation?.description
        response = error.response?.description
    }

    /// Any error that a handler throws.
    init(_ error: any Error) {
        switch error {
        case let problem as WebProblem: self = problem
        case let error as CameraError: self.init(error)
        case is CancellationError: self.init(503, "serverStops", "The server is being stopped.")
        default: self.init(500, "internalFailure", "A defect of the server: \(error). Please report it.")
        }
    }

    /// The problem, with the files of the pictures that were taken before it.
    func adding(_ pictures: [PictureRecord]) -> WebProblem {
        var problem = self
        problem.detail += " Taken before: \(pictures.prefix(20).map(\.file).joined(separator: ", "))"
        problem.detail += pictures.count > 20 ? " and \(pictures.count - 20) more." : "."
        return problem
    }

    /// "notAvailable" as "not-available".
    private static func hyphenated(_ code: String) -> String {
        code.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }

    private static func status(_ code: CameraError.Code) -> Int {
        switch code {
        case .invalidArgument: 400
        case .permissionDenied, .writeProtected: 403
        case .notFound, .noData: 404
        case .notConnected, .busy, .notAvailable, .notSupported, .wrongCategory, .needsPhysicalInteraction, .needsLiveView,
            .recordingInProgress, .focusFailed, .focusDidNotMove, .cardError, .firmwareTooOld, .disallowedByTransport,
            .batteryLow,
            .authenticationFailed, .pairingRequired, .clockUncertain, .timePassed:
            409
        case .tooLarge: 413
        case .invalidValue: 422
        case .fileSystem, .internalFailure: 500
        case .connectionLost, .connectionRefused, .protocolFailure: 502
        case .cancelled: 503
        case .timedOut: 504
        case .storageFull: 507
        }
    }

    var answer: WebResponse {
        let text = (try? JSONLine.of(self)) ?? "{}\n"
        return WebResponse(status, text: text, type: "application/problem+json")
    }
}
