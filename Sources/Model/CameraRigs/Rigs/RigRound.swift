public import CameraModel

/// Options of a round.
public struct RigFireOptions: Sendable, Hashable {
    /// Whether cameras focus first, unless the rig is armed.
    public var autofocus: Bool
    /// The moment of the exposures, by the clock of each computer; nil for as soon as possible.
    public var time: ClockTime?
    /// The error that the clocks of other computers may have, with ``time``; nil for any.
    public var clockLimit: Duration?
    /// Time to wait for the files of each camera; see `ShootOptions.timeLimit`.
    public var timeLimit: Duration?

    /// Creates options. See the properties for the meaning of the parameters.
    public init(
        autofocus: Bool = false,
        time: ClockTime? = nil,
        clockLimit: Duration? = nil,
        timeLimit: Duration? = nil
    ) {
        self.autofocus = autofocus
        self.time = time
        self.clockLimit = clockLimit
        self.timeLimit = timeLimit
    }
}

/// The picture of one camera in a round.
public struct RigPicture: Sendable {
    /// The role of the camera.
    public let role: String
    /// The picture; nil if the camera reported an error.
    public let shot: Shot?
    /// The error of the camera; nil if it took the picture. After ``CameraError/Code/timedOut``, ``CameraError/Code/connectionLost`` and
    /// ``CameraError/Code/cancelled`` it may have released all the same.
    public let error: CameraError?
    /// When the release was requested, by this computer's clock; with a time, when it was due.
    public let requested: ClockTime
    /// When the camera had stored its files or reported the error, by this computer's clock.
    public let answered: ClockTime

    /// Whether the camera took a picture that has a file.
    public var isComplete: Bool { error == nil && shot.map { !$0.files.isEmpty && $0.unreadable.isEmpty } ?? false }
}

/// One release of all cameras of a rig.
public struct RigRound: Sendable {
    /// The number of the round, counted from 1 for each rig.
    public let number: Int
    /// The pictures, in the order of the rig.
    public let pictures: [RigPicture]

    /// The roles whose picture is missing.
    public var missing: [String] { pictures.filter { !$0.isComplete }.map(\.role) }
    /// Whether each camera has taken its picture.
    public var isComplete: Bool { missing.isEmpty }
}
