import CameraModel
import PTP
import PTPCanon
import Testing

@testable import PTPResponder

/// The machine of an EOS body: each event in each state, and the order of records, displays and live view.
@Suite struct EOSBodyStateTests {
    /// States of the modes and of the queue, each reached by events.
    enum State: String, CaseIterable {
        /// The body is operated by hand.
        case manual
        case remote
        /// All records have been read.
        case reporting
        /// A record waits.
        case waiting
        /// The queue is blocked.
        case hung
        /// By hand again; a record waits.
        case manualWaiting
    }

    private static let now = Duration.seconds(100)
    private static let storage = EventRecord.storeAdded(.unspecified)

    private static func value(_ number: Int64, of code: DevicePropCode = .eosAperture) -> PropertyContent {
        PropertyContent(number: number, of: code)!
    }

    private static func reading(_ number: Int64?, offered: [Int64] = []) -> EOSBodyState.Reading {
        .init(code: .eosAperture, content: number.map { value($0) }, offered: offered.map { value($0) })
    }

    private static func machine(_ state: State, model: EOSModel = .r5) -> EOSBodyState {
        var machine = EOSBodyState(model)
        if state == .manual { return machine }
        try? machine.remoteModeSet(1)
        if state == .remote { return machine }
        _ = machine.eventModeChanged(1, nil)
        if state != .reporting { _ = machine.occurred([storage], at: now) }
        if state == .hung { machine.hang() }
        if state == .manualWaiting { try? machine.remoteModeSet(0) }
        return machine
    }

    /// Calls a function, and returns its result or its refusal in words.
    private static func words(_ body: () throws(Refusal) -> [EOSBodyState.Action]) -> String {
        do throws(Refusal) {
            return try body().map { action in
                switch action {
                case .announceRecords: "announce"
                case .reportAll: "all"
                case .report(let code): "report \(code.description(by: .eos))"
                case .reportDisplay: "display"
                case .updateViewfinder: "viewfinder"
                }
            }.joined(separator: ", ")
        } catch { return error.code == .eosOperationRefused ? "refused" : "\(error.code)" }
    }

    private typealias Event = @Sendable (inout EOSBodyState) -> String

    private static func event(
        _ body: @escaping @Sendable (inout EOSBodyState) throws(Refusal) -> [EOSBodyState.Action]
    ) -> Event {
        { machine in words { () throws(Refusal) in try body(&machine) } }
    }

    /// Events with their outcome in each state, in the order of ``State``.
    private static let table: [(String, Event, [String])] = [
        (
            "remote mode 1",
            event { machine throws(Refusal) in
                try machine.remoteModeSet(1)
                return []
            }, ["", "", "", "", "", ""]
        ),
        (
            "remote mode 2",
            event { machine throws(Refusal) in
                try machine.remoteModeSet(2)
                return []
            }, Array(repeating: "InvalidParameter", count: 6)
        ),
        (
            "event mode 1",
            event { machine throws(Refusal) in
                try machine.changesEventMode(1) ? machine.eventModeChanged(1, nil) : []
            }, ["refused", "all", "", "", "", "refused"]
        ),
        (
            "event mode 0",
            event { machine throws(Refusal) in
                try machine.changesEventMode(0) ? machine.eventModeChanged(0, nil) : []
            }, ["refused", "", "all", "all", "all", "refused"]
        ),
        (
            "event mode 3",
            event { machine throws(Refusal) in
                try machine.changesEventMode(3) ? machine.eventModeChanged(3, nil) : []
            }, Array(repeating: "InvalidParameter", count: 6)
        ),
        (
            "check for remote mode",
            event { machine throws(Refusal) in
                try machine.checkRemote()
                return []
            }, ["refused", "", "", "", "", "refused"]
        ),
        (
            "check for readiness",
            event { machine throws(Refusal) in
                try machine.checkReady(at: now)
                return []
            }, ["refused", "", "", "", "DeviceBusy", "refused"]
        ),
        (
            "check for readiness, eleven seconds later",
            event { machine throws(Refusal) in
                try machine.checkReady(at: now + .seconds(11))
                return []
            }, ["refused", "", "", "DeviceBusy", "DeviceBusy", "refused"]
        ),
        ("occurrence", event { $0.occurred([storage], at: now) }, ["", "", "announce", "", "", ""]),
        ("value", event { $0.valuesRead([reading(0x38)], at: now) }, ["", "", "announce", "", "", ""]),
        ("no value", event { $0.valuesRead([reading(nil, offered: [1])], at: now) }, ["", "", "", "", "", ""]),
        ("display, none selected", event { $0.displayRead([.aperture: [1]], at: now) }, ["", "", "", "", "", ""]),
        (
            "display selected", event { machine throws(Refusal) in try machine.displaySelected(0xFFFF) },
            ["refused", "display", "display", "display", "display", "refused"]
        ),
        (
            "events requested", event { machine throws(Refusal) in try machine.eventsRequested(at: now).actions },
            ["refused", "", "", "", "all", "refused"]
        ),
        (
            "space on the host", event { machine throws(Refusal) in try machine.hostReported(hasRoom: true) },
            ["refused"] + Array(repeating: "report AvailableShots", count: 4) + ["refused"]
        ),
        (
            "switch to video", event { machine throws(Refusal) in try machine.movieSwitchSet(true) },
            ["refused"] + Array(repeating: "report FixedMovie", count: 4) + ["refused"]
        ),
        (
            "live view for the host", event { machine throws(Refusal) in try machine.outputSet(3, hasLiveView: true) },
            Array(repeating: "viewfinder, report EVFOutputDevice", count: 6)
        ),
        (
            "live view, which the camera lacks",
            event { machine throws(Refusal) in try machine.outputSet(2, hasLiveView: false) },
            Array(repeating: "InvalidDevicePropValue", count: 6)
        ),
        (
            "the body's screen only", event { machine throws(Refusal) in try machine.outputSet(1, hasLiveView: false) },
            Array(repeating: "viewfinder, report EVFOutputDevice", count: 6)
        ),
        (
            "an unknown output", event { machine throws(Refusal) in try machine.outputSet(16, hasLiveView: true) },
            Array(repeating: "InvalidDevicePropValue", count: 6)
        ),
    ]

    @Test func `each event in each state has its outcome`() {
        for (name, event, outcomes) in Self.table {
            #expect(outcomes.count == State.allCases.count)
            for (state, expected) in zip(State.allCases, outcomes) {
                var machine = Self.machine(state)
                #expect(event(&machine) == expected, "\(name) while \(state.rawValue)")
            }
        }
    }

    @Test(arguments: State.allCases) func `a refused event changes nothing`(_ state: State) {
        let refusals = Self.table.filter { row in row.2.allSatisfy { $0.hasPrefix("Invalid") } }
        #expect(refusals.count >= 4)
        for (name, event, _) in refusals {
            var machine = Self.machine(state)
            let (mode, output) = (machine.remoteMode, machine.output)
            _ = event(&machine)
            #expect(machine.remoteMode == mode && machine.output == output, "\(name)")
        }
    }

    @Test(arguments: State.allCases) func `the end of a session resets every state`(_ state: State) {
        var machine = Self.machine(state, model: .d80)
        _ = try? machine.hostReported(hasRoom: true)
        _ = try? machine.movieSwitchSet(true)
        _ = try? machine.outputSet(3, hasLiveView: true)
        machine.clockRead(.init(local: 1, utc: 2))
        machine.frameSent(PixelSize(width: 3, height: 2))
        machine.zoomed(to: .init(1, 1))
        _ = machine.button.pressedHalfway()
        #expect(machine.sessionEnded() == [.endFocusing])
        #expect(machine.remoteMode == 0 && !machine.isReporting && machine.clock == nil && !machine.hostHasRoom)
        #expect(machine.output == 0 && !machine.sendsFrames && machine.space == nil && machine.zoomPosition == .init(0, 0))
        #expect(!machine.isMovieSwitchOn && machine.button.isReleased && machine.sessionEnded().isEmpty)
    }

    // MARK: Records

    private static func drain(_ machine: inout EOSBodyState) -> [EventRecord] {
        (try? machine.eventsRequested(at: now).records) ?? []
    }

    @Test func `a value is reported when it changes, with the list of allowed values when that changes`() {
        var machine = Self.machine(.reporting)
        let value = EventRecord.propertyChanged(.eosAperture, Self.value(0x38))
        let list = EventRecord.offeredValuesChanged(.eosAperture, OfferedValues([Self.value(0x38)], of: .eosAperture))
        let none = EventRecord.offeredValuesChanged(.eosAperture, OfferedValues([], of: .eosAperture))
        let steps: [(EOSBodyState.Reading, [EventRecord])] = [
            (Self.reading(nil, offered: [0x38]), []), (Self.reading(0x38), [value]), (Self.reading(0x38), []),
            (Self.reading(0x38, offered: [0x38]), [list]), (Self.reading(nil, offered: [0x38]), []),
            (Self.reading(0x38), [none]), (Self.reading(0x38), []),
        ]
        for (index, (reading, records)) in steps.enumerated() {
            let actions = machine.valuesRead([reading], at: Self.now)
            #expect(actions == (records.isEmpty ? [] : [.announceRecords]), "\(index)")
            #expect(Self.drain(&machine) == records, "\(index)")
        }
    }

    @Test func `a blocked queue accepts occurrences and no values; when it is read, all values follow`() {
        var machine = Self.machine(.hung)
        #expect(machine.reportsValues(at: Self.now) == false)
        #expect(machine.valuesRead([Self.reading(0x38)], at: Self.now).isEmpty)
        #expect(machine.occurred([.storeRemoved(.unspecified)], at: Self.now).isEmpty)
        #expect(Self.drain(&machine) == [Self.storage, .storeRemoved(.unspecified)])
        #expect(machine.reportsValues(at: Self.now) == true)
        #expect(machine.valuesRead([Self.reading(0x38)], at: Self.now) == [.announceRecords])
    }

    @Test func `a new event mode forgets what was reported, and its records`() throws {
        var machine = Self.machine(.reporting)
        _ = machine.valuesRead([Self.reading(0x38)], at: Self.now)
        #expect(machine.eventModeChanged(2, .init(local: 5, utc: 4)) == [.reportAll])
        #expect(Self.drain(&machine).isEmpty && machine.clock == .init(local: 5, utc: 4))
        _ = machine.valuesRead([Self.reading(0x38)], at: Self.now)
        #expect(Self.drain(&machine) == [.propertyChanged(.eosAperture, Self.value(0x38))])
    }

    @Test func `the parts of the displays that are selected are reported when they change, the focus always`() throws {
        var machine = Self.machine(.reporting)
        let version = EOSModel.r5.olcVersion
        let exposure = try #require(
            OLCInfo.display(version: version, shutterSpeed: 0x70, aperture: 0x38, isoSpeed: 0x48, exposureTenths: nil)
        )
        let focus = try #require(OLCInfo.display(version: version, focus: .found))
        func parts(_ records: [EventRecord]) throws -> Set<OLCInfo.Part> {
            var all: Set<OLCInfo.Part> = []
            for case .olcInfoChanged(let bytes) in records { all.formUnion(try OLCInfo(bytes, version: version).parts.keys) }
            return all
        }
        let mask = UInt16(1 << OLCInfo.Part.aperture.rawValue | 1 << OLCInfo.Part.focus.rawValue)
        _ = try machine.displaySelected(mask)
        for expected in [Set([OLCInfo.Part.aperture]), []] {
            _ = machine.displayRead(exposure, at: Self.now)
            #expect(try parts(Self.drain(&machine)) == expected)
        }
        for _ in 0..<2 {
            _ = machine.displayRead(focus, always: [.focus], at: Self.now)
            #expect(try parts(Self.drain(&machine)) == [.focus])
        }
        _ = try machine.displaySelected(0)
        _ = machine.displayRead(focus, always: [.focus], at: Self.now)
        #expect(Self.drain(&machine).isEmpty)
        _ = try machine.displaySelected(mask)
        _ = machine.displayRead(exposure, at: Self.now)
        #expect(try parts(Self.drain(&machine)) == [.aperture])
    }

    // MARK: Live view and video

    @Test func `the initiator's bit starts and stops frames, and leaving stops them`() throws {
        var machine = Self.machine(.remote)
        for (output, sends) in [(Int64(1), false), (2, true), (3, true), (1, false), (15, true)] {
            _ = try machine.outputSet(output, hasLiveView: true)
            #expect(machine.sendsFrames == sends && machine.output == output)
        }
        _ = machine.button.pressedFully()
        #expect(machine.left() == [.releaseShutter, .endFocusing])
        #expect(!machine.sendsFrames && machine.output == 13 && machine.remoteMode == 1)
    }

    @Test func `a body with a mirror records after its switch was turned, and another one at any time`() throws {
        for (model, needsSwitch) in [(EOSModel.r5, false), (.d80, true)] {
            var machine = Self.machine(.remote, model: model)
            func code(_ target: Int64) -> String {
                Self.words { () throws(Refusal) in
                    try machine.checkRecording(target)
                    return []
                }
            }
            #expect(code(4) == (needsSwitch ? "refused" : "") && code(0) == "" && code(3) == "InvalidDevicePropValue")
            _ = try machine.movieSwitchSet(true)
            #expect(code(4) == "" && code(0) == "")
        }
    }
}
