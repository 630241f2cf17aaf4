public import CameraModel

/// Options of `Camera.tether(_:report:authenticate:)`.
public struct TetherOptions: Sendable, Hashable {
    /// Folder on this computer; created if it is missing.
    public var folder: String
    /// Pattern for the names of the files in the folder.
    public var pattern: FileNamePattern
    /// Whether to reconnect after a lost connection, until the camera is available again, and then copy the files that it made
    /// in between.
    public var reconnects: Bool
    /// Number of files after which tethering ends; nil for no limit.
    public var fileLimit: Int?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - folder: folder on this computer; created if it is missing.
    ///   - pattern: pattern for the names of the files.
    ///   - reconnects: whether to reconnect after a lost connection.
    ///   - fileLimit: number of files after which tethering ends; nil for no limit.
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
    /// Date at which the camera created the file; nil if the camera does not report it.
    public var created: CameraDate?
}

/// An event of tethering.
public enum TetherEvent: Sendable {
    /// A file was copied completely.
    case saved(TetheredFile)
    /// The file of this name could not be copied for a minute, or was announced and could not be read; tethering continues. The file
    /// is still on the card unless the error states otherwise.
    case failed(name: String, error: CameraError)
    /// The connection was lost; ``reconnected(_:)`` follows when it is re-established.
    case connectionLost(DisconnectReason)
    /// The camera is connected again. The number counts the files that were made in between and are copied now.
    case reconnected(Int)
    /// Number of offered files that could not be fetched before the connection was lost, and are on no card.
    case missed(Int)
    /// The file of this name was reported and not copied when tethering ended. Precedes the end of the call.
    case remaining(String)
}

/// Result of tethering: exact counts.
public struct TetherSummary: Sendable, Hashable {
    /// Number of files that were copied completely.
    public var savedFiles = 0
    /// Total size of the copied files in bytes.
    public var savedBytes: UInt64 = 0
    /// Number of files that could not be copied; each was reported.
    public var failedFiles = 0
    /// Number of files that the camera reported and that were not copied when tethering ended.
    public var remainingFiles = 0
    /// Number of offered files that were lost with a connection.
    public var missedFiles = 0
    /// Number of times the connection was re-established.
    public var reconnections = 0

    /// Creates a summary with all counts 0.
    public init() {}
}
