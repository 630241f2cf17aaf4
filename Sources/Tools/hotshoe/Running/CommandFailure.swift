import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoe
import Wording

/// The failure of a command: the exit code and the message.
struct CommandFailure: Error, Equatable {
    let code: ExitCode
    /// The subject of the failure: a property, a file, a camera, an option. Nil if the message names it.
    let subject: String?
    /// The cause and the remedy. Nil to print nothing.
    let message: String?
    /// A second line with a reference.
    let hint: String?
    /// Details for `--verbose`.
    let details: [String]

    init(_ code: ExitCode, _ subject: String? = nil, _ message: String?, hint: String? = nil, details: [String] = []) {
        self.code = code
        self.subject = subject
        self.message = message
        self.hint = hint
        self.details = details
    }

    /// The failure with further sentences, which explain it.
    func adding(_ sentences: [String]) -> CommandFailure {
        guard let message, !sentences.isEmpty else { return self }
        return CommandFailure(code, subject, ([message] + sentences).joined(separator: " "), hint: hint, details: details)
    }

    /// Converts any error that a command may throw. The only place where errors become exit codes.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as UsageError: self.init(error)
        case let error as OutputError: self.init(error)
        case let error as CameraError: self.init(error)
        // Only a signal cancels a command, and its sender needs no message.
        case is CancellationError: self.init(.interrupted, nil, nil)
        case is EncodingError: self.init(.internalError, "JSON", "the result cannot be encoded: \(error)")
        default: self.init(.failure, nil, String(describing: error))
        }
    }

    private init(_ error: CameraError) {
        // If a search finds nothing, the subject is a camera, not a file.
        let isAboutCamera = error.operation == .discover || error.operation == .connect
        let code: ExitCode =
            switch error.code {
            case .notFound where isAboutCamera: .noCamera
            // The camera cancelled it, not the user.
            case .cancelled where !Task.isCancelled: .failure
            default: ExitCode(error.code)
            }
        // After a signal no message is needed; a cancellation by the driver is reported.
        let isSilent = error.code == .cancelled && Task.isCancelled
        let causes = sequence(first: error.cause) { $0?.cause }.prefix { $0 != nil }.map { "caused by: \($0!)" }
        // A complete sentence needs neither the name of the operation nor a subject that it names itself.
        let message = error.message + Self.advice(error)
        let operation = Sentence.isWhole(message) ? nil : error.operation?.description
        let subject = (error.subject ?? operation).flatMap { Self.names($0, in: message) ? nil : $0 }
        self.init(
            code,
            subject,
            isSilent ? nil : message,
            details: error.response.map { ["the camera answered \($0)"] + causes } ?? causes
        )
    }

    /// Advice for users of this program, in addition to the library's message.
    private static func advice(_ error: CameraError) -> String {
        guard Sentence.isWhole(error.message) else { return "" }
        return switch error.code {
        case .connectionLost where !error.message.contains("card"): " Run the command again."
        case .recordingInProgress: " To stop it: `hotshoe video stop`."
        case .connectionRefused where error.operation == .connect && error.message.hasPrefix("Nothing answers"):
            " Try `hotshoe doctor -c \(error.subject.map(Self.selector) ?? "ptpip:HOST")`."
        default: ""
        }
    }

    /// The `--camera` argument for an address: of PTP/IP, unless the address begins with the name of another protocol.
    private static func selector(_ place: String) -> String {
        VendorDrivers.networkSchemes.contains { place.hasPrefix($0 + ":") } ? place : "ptpip:" + place
    }

    private static func names(_ subject: String, in message: String) -> Bool {
        message.lowercased().contains(subject.lowercased().filter { $0 != "-" }) || message.contains(subject)
    }

    private init(_ error: UsageError) {
        let page = (["hotshoe help"] + error.topic).joined(separator: " ")
        self.init(.usage, error.subject, error.message, hint: "See `\(page)`.")
    }

    private init(_ error: OutputError) {
        switch error {
        case .closed: self.init(.outputClosed, nil, nil)
        case .full(let reason): self.init(.storage, "standard output", reason)
        case .failed(let reason): self.init(.failure, "standard output", reason)
        }
    }

    /// The printed text, without the line break; nil if nothing is printed.
    var text: StyledText? {
        message.map { message in
            var text: StyledText = "hotshoe: "
            // "--resume needs --interval." is one sentence; "a.jpg: The file could not be written." has its subject in front.
            if let subject { text += Sentence.isWhole(message) || code != .usage ? "\(subject): " : "\(subject) " }
            text += "\(Sentence.isWhole(message) || code == .usage ? Sentence.ended(message) : message)"
            if let hint { text += "\nhotshoe: \(hint)" }
            return text
        }
    }
}
