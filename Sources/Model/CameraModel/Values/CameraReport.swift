/// What a camera says of itself, with the exchange over its link, as a text that can be given to other people.
///
/// Serial numbers, names, addresses, positions, file names and other texts that may identify the owner are replaced. See
/// `docs/camera-report.md` for the format.
public struct CameraReport: Sendable, Hashable {
    /// A kind of replaced texts.
    public struct Replacement: Sendable, Hashable {
        /// The kind, such as "serial number".
        public let kind: String
        /// Number of places where such a text was replaced.
        public let count: Int

        /// Creates a kind with its count.
        package init(kind: String, count: Int) { (self.kind, self.count) = (kind, count) }
    }

    /// The report: JSON, in UTF-8.
    public let text: String
    /// What the report contains: a line of English for each kind of contents.
    public let contents: [String]
    /// What was replaced, by kind.
    public let replacements: [Replacement]

    /// Creates a report.
    package init(text: String, contents: [String], replacements: [Replacement]) {
        (self.text, self.contents, self.replacements) = (text, contents, replacements)
    }
}

/// Options of a report.
public struct ReportOptions: Sendable, Hashable {
    /// Time during which events are collected.
    public var eventDuration: Duration
    /// Number of live view frames; 0 for none. They show what is in front of the camera.
    public var liveViewFrames: Int
    /// Maximum number of files and folders whose descriptions are requested.
    public var fileLimit: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - eventDuration: time during which events are collected.
    ///   - liveViewFrames: number of live view frames, 0 for none.
    ///   - fileLimit: maximum number of files and folders whose descriptions are requested.
    public init(eventDuration: Duration = .seconds(10), liveViewFrames: Int = 0, fileLimit: Int = 16) {
        self.eventDuration = eventDuration
        self.liveViewFrames = liveViewFrames
        self.fileLimit = fileLimit
    }
}
