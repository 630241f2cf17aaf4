/// Why a command did not do what it was asked for: the code the program ends with, and what is told.
struct CommandFailure: Error, Equatable {
    let code: ExitCode
    /// What failed: a property, a file, a camera, an option. Nil if the message says it.
    let subject: String?
    /// What happened and what to do about it. Nil if nothing is to be said.
    let message: String?
    /// A second line that points somewhere.
    let hint: String?

    init(_ code: ExitCode, _ subject: String? = nil, _ message: String?, hint: String? = nil) {
        self.code = code
        self.subject = subject
        self.message = message
        self.hint = hint
    }

    /// Every error that can leave a command, as a failure. The only place where errors become exit codes.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as UsageError: self.init(error)
        case let error as OutputError: self.init(error)
        // Only a signal cancels a command, and whoever sent it knows.
        case is CancellationError: self.init(.interrupted, nil, nil)
        case is EncodingError: self.init(.internalError, "JSON", "the result cannot be encoded: \(error)")
        default: self.init(.failure, nil, String(describing: error))
        }
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
            if let subject { text += "\(subject): " }
            text += "\(message)"
            if let hint { text += "\nhotshoe: \(hint)" }
            return text
        }
    }
}
