import CameraModel
import Exposure
import Glibc

extension CameraBody {
    /// The state of the shutter.
    struct Shooting: Sendable {
        /// One press of the shutter and its results.
        struct Press: Sendable {
            var token: Int?
            /// Remaining exposures, each with its compensation.
            var exposuresLeft: [Stops] = []
            var openedAt: Duration = .zero
            var exposure: BodyOptics.Exposure?
            var view: SceneView?
            var result = ShotResult(items: [], offers: [])
            /// Number of exposed pictures of this press whose files are not written yet.
            var developing = 0
            var failure: CameraError?
        }

        var press: Press?
        /// Presses that have ended, except for writing their files.
        var finishing: [Int: Press] = [:]
        var number = 0
        var isPressed = false
        var isOpen = false
        var isMirrorUp = false
        var fileNumber = 1
        var offerNumber: UInt64 = 0
        /// Open offers, with their files.
        var offers: [TransferOffer.Identifier: [ItemInfo.Handle]] = [:]
        var onlyCopies: Set<TransferOffer.Identifier> = []

        mutating func abandon(_ token: Int) {
            if press?.token == token { press?.token = nil }
            for (number, press) in finishing where press.token == token { finishing[number]!.token = nil }
        }
    }

    var mirrorLockupStage: MirrorLockupStage {
        settings.mirrorLockup ? (shooting.isMirrorUp ? .mirrorUp : .ready) : .disabled
    }

    mutating func setMirrorLockup(_ isOn: Bool) {
        settings.mirrorLockup = isOn
        shooting.isMirrorUp = false
    }

    /// Number of pictures in the camera's memory.
    private var bufferedPictures: Int {
        shooting.finishing.values.reduce(shooting.press?.developing ?? 0) { $0 + $1.developing } + shooting.onlyCopies.count
    }

    /// Whether pictures are being taken or written to a card.
    var isWritingPictures: Bool { shooting.press != nil || !shooting.finishing.isEmpty }

    var isReadyForCapture: Bool {
        shooting.press == nil && bufferedPictures < configuration.bufferDepth && (!writesToCard || shotsAvailable > 0)
    }

    /// Whether the next picture is stored on a card: also while no computer is connected, which could not fetch it.
    var writesToCard: Bool { settings.imageDestination != .host || !isConnected }

    // MARK: Commands

    mutating func shoot(autofocus: Bool, token: Int) throws(CameraError) {
        try checkCanShoot()
        guard settings.exposureMode != .bulb else {
            throw CameraError(.notAvailable, "In bulb mode press the shutter, and release it when the exposure is to end.")
        }
        beginPress(token)
        let delay = selfTimer
        guard autofocus, settings.focusMode != .manual, lens.isAttached, !lens.hasFocus || !lens.isEngaged else {
            return arrange(.openShutter(shot: shooting.number), after: delay + configuration.speed.command)
        }
        wakeMeter()
        arrange(.focusFound(token: token, thenShoot: true), after: delay + configuration.speed.focusing)
    }

    mutating func pressShutter() throws(CameraError) {
        guard !shooting.isPressed else { throw CameraError(.busy, "The shutter is pressed already. Release it first.") }
        try checkCanShoot()
        shooting.isPressed = true
        beginPress(nil)
        arrange(.openShutter(shot: shooting.number), after: selfTimer)
    }

    mutating func releaseShutter() {
        guard shooting.isPressed else { return }
        shooting.isPressed = false
        if settings.exposureMode == .bulb && shooting.isOpen {
            cancel { if case .closeShutter = $0 { true } else { false } }
            closeShutter(shooting.number)
        } else if shooting.press?.exposuresLeft.isEmpty == true {
            cancel { if case .nextOfBurst = $0 { true } else { false } }
            if !shooting.isOpen { endPress() }
        }
        // The other exposures of a bracket follow although the button is released.
    }

    private func checkCanShoot() throws(CameraError) {
        guard shooting.press == nil else {
            throw CameraError(.busy, "The camera is still taking a picture. Try again when it is done.")
        }
        guard !video.state.isRecording else {
            throw CameraError(.recordingInProgress, "The camera is recording video. Stop the recording first.")
        }
        guard power.charge > 0.01 else { throw CameraError(.batteryLow, "The battery is too low to take a picture. Charge it.") }
        if writesToCard { _ = try cardForNextPicture() }
        guard bufferedPictures < configuration.bufferDepth else {
            throw CameraError(
                .busy,
                shooting.onlyCopies.isEmpty
                    ? "the camera's memory is full; wait until pictures are written"
                    : "the camera's memory is full of pictures that wait to be fetched; fetch or decline them"
            )
        }
    }

    private var selfTimer: Duration {
        switch settings.driveMode {
        case .timerShort: .seconds(2)
        case .timerLong, .timerBurst: .seconds(10)
        default: .zero
        }
    }

    // MARK: Exposing

    private mutating func beginPress(_ token: Int?) {
        shooting.number += 1
        var press = Shooting.Press(token: token)
        if settings.mirrorLockup && !shooting.isMirrorUp {
            press.exposuresLeft = []
        } else if settings.bracketing {
            press.exposuresLeft = [.zero, Stops(whole: -1), Stops(whole: 1)]
        } else if settings.driveMode == .timerBurst {
            press.exposuresLeft = [.zero, .zero, .zero]
        } else {
            press.exposuresLeft = [.zero]
        }
        shooting.press = press
    }

    /// Opens the shutter after successful focusing.
    mutating func beginExposures() {
        arrange(.openShutter(shot: shooting.number), after: configuration.speed.command)
    }

    mutating func failShot(_ error: CameraError) {
        guard let press = shooting.press else { return }
        shooting.press = nil
        shooting.isPressed = false
        if let token = press.token { outputs.append(.finished(token, .failure(error))) }
    }

    mutating func openShutter(_ shot: Int) {
        guard shot == shooting.number, var press = shooting.press else { return }
        guard let compensation = press.exposuresLeft.first else {
            // The first press with mirror lock-up raises the mirror, and takes no picture.
            shooting.isMirrorUp = true
            return endPress()
        }
        press.exposuresLeft.removeFirst()
        var settings = settings
        if let stops = settings.exposureCompensation.stops {
            settings.exposureCompensation = ExposureCompensation(stops + compensation)
        }
        var exposure = BodyOptics.expose(settings, lightOffset: SceneLight.offsetStops(time: sceneTime, seed: configuration.seed))
        if !settings.exposureMode.hasCompensation && compensation != .zero {
            exposure.shutterSpeed = exposure.shutterSpeed.adding(compensation) ?? exposure.shutterSpeed
            exposure.stops += compensation.doubleValue
        }
        if let focusing = lens.isEngaged || lens.hasFocus ? lens.focus : nil { lens.focus = focusing }
        press.exposure = exposure
        press.view = sceneView(exposure)
        press.openedAt = now
        shooting.press = press
        shooting.isOpen = true
        wakeMeter()
        // In bulb mode the shutter closes when it is released, or after an hour.
        let isBulb = settings.exposureMode == .bulb
        let time: Duration = isBulb ? .seconds(3600) : .nanoseconds(Int64(exposure.seconds * 1e9))
        arrange(.closeShutter(shot: shot), after: time)
    }

    mutating func closeShutter(_ shot: Int) {
        guard shot == shooting.number, shooting.isOpen, var press = shooting.press, var exposure = press.exposure,
            var view = press.view
        else { return }
        shooting.isOpen = false
        shooting.isMirrorUp = false
        if settings.exposureMode == .bulb {
            let seconds = max((now - press.openedAt).seconds, 0.001)
            exposure.shutterSpeed = ShutterSpeed(seconds: seconds) ?? exposure.shutterSpeed
            exposure.stops += log2(seconds)
            view.exposureStops = exposure.stops
            view.exposureSeconds = min(seconds, 30)
        }
        do throws(CameraError) {
            let job = try developmentJob(shot, view, exposure)
            press.developing += 1
            shooting.press = press
            outputs.append(.develop(job))
        } catch {
            return failShot(error)
        }
        continuePress()
    }

    /// Continues after an exposure: with the next one of a series or burst, or by ending the press.
    private mutating func continuePress() {
        guard let press = shooting.press else { return }
        if !press.exposuresLeft.isEmpty { return arrange(.nextOfBurst, after: .milliseconds(150)) }
        if shooting.isPressed, settings.driveMode.isContinuous, settings.exposureMode != .bulb, let rate = burstRate {
            return arrange(.nextOfBurst, after: .nanoseconds(Int64(1e9 / rate)))
        }
        // While the shutter is held, releasing it ends the press.
        if !shooting.isPressed || settings.exposureMode == .bulb { endPress() }
    }

    private var burstRate: Double? {
        switch settings.driveMode {
        case .continuous: 5
        case .continuousLow: 3
        case .continuousHigh: 10
        default: nil
        }
    }

    mutating func nextOfBurst() {
        guard var press = shooting.press else { return }
        let isSeries = !press.exposuresLeft.isEmpty
        guard isSeries || shooting.isPressed else { return endPress() }
        let hasRoom = bufferedPictures < configuration.bufferDepth
        let hasCard = !writesToCard || (try? cardForNextPicture()) != nil
        guard hasCard else { return endPress() }
        // A full memory delays a burst, but does not end it.
        guard hasRoom else { return arrange(.nextOfBurst, after: .milliseconds(50)) }
        if !isSeries { press.exposuresLeft = [.zero] }
        shooting.press = press
        openShutter(shooting.number)
    }

    private mutating func endPress() {
        guard let press = shooting.press else { return }
        shooting.press = nil
        lens.hasFocus = lens.isEngaged && lens.hasFocus
        if press.developing == 0 { finish(press) } else { shooting.finishing[shooting.number] = press }
    }

    private func outcome(of press: Shooting.Press) -> BodyOutput? {
        guard let token = press.token else { return nil }
        if let failure = press.failure, press.result.items.isEmpty, press.result.offers.isEmpty {
            return .finished(token, .failure(failure))
        }
        return .finished(token, .success(.shot(press.result)))
    }

    mutating func finish(_ press: Shooting.Press) {
        if let output = outcome(of: press) { outputs.append(output) }
    }
}
