import CameraModel
import PTP
import PTPCanon

/// State machine of an EOS body in one session: modes, records, the shutter button, live view. Pure: takes events, returns
/// actions.
///
/// Operations that the present state forbids are refused before anything changes.
struct EOSBodyState {
    /// Action for the caller.
    enum Action: Hashable, Sendable {
        /// Send the event that announces records (0xC101).
        case announceRecords
        /// Report the properties that the initiator does not have yet.
        case reportAll
        case report(DevicePropCode)
        case reportDisplay
        /// Start or stop the viewfinder, as ``sendsFrames`` requires.
        case updateViewfinder
    }

    /// The camera's clock at its last reading, in seconds since 1970, in local time and in UTC.
    struct Clock: Hashable {
        var local: Int64
        var utc: Int64
    }

    private let model: EOSModel
    /// 0 while the body is operated by hand.
    private(set) var remoteMode: UInt32 = 0
    /// 0 while the body queues no records.
    private var eventMode: UInt32 = 0
    private var records = EOSRecords()
    private(set) var clock: Clock?
    /// Parts of the displays that the initiator requests: the bits of SetRequestOLCInfoGroup (0x913D).
    private var displayMask: UInt16 = 0
    var button = ShutterButton()
    /// Whether the initiator has reported space for pictures.
    private(set) var hostHasRoom = false
    /// EVFOutputDevice (0xD1B0): 1 for the body's screen, 2 for the initiator.
    private(set) var output: Int64
    private(set) var zoomPosition = LiveViewBlob.Pair(0, 0)
    /// Coordinate space of the last frame.
    private(set) var space: PixelSize?
    private(set) var isMovieSwitchOn = false

    init(_ model: EOSModel) {
        self.model = model
        output = model.hasMirror ? 0 : 1
    }

    // MARK: Modes

    /// Parameters of SetRemoteMode (0x9114) that bodies accept, besides 0.
    private static let remoteModes: Set<UInt32> = [1, 0x11, 0x15]

    /// Whether the body sends records instead of standard events.
    var isReporting: Bool { eventMode != 0 }

    /// Processes SetRemoteMode (0x9114). Before mode 0, ``left()`` is processed.
    mutating func remoteModeSet(_ mode: UInt32) throws(Refusal) {
        try Self.check(remoteMode: mode)
        remoteMode = mode
    }

    /// Throws unless bodies accept the parameter of SetRemoteMode.
    static func check(remoteMode mode: UInt32) throws(Refusal) {
        guard mode == 0 || remoteModes.contains(mode) else { throw Refusal(.invalidParameter) }
    }

    /// Returns whether SetEventMode (0x9115) changes the mode.
    func changesEventMode(_ mode: UInt32) throws(Refusal) -> Bool {
        guard mode <= 2 else { throw Refusal(.invalidParameter) }
        try checkRemote()
        return eventMode != mode
    }

    /// Processes a change of the event mode. Modes 1 and 2 start the queue of records, beginning with all properties.
    mutating func eventModeChanged(_ mode: UInt32, _ clock: Clock?) -> [Action] {
        (eventMode, self.clock, records) = (mode, clock, EOSRecords())
        return [.reportAll]
    }

    /// Throws `eosOperationRefused` unless remote mode is active.
    func checkRemote() throws(Refusal) {
        guard remoteMode != 0 else { throw Refusal(.eosOperationRefused) }
    }

    /// Throws like ``checkRemote()``, or `deviceBusy` while the queue is blocked.
    mutating func checkReady(at now: Duration) throws(Refusal) {
        try checkRemote()
        if records.isHung(at: now) { throw Refusal(.deviceBusy) }
    }

    mutating func hang() { records.hang() }

    // MARK: Records

    /// A property as the body reads it: its value and its allowed values.
    struct Reading {
        let code: DevicePropCode
        let content: PropertyContent?
        let offered: [PropertyContent]
    }

    /// Whether values of properties are reported: the event mode is active and the queue is not blocked.
    mutating func reportsValues(at now: Duration) -> Bool { isReporting && !records.isHung(at: now) }

    /// Processes values of properties: queues what has changed.
    mutating func valuesRead(_ readings: [Reading], at now: Duration) -> [Action] {
        guard reportsValues(at: now) else { return [] }
        return announcing { records in
            for reading in readings { records.report(reading.code, reading.content, offered: reading.offered, at: now) }
        }
    }

    /// Processes an occurrence that is always reported, also while the queue is blocked.
    mutating func occurred(_ new: [EventRecord], at now: Duration) -> [Action] {
        announcing { $0.append(new, at: now) }
    }

    /// Processes the contents of the displays: queues the selected parts that have changed or are in `always`.
    mutating func displayRead(
        _ parts: [OLCInfo.Part: [UInt8]],
        always: Set<OLCInfo.Part> = [],
        at now: Duration
    ) -> [Action] {
        let (mask, version) = (displayMask, model.olcVersion)
        return announcing { $0.report(display: parts, always: always, mask: mask, version: version, at: now) }
    }

    /// Processes SetRequestOLCInfoGroup (0x913D).
    mutating func displaySelected(_ mask: UInt16) throws(Refusal) -> [Action] {
        try checkRemote()
        displayMask = mask
        records.selectDisplay(mask)
        return [.reportDisplay]
    }

    /// Processes GetEvent (0x9116): returns the records of the reply.
    mutating func eventsRequested(at now: Duration) throws(Refusal) -> (records: [EventRecord], actions: [Action]) {
        try checkRemote()
        let (reply, endsBlock) = records.popReply(at: now)
        return (reply, endsBlock ? [.reportAll] : [])
    }

    /// Changes the records if the event mode is active. The first record in an empty queue is announced.
    private mutating func announcing(_ change: (inout EOSRecords) -> Void) -> [Action] {
        guard isReporting else { return [] }
        let wasEmpty = records.isEmpty
        change(&records)
        return wasEmpty && !records.isEmpty ? [.announceRecords] : []
    }

    // MARK: Settings

    /// Processes a reading of the camera's clock.
    mutating func clockRead(_ clock: Clock?) { self.clock = clock }

    /// Processes PCHDDCapacity (0x911A).
    mutating func hostReported(hasRoom: Bool) throws(Refusal) -> [Action] {
        try checkRemote()
        hostHasRoom = hasRoom
        return [.report(.eosAvailableShots)]
    }

    /// Processes MovieSelectSWOn and MovieSelectSWOff (0x9133, 0x9134).
    mutating func movieSwitchSet(_ isOn: Bool) throws(Refusal) -> [Action] {
        try checkRemote()
        isMovieSwitchOn = isOn
        return [.report(.eosFixedMovie)]
    }

    /// Throws unless EVFRecordStatus (0xD1B8) may have a value: 4 records to the card, 0 stops.
    func checkRecording(_ target: Int64) throws(Refusal) {
        guard target == 0 || target == 4 else { throw Refusal(.invalidDevicePropValue) }
        if target == 4 && model.hasMirror && !isMovieSwitchOn { throw Refusal(.eosOperationRefused) }
    }

    // MARK: Live view

    /// Bit of EVFOutputDevice (0xD1B0) for the initiator.
    private static let host: Int64 = 2

    /// Whether live view is sent to the initiator.
    var sendsFrames: Bool { output & Self.host != 0 }

    /// Processes a new value of EVFOutputDevice (0xD1B0).
    mutating func outputSet(_ new: Int64, hasLiveView: Bool) throws(Refusal) -> [Action] {
        guard (0...15).contains(new), new & Self.host == 0 || hasLiveView else { throw Refusal(.invalidDevicePropValue) }
        output = new
        return [.updateViewfinder, .report(.eosEVFOutputDevice)]
    }

    /// Processes the transfer of a frame.
    mutating func frameSent(_ space: PixelSize) { self.space = space }

    /// Processes ZoomPosition (0x9159).
    mutating func zoomed(to position: LiveViewBlob.Pair) { zoomPosition = position }

    // MARK: Leaving

    /// Processes the initiator's departure from remote mode: the button is released and live view stops.
    mutating func left() -> [ShutterButton.Action] {
        output &= ~Self.host
        return button.abandoned()
    }

    /// Processes the end of the session: everything that the initiator has set up is reset.
    mutating func sessionEnded() -> [ShutterButton.Action] {
        let actions = button.abandoned()
        self = EOSBodyState(model)
        return actions
    }
}
