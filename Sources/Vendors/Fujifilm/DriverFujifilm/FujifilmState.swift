import DriverPTP
import PTP
import PTPFujifilm

/// The state of a connection: the pictures in its buffer, live view, a movie. Pure.
struct FujifilmState: Equatable {
    /// Live view on the body.
    enum View: Equatable {
        case off
        /// Begun by the InitiateOpenCapture with this transaction.
        case running(TransactionID)
        /// Ended for a picture, to be continued.
        case paused
    }

    /// A movie that the connection has started.
    enum Movie: Equatable {
        case none
        /// Recording; with the drive mode to restore, if it was changed.
        case recording(restoring: Int64?)
    }

    private(set) var view = View.off
    private(set) var movie = Movie.none
    /// Number of files of the picture that is being taken; nil if it is not known, or none is taken.
    private(set) var expectedFiles: Int?
    /// Whether the computer has the priority over the body's dials.
    private(set) var hasPriority = false
    /// Handles of pictures that were announced, and are in the buffer as far as is known.
    private var known: Set<ObjectHandle> = []

    /// Maximum number of pictures in a list that are processed; no buffer has room for as many.
    static let pictureLimit = 256

    // MARK: Pictures

    mutating func priorityTaken() { hasPriority = true }

    /// A picture is about to be taken.
    mutating func pictureBegan(files: Int?) { expectedFiles = files }

    /// The picture has been taken, or has failed.
    mutating func pictureEnded() { expectedFiles = nil }

    /// An event has announced a picture. Returns whether it is one: live view frames are announced too.
    mutating func announced(_ handle: ObjectHandle) -> Bool {
        guard handle.isObject, handle != .fujifilmLiveView else { return false }
        if known.count < Self.pictureLimit { known.insert(handle) }
        return true
    }

    /// The body has listed its objects. Returns the pictures that were not announced before.
    mutating func listed(_ handles: [ObjectHandle]) -> [ObjectHandle] {
        let pictures = handles.prefix(Self.pictureLimit).filter { $0.isObject && $0 != .fujifilmLiveView }
        defer { known = Set(pictures) }
        var new: [ObjectHandle] = []
        for handle in pictures where !known.contains(handle) && !new.contains(handle) { new.append(handle) }
        return new
    }

    // MARK: Live view

    mutating func viewBegan(_ transaction: TransactionID) { view = .running(transaction) }

    /// Live view ends. Returns the transaction to terminate; nil if the body does not run it.
    mutating func viewEnded() -> TransactionID? {
        defer { view = .off }
        if case .running(let transaction) = view { return transaction }
        return nil
    }

    /// Live view is interrupted for a picture. Returns the transaction to terminate; nil if the body does not run it.
    mutating func viewPaused() -> TransactionID? {
        guard case .running(let transaction) = view else { return nil }
        view = .paused
        return transaction
    }

    // MARK: Movies

    mutating func movieBegan(restoring mode: Int64?) { movie = .recording(restoring: mode) }

    /// A movie has ended. Returns the drive mode to restore, if it was changed.
    mutating func movieEnded() -> Int64? {
        defer { movie = .none }
        if case .recording(let mode) = movie { return mode }
        return nil
    }
}
