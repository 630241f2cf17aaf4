/// Changes that the connection has made on a body and must restore, and reports that it expects. Pure; an event returns the
/// resulting work of the connection.
struct NikonState: Equatable {
    /// Which side controls the settings of the mode dial.
    enum Control {
        case body, computer
    }

    /// Purpose for which the body runs live view.
    enum ViewPurpose {
        /// For consumers of frames, if it runs.
        case frames
        /// For a movie: it ends with the movie, unless frames are delivered by then.
        case movie
    }

    /// The mode in which bodies accept a movie from the computer, on bodies that have it as a property.
    enum ApplicationMode: Equatable {
        case off
        /// On until live view ends.
        case on
        /// Being switched. During the change live view is interrupted, if it runs.
        case changing(toOn: Bool, interruptsView: Bool)
    }

    /// Live view on the body.
    enum BodyView: Equatable {
        /// As the connection has requested it.
        case asRequested
        /// Being started again, because the body has ended it.
        case restarting
    }

    /// The picture that is being taken.
    enum Picture: Equatable {
        case none
        /// This number of its files has not arrived in the body's memory.
        case incomplete(missing: Int)
    }

    /// The length of bursts, BurstNumber.
    enum Burst: Equatable {
        case asSet
        /// At its maximum while the shutter is pressed; this is the number to restore.
        case lengthened(from: UInt64)
    }

    private(set) var control = Control.body
    private(set) var viewPurpose = ViewPurpose.frames
    private(set) var applicationMode = ApplicationMode.off
    private(set) var bodyView = BodyView.asRequested
    private(set) var picture = Picture.none
    private(set) var burst = Burst.asSet

    // MARK: Settings

    /// The computer has taken control of the settings of the mode dial; it keeps it until the connection ends.
    mutating func controlTaken() { control = .computer }

    // MARK: Live view and movies

    /// Live view has no consumer, and a movie needs it.
    mutating func viewKeptForMovie() { viewPurpose = .movie }

    /// A movie has ended. Returns whether live view ends with it.
    mutating func movieEnded(hasConsumers: Bool) -> Bool {
        defer { viewPurpose = .frames }
        return viewPurpose == .movie && !hasConsumers
    }

    /// The application mode is about to change.
    mutating func modeChangeBegan(toOn isOn: Bool, interruptsView: Bool) {
        applicationMode = .changing(toOn: isOn, interruptsView: interruptsView)
    }

    /// The change of the application mode is over, also if the body has refused it: its refusal is the reason why it starts no movie.
    mutating func modeChangeEnded() {
        if case .changing(let isOn, _) = applicationMode { applicationMode = isOn ? .on : .off }
    }

    /// The body has ended live view. Returns whether the connection starts it again; not while that is under way, or live view is
    /// interrupted for the application mode.
    mutating func viewStopped() -> Bool {
        if case .changing(_, interruptsView: true) = applicationMode { return false }
        defer { bodyView = .restarting }
        return bodyView == .asRequested
    }

    /// The connection has started live view again, or has failed to.
    mutating func restartEnded() { bodyView = .asRequested }

    /// Whether the application mode must be left after live view.
    var leavesMode: Bool {
        switch applicationMode {
        case .off, .changing(toOn: false, _): false
        case .on, .changing(toOn: true, _): true
        }
    }

    // MARK: Pictures

    /// A picture is about to be taken, with this number of files in the body's memory; 0 if the number is not known, or all files
    /// are on the card.
    mutating func pictureBegan(filesInMemory: Int) { picture = filesInMemory > 0 ? .incomplete(missing: filesInMemory) : .none }

    /// A file has arrived in the body's memory. Returns whether others follow, for which the body has no room before this one has
    /// been fetched.
    mutating func fileArrived() -> Bool {
        guard case .incomplete(let missing) = picture, missing > 1 else {
            picture = .none
            return false
        }
        picture = .incomplete(missing: missing - 1)
        return true
    }

    /// The picture has been taken, or has failed.
    mutating func pictureEnded() { picture = .none }

    // MARK: Bursts

    /// BurstNumber has been set to its maximum for a press of the shutter.
    mutating func burstLengthened(from number: UInt64) { burst = .lengthened(from: number) }

    /// The shutter has been released. Returns the BurstNumber to restore; nil if it was not changed.
    mutating func shutterReleased() -> UInt64? {
        defer { burst = .asSet }
        if case .lengthened(let number) = burst { return number }
        return nil
    }
}
