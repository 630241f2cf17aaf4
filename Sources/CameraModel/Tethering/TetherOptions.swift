/// How ``Camera/tether(_:report:authenticate:)`` copies files.
public struct TetherOptions: Sendable, Hashable {
    /// Folder of this computer; created where it is missing.
    public var folder: String
    /// Names of the files in the folder.
    public var pattern: FileNamePattern
    /// Whether to connect again after the connection was lost, until the camera is back. The files that it made meanwhile are copied then.
    public var reconnects: Bool
    /// Number of files after which tethering ends; nil for no limit.
    public var fileLimit: Int?

    public init(
        folder: String,
        pattern: FileNamePattern = .original,
        reconnects: Bool = true,
        fileLimit: Int? = nil
    ) {
        self.folder = folder
        self.pattern = pattern
        self.reconnects = reconnects
        self.fileLimit = fileLimit
    }
}

/// A file that was copied while tethering.
public struct TetheredFile: Sendable, Hashable {
    /// The camera's name for the file.
    public var name: String
    /// Path on this computer.
    public var path: String
    /// Size in bytes.
    public var byteCount: UInt64
    /// Position among the files of this call, counted from 1.
    public var position: Int
    /// Date at which the camera made the file; nil where the camera does not report it.
    public var created: CameraDate?
}

/// Progress of tethering.
public enum TetherEvent: Sendable {
    /// A file was copied completely.
    case saved(TetheredFile)
    /// A file could not be copied, for the reason given; tethering continues. It is still on the card unless the error says otherwise.
    case failed(String, CameraError)
    /// The connection was lost; the next event about it is ``reconnected(_:)``.
    case connectionLost(DisconnectReason)
    /// The camera is connected again. The number counts files that were made in between and are copied now.
    case reconnected(Int)
    /// Files that the camera offered and that could not be fetched before the connection was lost: they are on no card.
    case missed(Int)
}

/// The result of tethering: exact counts.
public struct TetherSummary: Sendable, Hashable {
    /// Number of files that were copied completely.
    public var savedFiles = 0
    /// Their size in bytes.
    public var savedBytes: UInt64 = 0
    /// Number of files that could not be copied; each was reported.
    public var failedFiles = 0
    /// Number of files that the camera reported and that were not copied when tethering ended.
    public var remainingFiles = 0
    /// Number of offered files that were lost with a connection.
    public var missedFiles = 0
    /// Number of times the connection was made again.
    public var reconnections = 0

    /// A summary of nothing.
    public init() {}
}
