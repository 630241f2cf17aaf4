import CameraModel
import Exposure

/// The camera body: settings, optics, cards, battery, and its present activity. Pure.
///
/// A discrete simulation: commands and the passage of time are inputs, and the outputs depend on nothing else. It does not use
/// drivers, threads or files, so that it can also be used behind a network protocol.
struct CameraBody: Sendable {
    let configuration: CameraSimulator.Configuration

    private(set) var now: Duration = .zero
    var settings = BodySettings()
    var outputs: [BodyOutput] = []

    // The parts, each with its own extension.
    var power: Power
    var lens = Lens()
    var cards: [CardCatalog]
    var removedCards: [CardCatalog] = []
    var shooting = Shooting()
    var video = Video()
    var clock: ClockSetting
    var categories: CommandCategories = []
    var isVideoSwitchOn = false
    var liveView = LiveViewSettings()
    /// Time until which the light meter works; it also works during live view.
    var meteringUntil: Duration = .zero
    var isMeterTicking = false
    /// Whether a driver is connected.
    var isConnected = false
    var lastRequestAt: Duration = .zero
    var exposureCache: ExposureCache?
    var focusAreaCache: FocusAreaCache?
    /// Number of settings that will be accepted without an effect.
    var reflectionsToDrop = 0

    private var published: [PropertyIdentifier: PropertyState] = [:]
    private var publishedAutoExposure: AutoExposure?
    private var publishedFocus: FocusInfo?
    private var agenda: [Appointment] = []
    private var nextOrder = 0
    private var nextHandle: UInt64 = 1

    /// A future event.
    enum Happening: Sendable {
        case finish(Int, Result<BodyReply, CameraError>)
        case reflect(PropertyIdentifier, PropertyValue)
        case focusFound(token: Int?, thenShoot: Bool)
        case openShutter(shot: Int)
        case closeShutter(shot: Int)
        case written(DevelopmentJob)
        case nextOfBurst
        case offerExpires(TransferOffer.Identifier)
        case batteryTick
        case meterTick
        case videoTick
        case sleepCheck
    }

    private struct Appointment: Sendable {
        let deadline: Duration
        let order: Int
        let happening: Happening
    }

    init(_ configuration: CameraSimulator.Configuration) {
        self.configuration = configuration
        power = Power(charge: min(max(configuration.batteryCharge, 0), 1))
        cards = configuration.cards.enumerated().map { CardCatalog(slot: $0.offset + 1, card: $0.element) }
        clock = ClockSetting(date: configuration.date ?? .now())
    }

    // MARK: Time

    /// Time of the next event; nil if there is none.
    var nextDeadline: Duration? { agenda.first?.deadline }

    /// Advances the time, and performs every event that is due.
    mutating func advance(to moment: Duration) {
        while let first = agenda.first, first.deadline <= moment {
            agenda.removeFirst()
            now = max(now, first.deadline)
            happen(first.happening)
            publish()
        }
        now = max(now, moment)
    }

    mutating func arrange(_ happening: Happening, after delay: Duration) {
        nextOrder += 1
        let appointment = Appointment(deadline: now + max(delay, .zero), order: nextOrder, happening: happening)
        let index = agenda.firstIndex { $0.deadline > appointment.deadline } ?? agenda.count
        agenda.insert(appointment, at: index)
    }

    mutating func cancel(where matches: (Happening) -> Bool) {
        agenda.removeAll { matches($0.happening) }
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .finish(let token, let result): outputs.append(.finished(token, result))
        case .reflect(let property, let value): reflect(property, value)
        case .focusFound(let token, let thenShoot): focusFound(token, thenShoot)
        case .openShutter(let shot): openShutter(shot)
        case .closeShutter(let shot): closeShutter(shot)
        case .written(let job): written(job)
        case .nextOfBurst: nextOfBurst()
        case .offerExpires(let offer): withdraw(offer)
        case .batteryTick: batteryTick()
        case .meterTick: meterTick()
        case .videoTick: videoTick()
        case .sleepCheck: sleepCheck()
        }
    }

    /// Removes and returns the outputs since the last call.
    mutating func drainOutputs() -> [BodyOutput] {
        defer { outputs = [] }
        return outputs
    }

    mutating func makeHandle() -> ItemInfo.Handle {
        defer { nextHandle += 1 }
        return ItemInfo.Handle(nextHandle)
    }

    // MARK: Connection

    /// Starts a connection: sends the complete state to the driver.
    mutating func connected() {
        isConnected = true
        lastRequestAt = now
        published = [:]
        publishedAutoExposure = nil
        publishedFocus = nil
        categories =
            configuration.combinesCategories ? Self.allCategories(withVideo: !configuration.hasVideoSwitch) : .stillsShooting
        scheduleBattery()
        if let limit = configuration.sleepsAfter { arrange(.sleepCheck, after: limit) }
        send(.capabilities(capabilities))
        send(.categories(active: categories, supported: supportedCategories))
        send(.storages(cards.map(\.info)))
        send(.recording(video.state))
        publish()
    }

    /// Finishes a command after all earlier outputs.
    mutating func acknowledge(_ token: Int) { outputs.append(.finished(token, .success(.done))) }

    /// Ends a connection: cancels its activities, but keeps a picture that is already exposed.
    mutating func disconnected() {
        isConnected = false
        liveView = LiveViewSettings()
        lens.isEngaged = false
        if shooting.isPressed { releaseShutter() }
        cancel { if case .finish = $0 { true } else { false } }
        cancel { happening in
            switch happening {
            case .batteryTick, .meterTick, .sleepCheck: true
            default: false
            }
        }
        isMeterTicking = false
        meteringUntil = now
    }

    private mutating func sleepCheck() {
        guard let limit = configuration.sleepsAfter, isConnected else { return }
        if now - lastRequestAt >= limit { return end(.enteredSleep) }
        arrange(.sleepCheck, after: lastRequestAt + limit - now)
    }

    /// Ends the connection from the camera's side.
    mutating func end(_ reason: DisconnectReason) {
        guard isConnected else { return }
        outputs.append(.ended(reason))
        disconnected()
    }

    // MARK: Reporting changes

    mutating func send(_ update: CameraUpdate) {
        if isConnected { outputs.append(.update(update)) }
    }

    /// Reports all values that differ from the last report.
    mutating func publish() {
        guard isConnected else { return }
        refreshExposure()
        for property in PropertyIdentifier.known {
            let state = state(of: property)
            guard published[property] != state else { continue }
            published[property] = state
            outputs.append(.update(.property(state)))
        }
        let autoExposure = autoExposure
        if autoExposure != publishedAutoExposure {
            publishedAutoExposure = autoExposure
            outputs.append(.update(.autoExposure(autoExposure)))
        }
        let focus = focusInfo
        if focus != publishedFocus {
            publishedFocus = focus
            outputs.append(.update(.focus(focus)))
        }
    }

    // MARK: Commands

    /// Performs or starts a command. Its result follows as an output with the same number.
    mutating func perform(_ command: BodyCommand, token: Int) {
        lastRequestAt = now
        do throws(CameraError) {
            if let delay = try begin(command, token: token) {
                arrange(.finish(token, .success(.done)), after: delay)
            }
        } catch {
            arrange(.finish(token, .failure(error)), after: configuration.speed.command)
        }
        publish()
    }

    /// Starts a command. Returns the delay of its result; nil if the command reports its own result.
    private mutating func begin(_ command: BodyCommand, token: Int) throws(CameraError) -> Duration? {
        let delay = configuration.speed.command
        switch command {
        case .setProperty(let property, let value): try set(property, to: value)
        case .stepProperty(let property, let direction): try step(property, direction)
        case .setCategories(let wanted): try setCategories(wanted)
        case .engageAutoFocus:
            try engageAutoFocus(token)
            return nil
        case .disengageAutoFocus: disengageAutoFocus()
        case .pressShutter: try pressShutter()
        case .releaseShutter: releaseShutter()
        case .shoot(let autofocus):
            try shoot(autofocus: autofocus, token: token)
            return nil
        case .setFocusArea(let index): try setFocusArea(index)
        case .touchFocus(let point): try touchFocus(at: point)
        case .driveFocus(let step): try driveFocus(step)
        case .setCrop(let rect): try setCrop(rect)
        case .pan(let point): try pan(to: point)
        case .startRecording: try startRecording()
        case .stopRecording: stopRecording()
        case .setClock(let date): clock = ClockSetting(date: date, at: now)
        case .delete(let handle): try delete(handle)
        case .setRating(let handle, let rating): try setRating(handle, rating)
        case .setProtected(let handle, let isProtected): try setProtected(handle, isProtected)
        case .format(let storage): try format(storage)
        case .declineTransfer(let offer): try decline(offer)
        }
        return delay
    }

    /// Removes the caller of a command, who no longer waits for the result.
    mutating func abandon(_ token: Int) {
        cancel { if case .finish(token, _) = $0 { true } else { false } }
        shooting.abandon(token)
    }

    /// Resets the sleep timer.
    mutating func keepAlive() { lastRequestAt = now }
}
