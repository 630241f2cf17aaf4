import CameraModel

/// Why a command did not do what it was asked for: the code the program ends with, and what is told.
struct CommandFailure: Error, Equatable {
    let code: ExitCode
    /// What failed: a property, a file, a camera, an option. Nil if the message says it.
    let subject: String?
    /// What happened and what to do about it. Nil if nothing is to be said.
    let message: String?
    /// A second line that points somewhere.
    let hint: String?
    /// More, for those who ask for it with `--verbose`.
    let details: [String]

    init(_ code: ExitCode, _ subject: String? = nil, _ message: String?, hint: String? = nil, details: [String] = []) {
        self.code = code
        self.subject = subject
        self.message = message
        self.hint = hint
        self.details = details
    }

    /// Every error that can leave a command, as a failure. The only place where errors become exit codes.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as UsageError: self.init(error)
        case let error as OutputError: self.init(error)
        case let error as CameraError: self.init(error)
        // Only a signal cancels a command, and whoever sent it knows.
        case is CancellationError: self.init(.interrupted, nil, nil)
        case is EncodingError: self.init(.internalError, "JSON", "the result cannot be encoded: \(error)")
        default: self.init(.failure, nil, String(describing: error))
        }
    }

    private init(_ error: CameraError) {
        // A search that finds nothing names a camera, not a file.
        let isAboutCamera = error.operation == .discover || error.operation == .connect
        let code = error.code == .notFound && isAboutCamera ? ExitCode.noCamera : ExitCode(error.code)
        // Whoever sent the signal knows; a driver that gives up by itself has something to tell.
        let isSilent = error.code == .cancelled && Task.isCancelled
        let causes = sequence(first: error.cause) { $0?.cause }.prefix { $0 != nil }.map { "caused by: \($0!)" }
        // A sentence needs no name of the operation in front, and no subject that it names itself.
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

    /// What a user of this program can do about an error, beyond what the library says to any program.
    private static func advice(_ error: CameraError) -> String {
        guard Sentence.isWhole(error.message) else { return "" }
        return switch error.code {
        case .connectionLost where !error.message.contains("card"): " Run the command again."
        case .connectionRefused where error.operation == .connect && error.message.hasPrefix("Nothing answers"):
            " Try `hotshoe doctor -c \(error.subject.map { "ptpip:\($0)" } ?? "ptpip:HOST")`."
        default: ""
        }
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

    /// What is printed, without the line break; nil if nothing is.
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
