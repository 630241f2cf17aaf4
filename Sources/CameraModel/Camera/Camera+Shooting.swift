extension Camera {
    private static let shutter = Requirement(capability: .shutterControl, category: .stillsShooting, group: .shutter)

    /// Takes a picture, or what the drive mode makes of one press of the shutter: focus, shutter, and the files that follow.
    ///
    /// Returns when the camera has the files, or offers them. A call that is cancelled no longer waits; a picture that is
    /// being exposed is still taken.
    ///
    /// - Throws: ``CameraError/Code/focusFailed``, ``CameraError/Code/storageFull``, ``CameraError/Code/cardError``,
    ///   ``CameraError/Code/busy`` while another picture is being taken …
    @discardableResult
    public func shoot(_ options: ShootOptions = ShootOptions()) async throws(CameraError) -> Shot {
        let result = try await perform(.shoot, Self.shutter) { driver throws(CameraError) in try await driver.shoot(options) }
        return Shot(camera: self, result: result)
    }

    /// Presses the shutter all the way down and keeps it there: for bulb exposures and bursts.
    ///
    /// A shutter that is still pressed when the camera is disconnected is released.
    public func pressShutter() async throws(CameraError) {
        var requirement = Self.shutter
        requirement.starts = .shutter
        try await perform(.pressShutter, requirement) { driver throws(CameraError) in try await driver.pressShutter() }
    }

    /// Lets the shutter go. May leave autofocus engaged, if it was engaged by itself.
    public func releaseShutter() async throws(CameraError) {
        await change { ($0.connection, []) }?.untilSettled(.shutter)
        try await perform(.releaseShutter, Requirement(capability: .shutterControl, stops: .shutter)) {
            driver throws(CameraError) in
            try await driver.releaseShutter()
        }
    }

    // MARK: Focus

    /// Where the camera can focus; nil where it does not say.
    public var focusInfo: FocusInfo? { read { $0.focus } }

    /// What automatic exposure has worked out; nil while it is not working.
    public var autoExposure: AutoExposure? { read { $0.autoExposure } }

    /// Presses the shutter halfway, and keeps it there; returns when the camera has focus.
    public func engageAutoFocus() async throws(CameraError) {
        try await perform(.engageAutoFocus, Requirement(capability: .halfPress, starts: .halfPress)) {
            driver throws(CameraError) in
            try await driver.engageAutoFocus()
        }
    }

    /// Lets the half-pressed shutter go.
    public func disengageAutoFocus() async throws(CameraError) {
        await change { ($0.connection, []) }?.untilSettled(.halfPress)
        try await perform(.disengageAutoFocus, Requirement(capability: .halfPress, stops: .halfPress)) {
            driver throws(CameraError) in
            try await driver.disengageAutoFocus()
        }
    }

    /// Chooses the area to focus on, by its index in ``focusInfo``.
    public func setFocusArea(_ index: Int) async throws(CameraError) {
        try await perform(.setFocusArea, Requirement(capability: .focusAreas)) { driver throws(CameraError) in
            try await driver.setFocusArea(index)
        }
    }

    /// Focuses at a place in the picture, in the space of the live view frames.
    public func touchFocus(at point: Point) async throws(CameraError) {
        let requirement = Requirement(capability: .touchFocus, needsLiveView: true)
        try await perform(.touchFocus, requirement) { driver throws(CameraError) in try await driver.touchFocus(at: point) }
    }

    /// Moves the lens. Throws ``CameraError/Code/focusDidNotMove`` at the end of its travel.
    public func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let requirement = Requirement(capability: .focusDrive, needsLiveView: true)
        try await perform(.driveFocus, requirement) { driver throws(CameraError) in try await driver.driveFocus(step) }
    }

    // MARK: Video and clock

    /// Whether the camera records video, and for how long.
    public var recording: RecordingState { read { $0.recording } }

    /// Starts recording video; needs ``CommandCategories/videoRecording``. Returns when the camera records, or has accepted to and does not
    /// report it.
    ///
    /// A recording that still runs when the camera is disconnected is stopped, unless ``DisconnectOptions/leavesRecording`` is set. That
    /// holds for a start that was cancelled or timed out, too.
    public func startRecording() async throws(CameraError) {
        let requirement = Requirement(
            capability: .videoRecording,
            category: .videoRecording,
            group: .recording,
            worksWhileRecording: false,
            starts: .recording
        )
        try await perform(.startRecording, requirement) { driver throws(CameraError) in try await driver.startRecording() }
    }

    /// Stops recording video. Returns when the camera has stopped; where it does not record, at once.
    ///
    /// Always reaches the camera, whatever ``recording`` shows: a camera may report late, or never, that it records. Waits for a start
    /// that is under way.
    ///
    /// - Throws: nothing where the camera refuses, and neither reports a recording nor was asked for one by this connection.
    public func stopRecording() async throws(CameraError) {
        let connection = change { ($0.connection, []) }
        await connection?.untilSettled(.recording)
        let mayRecord = recording.isRecording || connection?.mayBeActive(.recording) == true
        do throws(CameraError) {
            try await perform(
                .stopRecording,
                Requirement(capability: .videoRecording, group: .recording, stops: .recording)
            ) { driver throws(CameraError) in try await driver.stopRecording() }
        } catch {
            if mayRecord || !error.isRefusal { throw error }
        }
    }

    /// Sets the camera's clock, with its time zone where it has one.
    public func setClock(_ date: CameraDate = .now()) async throws(CameraError) {
        try await perform(.setClock, Requirement(capability: .clock)) { driver throws(CameraError) in
            try await driver.setClock(date)
        }
    }

    /// What the camera's clock shows now.
    ///
    /// - Returns: the date, without an offset where the camera does not know its time zone.
    /// - Throws: ``CameraError/Code/notSupported`` for a camera whose clock can only be set, ``CameraError/Code/notAvailable`` for one
    ///   without ``CameraCapabilities/clock``.
    public func readClock() async throws(CameraError) -> CameraDate {
        try await perform(.readClock, Requirement(capability: .clock)) { driver throws(CameraError) in
            try await driver.readClock()
        }
    }
}

/// A picture that was taken, or several, and its files.
public struct Shot: Sendable {
    /// Every file of the shot: on the card, or offered for transfer where there is no card.
    public let files: [RemoteFile]

    init(camera: Camera, result: ShotResult) {
        let onCard = result.items.map { RemoteFile(camera: camera, item: $0) }
        let offered = result.offers.filter { offer in
            offer.available.contains { $0.representation == .original } && !result.items.contains { $0.handle == offer.item }
        }
        files = onCard + offered.map { RemoteFile(camera: camera, offer: $0, .original) }
        let previewed = result.offers.first { offer in offer.available.contains { $0.representation == .preview } }
        preview = previewed.map { RemoteFile(camera: camera, offer: $0, .preview) }
    }

    /// The picture as the camera made it: the developed one rather than the RAW where there are both, the first of
    /// several. Nil where the camera neither kept nor offered it.
    public var original: RemoteFile? { files.first { !$0.isRAW } ?? files.first }

    /// The RAW file, where there is one.
    public var raw: RemoteFile? { files.first(where: \.isRAW) }

    /// A smaller picture, quick to fetch, where the camera offers one.
    public let preview: RemoteFile?
}
