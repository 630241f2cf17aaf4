import FakeCamera
import Exposure
import HotShoeSupport
import Testing

@testable import CameraModel

/// Every event of a camera is delivered once, in order.
@Suite(.timeLimit(.minutes(5))) struct EventTests {
    private static func word(_ event: CameraEvent) -> String {
        switch event {
        case .connection(let state): "\(state)"
        case .property(let change): "\(change.identifier)"
        case .notice(let text): text
        case .liveView: "live view"
        default: String("\(event)".prefix { $0 != "(" })
        }
    }

    private func words(_ stream: EventStream<CameraEvent>) -> [String] {
        var words: [String] = []
        while let event = stream.popFirst() { words.append(Self.word(event)) }
        return words
    }

    @Test func `connecting is reported step by step: the identity before the connection`() async throws {
        let rig = CameraRig()
        let events = rig.camera.events
        try await rig.camera.connect()
        #expect(
            words(events) == [
                "connecting", "capabilities", "categories", "aperture", "white-balance-temperature", "battery-level", "storages",
                "connected",
            ]
        )
        await rig.camera.disconnect()
        #expect(
            words(events) == [
                "disconnecting", "notConnected(Optional(disconnected as asked))", "aperture", "battery-level",
                "white-balance-temperature", "capabilities", "categories", "storages",
            ]
        )
    }

    @Test func `connection states begin with the one now`() async throws {
        let rig = CameraRig()
        let states = rig.camera.connectionStates
        try await rig.camera.connect()
        #expect((0..<4).map { _ in states.popFirst() } == [.notConnected(nil), .connecting, .connected, nil])
    }

    @Test func `updates of one call are seen together and in order`() async throws {
        let rig = try await CameraRig.connected()
        let events = rig.camera.events
        rig.host.update([.notice("1"), .itemAdded(CameraRig.item(1)), .itemRemoved(.init(1)), .name("Ann's"), .notice("2")])
        #expect(words(events) == ["1", "itemAdded", "itemRemoved", "name", "2"])
        #expect(rig.camera.displayName == "Ann's")
    }

    @Test func `a camera that was given by its address keeps its name when the connection has ended`() async throws {
        let rig = try await CameraRig.connected()
        let name = rig.camera.displayName
        #expect(name == rig.camera.info?.model)
        rig.host.connectionEnded(.connectionLost)
        #expect(rig.camera.displayName == name)
    }

    @Test func `an unchanged value is not reported again`() async throws {
        let rig = try await CameraRig.connected()
        rig.host.update([.name("Ann's")])
        let events = rig.camera.events
        rig.host.update(CameraRig.everything + [.name("Ann's"), .recording(.idle), .focus(nil), .autoExposure(nil)])
        #expect(words(events).isEmpty)
    }

    @Test func `every reported change of state is an event and is readable`() async throws {
        let rig = try await CameraRig.connected()
        let events = rig.camera.events
        let focus = FocusInfo(space: PixelSize(width: 10, height: 10), areas: [])
        let exposure = AutoExposure(aperture: .f8, shutterSpeed: nil, isoSpeed: nil, isClipped: false)
        let recording = RecordingState(isRecording: true, timer: .remaining(seconds: 9))
        rig.host.update([
            .focus(focus), .autoExposure(exposure), .recording(recording), .storages([]), .capabilities(.liveView),
            .itemChanged(CameraRig.item(2)),
        ])
        #expect(words(events) == ["focus", "autoExposure", "recording", "storages", "capabilities", "itemChanged"])
        #expect(rig.camera.focusInfo == focus)
        #expect(rig.camera.autoExposure == exposure)
        #expect(rig.camera.recording == recording)
        #expect(rig.camera.storages.isEmpty)
        #expect(rig.camera.capabilities == .liveView)
    }

    @Test func `a property's observer sees its property only, that of all of them every one`() async throws {
        let rig = try await CameraRig.connected()
        let (all, one, seen) = (rig.camera.propertyChanges, rig.property(.aperture).changes, Recorder<PropertyIdentifier>())
        let subscription = rig.property(.batteryLevel).observe { seen.record($0.identifier) }
        rig.show(PropertyState(.aperture))
        rig.show(PropertyState(.batteryLevel))
        rig.show(PropertyState(.vendor(code: 3), value: PropertyValue(code: 1, label: "x")))
        #expect((0..<4).map { _ in all.popFirst()?.identifier } == [.aperture, .batteryLevel, .vendor(code: 3), nil])
        #expect((0..<2).map { _ in one.popFirst()?.identifier } == [.aperture, nil])
        #expect(await seen.atLeast(1) == [.batteryLevel])
        subscription.cancel()
    }

    @Test func `a property without a value is known but not populated`() async throws {
        let rig = try await CameraRig.connected()
        #expect(rig.camera.populatedProperties(in: .information) == [.batteryLevel])
        rig.show(PropertyState(.batteryLevel))
        #expect(rig.camera.populatedProperties(in: .information).isEmpty, "unknown until it is measured")
        #expect(rig.camera.knownProperties.contains(.batteryLevel))
        #expect(rig.property(.artFilter).value == nil)
        #expect(!rig.camera.knownProperties.contains(.artFilter), "asking for it does not make it known")
    }

    @Test func `vendors' properties follow those with a name`() async throws {
        let rig = try await CameraRig.connected()
        rig.show(PropertyState(.vendor(code: 2)))
        rig.show(PropertyState(.vendor(code: 1)))
        rig.show(PropertyState(.isoSpeed))
        #expect(rig.camera.knownProperties.suffix(3) == [.whiteBalanceTemperature, .vendor(code: 1), .vendor(code: 2)])
        #expect(rig.camera.knownProperties.first == .isoSpeed)
    }

    @Test func `the end of a connection reports the resulting changes, and no others`() {
        var state = CameraState()
        _ = state.beginConnecting()
        _ = state.apply(.property(PropertyState(.batteryLevel)))
        _ = state.apply(.property(CameraRig.aperture))
        let events = state.end(.connectionLost)
        let changes = events.compactMap { if case .property(let change) = $0 { change } else { nil } }
        #expect(changes.map(\.identifier) == [.aperture])
        #expect(changes.allSatisfy { !$0.aspects.isEmpty })
    }

    @Test func `every observer sees the same order, though many threads speak`() async throws {
        let rig = try await CameraRig.connected()
        let streams = (0..<3).map { _ in rig.camera.events }
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<100 { rig.host.update([.notice("\(task):\(number)")]) } }
            }
        }
        let seen = streams.map(words)
        #expect(seen[0].count == 400)
        #expect(seen.allSatisfy { $0 == seen[0] })
    }

    @Test func `two handles to a property are the same property`() async throws {
        let (rig, other) = (CameraRig(), CameraRig())
        #expect(rig.property(.aperture) == rig.camera.property(.aperture))
        #expect(rig.property(.aperture) != rig.property(.isoSpeed))
        #expect(rig.property(.aperture) != other.property(.aperture))
        #expect(Set([rig.property(.aperture), rig.property(.aperture), rig.property(.isoSpeed)]).count == 2)
    }
}
