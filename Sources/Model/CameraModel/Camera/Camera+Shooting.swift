import HotShoeSupport

extension Camera {
    private static let shutter = RequestPreconditions(
        capability: .shutterControl,
        category: .stillsShooting,
        group: .shutter,
        followsSettings: true
    )

    /// Takes a picture, or the pictures that the drive mode makes of one press of the shutter button: focuses, exposes, and
    /// waits for the files.
    ///
    /// Returns when the camera has stored the files or offers them for transfer. A camera that reports completion and no file is
    /// searched for new files. Waits first, for at most two seconds, until the camera has reported the settings that it has accepted:
    /// which files a picture has follows from them. After a cancellation the call no longer waits; a picture that is being exposed is still taken.
    ///
    /// The time limit is ``ShootOptions/timeLimit``, at least twice the exposure time, which includes a dark frame, and 40 seconds.
    ///
    /// With ``ShootOptions/time``, waits until that moment after everything else is done.
    ///
    /// - Throws: ``CameraError/Code/timePassed`` if the moment has passed before the camera could be released, ``CameraError/Code/clockUncertain``,
    ///   ``CameraError/Code/focusFailed``, ``CameraError/Code/storageFull``, ``CameraError/Code/cardError``,
    ///   ``CameraError/Code/busy`` while another picture is being taken, ``CameraError/Code/recordingInProgress`` of a camera that takes no
    ///   pictures while it records video …
    @discardableResult
    public func shoot(_ options: ShootOptions = ShootOptions()) async throws(CameraError) -> Shot {
        guard options.time != nil, options.autofocus, capabilities.contains(.halfPress), !isReleasedByDriver else {
            return try await take(options)
        }
        // Focused before the moment.
        var focused = options
        focused.autofocus = false
        try await engageAutoFocus()
        let result: Result<Shot, CameraError>
        do throws(CameraError) { result = .success(try await take(focused)) } catch { result = .failure(error) }
        try? await disengageAutoFocus()
        return try result.get()
    }

    /// The quality of the clock by which a release at a time (``ShootOptions/time``) is kept: that of the computer to which the camera is
    /// attached.
    ///
    /// - Throws: ``CameraError/Code/notConnected``, ``CameraError/Code/connectionLost``, ``CameraError/Code/cancelled``.
    public func clockQuality() async throws(CameraError) -> ClockQuality {
        guard isReleasedByDriver else { return .current() }
        return try await perform(.readClock, on: { $0.shutter as? any TimedShutter }) { shutter throws(CameraError) in
            try await shutter.clockQuality()
        }
    }

    /// Whether the driver itself keeps the moment of a release.
    private var isReleasedByDriver: Bool { change { ($0.connection?.established, []) }?.shutter is any TimedShutter }

    /// Takes a picture immediately, or at its time.
    private func take(_ options: ShootOptions) async throws(CameraError) -> Shot {
        let result: ShotResult
        let clock = time
        do throws(CameraError) {
            result = try await perform(.shoot, on: { $0.shutter }, Self.shutter) { shutter throws(CameraError) in
                if let moment = options.time, !(shutter is any TimedShutter) { try await Self.wait(until: moment, clock) }
                return try await shutter.shoot(options)
            }
        } catch { throw explained(error) }
        return Shot(camera: self, result: result)
    }

    /// Waits until the moment of a release.
    private static func wait(until moment: ClockTime, _ clock: any TimeSource) async throws(CameraError) {
        let lateness = clock.wallTime - moment.sinceEpoch
        if lateness > .zero {
            throw CameraError(
                .timePassed,
                "The time of the release had passed by \(lateness.secondsText). Request it earlier.",
                operation: .shoot
            )
        }
        await clock.sleep(untilWallTime: moment.sinceEpoch)
        if Task.isCancelled { throw .cancelled(.shoot) }
    }

    /// The error of a picture: a camera that records video, and takes no pictures meanwhile, says only that it is busy.
    private func explained(_ error: CameraError) -> CameraError {
        guard [.busy, .notAvailable].contains(error.code), recording.isRecording else { return error }
        var explained = CameraError(
            .recordingInProgress,
            "The camera is recording video, and takes no pictures meanwhile. Stop the recording first.",
            operation: error.operation
        )
        (explained.response, explained.cause) = (error.response, error)
        return explained
    }

    /// Presses the shutter button fully and holds it, for bulb exposures and bursts.
    ///
    /// Disconnecting releases a shutter button that is still pressed.
    public func pressShutter() async throws(CameraError) {
        var preconditions = Self.shutter
        preconditions.starts = .shutter
        do throws(CameraError) {
            try await perform(.pressShutter, on: { $0.shutter }, preconditions) { shutter throws(CameraError) in
                try await shutter.pressShutter()
            }
        } catch { throw explained(error) }
    }

    /// Releases the shutter button. May leave autofocus engaged, if it was engaged separately. A cancelled call returns early;
    /// the camera receives the command all the same.
    public func releaseShutter() async throws(CameraError) {
        try await stop(.shutter, .releaseShutter, on: { $0.shutter }, RequestPreconditions(capability: .shutterControl)) {
            shutter throws(CameraError) in
            try await shutter.releaseShutter()
        }
    }

    // MARK: Focus

    /// The camera's focus areas; nil if the camera does not report them.
    public var focusInfo: FocusInfo? { read { $0.focus } }

    /// Values that automatic exposure has chosen; nil while it is inactive.
    public var autoExposure: AutoExposure? { read { $0.autoExposure } }

    /// Presses the shutter button halfway and holds it; returns when the camera has focus.
    public func engageAutoFocus() async throws(CameraError) {
        let preconditions = RequestPreconditions(capability: .halfPress, starts: .halfPress, followsSettings: true)
        try await perform(.engageAutoFocus, on: { $0.focus }, preconditions) {
            focus throws(CameraError) in
            try await focus.engageAutoFocus()
        }
    }

    /// Releases the half-pressed shutter button. A cancelled call returns early; the camera receives the command all the same.
    public func disengageAutoFocus() async throws(CameraError) {
        try await stop(.halfPress, .disengageAutoFocus, on: { $0.focus }, RequestPreconditions(capability: .halfPress)) {
            focus throws(CameraError) in
            try await focus.disengageAutoFocus()
        }
    }

    /// Selects the focus area at an index of ``focusInfo``.
    public func setFocusArea(_ index: Int) async throws(CameraError) {
        try await perform(.setFocusArea, on: { $0.focus }, RequestPreconditions(capability: .focusAreas)) {
            focus throws(CameraError) in
            try await focus.setFocusArea(index)
        }
    }

    /// Focuses at a point of the picture, in the coordinate space of the live view frames. Requires running live view.
    public func touchFocus(at point: Point) async throws(CameraError) {
        let preconditions = RequestPreconditions(capability: .touchFocus, needsLiveView: true)
        try await perform(.touchFocus, on: { $0.focus }, preconditions) { focus throws(CameraError) in
            try await focus.touchFocus(at: point)
        }
    }

    /// Moves the focus of the lens by one step. Requires running live view. Throws ``CameraError/Code/focusDidNotMove`` at the
    /// end of its travel.
    public func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let preconditions = RequestPreconditions(capability: .focusDrive, needsLiveView: true)
        try await perform(.driveFocus, on: { $0.focus }, preconditions) { focus throws(CameraError) in
            try await focus.driveFocus(step)
        }
    }

    // MARK: Video and clock

    /// Whether the camera is recording video, and the state of its timer.
    public var recording: RecordingState { read { $0.recording } }

    /// Starts recording video; requires ``CommandCategories/videoRecording``. Returns when the camera is recording, or has
    /// accepted the command and does not report its state.
    ///
    /// Disconnecting stops a recording that is still running, unless ``DisconnectOptions/leavesRecording`` is set. This also
    /// applies to a start that was cancelled or timed out.
    public func startRecording() async throws(CameraError) {
        let preconditions = RequestPreconditions(
            capability: .videoRecording,
            category: .videoRecording,
            group: .recording,
            worksWhileRecording: false,
            starts: .recording,
            followsSettings: true
        )
        try await perform(.startRecording, on: { $0.video }, preconditions) { video throws(CameraError) in
            try await video.startRecording()
        }
    }

    /// Stops recording video. Returns when the camera has stopped, and immediately where it is not recording.
    ///
    /// Always sends the command, whatever ``recording`` shows: a camera may report late, or never, that it is recording. Waits
    /// for a start that is in progress. A cancelled call returns early; the camera receives the command all the same.
    ///
    /// - Throws: nothing if the camera refuses, reports no recording, and this connection has started none.
    public func stopRecording() async throws(CameraError) {
        let preconditions = RequestPreconditions(capability: .videoRecording, group: .recording)
        let isReported: @Sendable () -> Bool = { [self] in recording.isRecording }
        try await stop(.recording, .stopRecording, on: { $0.video }, preconditions, ignoringRefusalsUnless: isReported) {
            video throws(CameraError) in
            try await video.stopRecording()
        }
    }

    /// Sets the camera's clock, and its time zone where it has one.
    public func setClock(_ date: CameraDate = .now()) async throws(CameraError) {
        try await perform(.setClock, on: { $0.clock }, RequestPreconditions(capability: .clock)) { clock throws(CameraError) in
            try await clock.setClock(date)
        }
    }

    /// Reads the camera's clock.
    ///
    /// - Returns: the date, without an offset where the camera does not know its time zone.
    /// - Throws: ``CameraError/Code/notSupported`` for a camera whose clock can only be set, ``CameraError/Code/notAvailable``
    ///   for one without ``CameraCapabilities/clock``.
    public func readClock() async throws(CameraError) -> CameraDate {
        try await perform(.readClock, on: { $0.clock }, RequestPreconditions(capability: .clock)) { clock throws(CameraError) in
            try await clock.readClock()
        }
    }
}

/// Result of ``Camera/shoot(_:)``: one or several pictures and their files.
public struct Shot: Sendable {
    /// All files of the shot: on the card, or offered for transfer where there is no card.
    public let files: [RemoteFile]

    /// The files that the camera announced for the shot and that could not be read. They may be on the card, and
    /// ``CameraEvent/itemAdded(_:)`` reports each that becomes readable later; but for those with the code
    /// ``CameraError/Code/connectionLost``, whose handles are valid no more.
    public let unreadable: [UnreadableItem]

    /// The files as the driver has reported them.
    package let result: ShotResult

    init(camera: Camera, result: ShotResult) {
        self.result = result
        let onCard = result.items.map { RemoteFile(camera: camera, item: $0) }
        let offered = result.offers.filter { offer in
            offer.available.contains { $0.representation == .original } && !result.items.contains { $0.handle == offer.item }
        }
        unreadable = result.unreadable
        files = onCard + offered.map { RemoteFile(camera: camera, offer: $0, .original) }
        let previewed = result.offers.first { offer in offer.available.contains { $0.representation == .preview } }
        preview = previewed.map { RemoteFile(camera: camera, offer: $0, .preview) }
    }

    /// The picture as the camera stored it: the first developed picture, or the RAW file if there is no other. Nil where the
    /// camera neither stored nor offered one.
    public var original: RemoteFile? { files.first { !$0.isRAW } ?? files.first }

    /// The first RAW file; nil if there is none.
    public var raw: RemoteFile? { files.first(where: \.isRAW) }

    /// A smaller picture that transfers faster; nil if the camera offers none.
    public let preview: RemoteFile?
}
