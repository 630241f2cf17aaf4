import CameraModel
import Exposure
import HotShoeSupport
import TestSupport
import Testing

@testable import SimulatedCamera

@Suite("The same hour, twice")
struct ReproducibilityTests {
    /// Uses a camera for an hour, and returns all of its events and the contents of its card.
    private func hour() async throws -> (events: [String], pictures: [[UInt8]]) {
        let clock = VirtualClock()
        let rig = Rig(time: clock) {
            $0.date = CameraDate(year: 2026, month: 11, day: 20, hour: 9, utcOffsetMinutes: 60)
            $0.batteryLife = .seconds(7200)
            $0.seed = 42
            $0.speed = .fast
        }
        try await connect(rig, clock)
        clock.advance(to: .seconds(60))
        let events = rig.camera.events
        for minute in 2...60 {
            clock.advance(to: .seconds(60 * minute))
            if minute % 10 == 0 { rig.simulator.turn(.isoSpeed, to: minute % 20 == 0 ? "ISO 400" : "ISO 1600") }
            if minute % 15 == 0 { rig.simulator.pressShutterButton() }
        }
        clock.advance(by: .seconds(60))
        var reported: [String] = []
        while let event = events.popFirst() { reported.append("\(event)") }
        var pictures: [[UInt8]] = []
        for item in rig.simulator.shared.withLock({ $0.body.cards[0].items.values.sorted { $0.name < $1.name } })
        where item.kind == .image {
            if case .memory(let bytes) = rig.simulator.files[item.handle]?.source { pictures.append(bytes) }
        }
        return (reported, pictures)
    }

    /// Connects, and advances the clock only while the camera waits for it, so that the time of connecting is reproducible.
    private func connect(_ rig: Rig, _ clock: VirtualClock) async throws {
        let idle = clock.armedTimers
        let connecting = Task { try await rig.camera.connect(ConnectOptions(timeout: nil)) }
        try await until("the body is connected") {
            let isWaiting = clock.armedTimers > idle
            // Checked afterwards, as the body's timers after connecting must not count as those of connecting.
            if rig.simulator.shared.withLock({ $0.body.isConnected }) { return true }
            if isWaiting, let next = clock.nextDeadline { clock.advance(to: next) }
            return false
        }
        _ = try await connecting.value
    }

    @Test("an hour of camera passes in a moment, and is the same each time, byte for byte")
    func sameHour() async throws {
        let first = try await hour()
        let second = try await hour()
        #expect(first.pictures.count == 4)
        #expect(first.events.count > 50)
        #expect(first.events == second.events)
        let isSame = first.pictures == second.pictures
        #expect(isSame)
    }
}
