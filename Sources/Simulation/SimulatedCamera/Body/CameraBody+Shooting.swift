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

    private var writesToCard: Bool { settings.imageDestination != .host }

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
        } else {
            cancel { if case .nextOfBurst = $0 { true } else { false } }
            if shooting.press?.exposuresLeft.isEmpty == true && !shooting.isOpen { endPress() }
        }
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

    private mutating func finish(_ press: Shooting.Press) {
        if let output = outcome(of: press) { outputs.append(output) }
    }

    // MARK: Developing

    private mutating func developmentJob(
        _ shot: Int,
        _ view: SceneView,
        _ exposure: BodyOptics.Exposure
    ) throws(CameraError) -> DevelopmentJob {
        let quality = settings.imageQuality
        let (base, nextNumber) = unusedName("IMG_", from: shooting.fileNumber)
        var files: [DevelopmentJob.File] = []
        if quality.hasRAW { files.append(.init(handle: makeHandle(), name: base + ".DNG", isRAW: true)) }
        if quality.hasJPEG { files.append(.init(handle: makeHandle(), name: base + ".JPG", isRAW: false)) }
        let card = writesToCard ? try cardForNextPicture() : nil
        if let card { _ = pictureFolder(on: card) }
        shooting.fileNumber = nextNumber
        return DevelopmentJob(
            shot: shot,
            view: view,
            size: configuration.pictureSize,
            quality: quality == .jpegNormal ? 80 : 92,
            exposure: exposure,
            settings: settings,
            date: clock.date(at: now),
            files: files,
            storage: card.map { cards[$0].storage }
        )
    }

    /// Schedules the result of developing a picture, successful or not.
    mutating func developed(_ job: DevelopmentJob) {
        arrange(.written(job), after: configuration.speed.writing)
    }

    mutating func written(_ job: DevelopmentJob) {
        let isCurrent = shooting.press != nil && shooting.number == job.shot
        guard var press = isCurrent ? shooting.press : shooting.finishing[job.shot] else { return }
        press.developing -= 1
        if let failure = job.failure {
            press.failure = failure
            send(.notice("a picture was lost: \(failure.message)"))
        } else {
            let items = addToCard(job)
            press.result.items += items
            press.result.offers += offer(job)
        }
        if isCurrent {
            shooting.press = press
        } else if press.developing == 0 {
            shooting.finishing[job.shot] = nil
            finish(press)
        } else {
            shooting.finishing[job.shot] = press
        }
    }

    private mutating func addToCard(_ job: DevelopmentJob) -> [ItemInfo] {
        guard let card = cards.firstIndex(where: { $0.storage == job.storage }) else { return [] }
        // The folder may have been moved or deleted since the picture was taken.
        let folder = pictureFolder(on: card)
        let items = job.files.map { file in
            ItemInfo(
                handle: file.handle,
                storage: cards[card].storage,
                parent: folder,
                name: file.name,
                kind: file.isRAW ? .rawImage : .image,
                hasMetadata: true,
                size: file.size,
                created: job.date,
                rating: 0,
                pixelSize: job.size,
                companions: job.files.map(\.handle).filter { $0 != file.handle }
            )
        }
        for item in items {
            cards[card].add(item)
            send(.itemAdded(item))
        }
        send(.storages(cards.map(\.info)))
        return items
    }

    /// Offers a picture for transfer, if a driver is connected.
    private mutating func offer(_ job: DevelopmentJob) -> [TransferOffer] {
        guard isConnected else { return [] }
        let isOnlyCopy = settings.imageDestination == .host || job.storage == nil
        let mustBeExecuted = settings.imageDestination != .camera
        return job.files.map { file in
            shooting.offerNumber += 1
            let identifier = TransferOffer.Identifier(shooting.offerNumber)
            var available = [
                TransferOffer.Available(representation: .preview, predictedSize: job.previewSize, fileExtension: "JPG")
            ]
            if mustBeExecuted {
                available.append(
                    .init(representation: .original, predictedSize: file.size, fileExtension: file.isRAW ? "DNG" : "JPG")
                )
            }
            let offer = TransferOffer(
                identifier: identifier,
                fileName: file.name,
                created: job.date,
                available: available,
                isOnlyCopy: isOnlyCopy,
                mustBeExecuted: mustBeExecuted,
                item: isOnlyCopy ? nil : file.handle
            )
            shooting.offers[identifier] = [file.handle]
            if isOnlyCopy { shooting.onlyCopies.insert(identifier) }
            send(.transferOffered(offer))
            arrange(.offerExpires(identifier), after: configuration.transferTimeout)
            return offer
        }
    }

    // MARK: Offers

    /// Returns the file of an open offer.
    func file(offeredAs offer: TransferOffer.Identifier) throws(CameraError) -> ItemInfo.Handle {
        guard let handle = shooting.offers[offer]?.first else {
            throw CameraError(.notFound, "The camera does not offer this picture any more.")
        }
        return handle
    }

    /// Ends an offer that was fetched.
    mutating func fetched(_ offer: TransferOffer.Identifier) {
        withdraw(offer)
        publish()
    }

    mutating func decline(_ offer: TransferOffer.Identifier) throws(CameraError) {
        _ = try file(offeredAs: offer)
        withdraw(offer)
    }

    mutating func withdraw(_ offer: TransferOffer.Identifier) {
        guard let handles = shooting.offers.removeValue(forKey: offer) else { return }
        let all = cards + removedCards
        let isOnlyCopy = shooting.onlyCopies.remove(offer) != nil
        // Also discards a file that was deleted from the card while it was offered.
        outputs.append(.discard(handles.filter { handle in isOnlyCopy || !all.contains { $0.items[handle] != nil } }))
        send(.transferWithdrawn(offer))
    }
}
