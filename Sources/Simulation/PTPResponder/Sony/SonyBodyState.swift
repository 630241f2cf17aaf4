import PTP
import PTPSony

/// State machine of a Sony body in one session: the steps of connecting, the shutter button, what is reported. Pure: takes events, returns
/// results, and refuses what the present state forbids.
struct SonyBodyState {
    /// How far the initiator has connected.
    enum Stage: Equatable {
        /// This number of steps of SDIOConnect was taken, 0 to 2.
        case steps(UInt32)
        /// Under remote control, in a version.
        case remote(SonyVersion)
    }

    private let model: SonyModel
    private(set) var stage = Stage.steps(0)
    /// Version that GetExtDeviceInfo has answered.
    private var answered = SonyVersion.v2
    var button = ShutterButton()
    /// Number of FocusFound (0xD213).
    private(set) var focus: Int64 = 1
    /// The enlarged part of live view.
    private(set) var magnifier = SonyMagnifier(tenths: 0, x: 320, y: 240)
    /// Records that the initiator has received, for requests of changes only.
    private var reported: [DevicePropCode: SonyPropertyRecord] = [:]
    /// Whether the body waits for a request of its properties.
    private var isHung = false

    init(_ model: SonyModel) { self.model = model }

    // MARK: Connecting

    /// Processes SDIOConnect (0x9201). The steps have an order; the first begins again. Returns whether remote control begins.
    mutating func connected(step: UInt32) throws(Refusal) -> Bool {
        switch (step, stage) {
        case (1, _): stage = .steps(1)
        case (2, .steps(1...)): stage = .steps(2)
        case (3, .steps(2)):
            stage = .remote(answered)
            return true
        case (3, .remote): break
        default: throw Refusal(.invalidParameter)
        }
        return false
    }

    /// Processes GetExtDeviceInfo (0x9202), after the second step. Returns the version of the answer.
    mutating func extensionRequested(_ number: UInt32) throws(Refusal) -> SonyVersion {
        switch stage {
        case .steps(2), .remote: break
        case .steps: throw Refusal(.accessDenied)
        }
        guard let asked = UInt16(exactly: number).flatMap({ SonyVersion(rawValue: $0) }) else { throw Refusal(.invalidParameter) }
        answered = model.version(askedFor: asked)
        return answered
    }

    /// The version of the extension; throws `accessDenied` before the last step of connecting.
    func version() throws(Refusal) -> SonyVersion {
        guard case .remote(let version) = stage else { throw Refusal(.accessDenied) }
        return version
    }

    /// Whether the initiator controls the body.
    var isRemote: Bool { if case .remote = stage { true } else { false } }

    /// Throws unless the initiator controls the body, or if the body waits for a request of its properties.
    func checkReady() throws(Refusal) {
        _ = try version()
        if isHung { throw Refusal(.deviceBusy) }
    }

    mutating func hang() { isHung = true }

    // MARK: Properties

    /// Processes GetAllExtDevicePropInfo (0x9209): returns the records to send.
    mutating func propertiesRequested(_ records: [SonyPropertyRecord], onlyChanges: Bool) -> [SonyPropertyRecord] {
        isHung = false
        let sent = onlyChanges ? records.filter { reported[$0.code] != $0 } : records
        for record in sent { reported[record.code] = record }
        return sent
    }

    /// Processes a change of the result of focusing. Returns whether it is another one.
    mutating func focusChanged(_ result: SonyFocusResult) -> Bool {
        let number: Int64 =
            switch result {
            case .none: 1
            case .found: 2
            case .failed: 3
            }
        defer { focus = number }
        return focus != number
    }

    /// Processes a new value of FocusMagnifierSetting (0xD254).
    mutating func magnified(_ magnifier: SonyMagnifier) { self.magnifier = magnifier }

    // MARK: Leaving

    /// Processes the end of the session. Returns the releases to perform.
    mutating func ended() -> [ShutterButton.Action] {
        let actions = button.abandoned()
        self = SonyBodyState(model)
        return actions
    }
}
