import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TimedReleaseTests {
    /// The moment at which virtual clocks begin.
    private static let start = ClockTime(nanosecondsSince1970: 1_767_225_600_000_000_000)

    @Test func `the camera is released at the moment, after focusing`() async throws {
        let rig = try await CameraRig.connected()
        let shot = Task { try await rig.camera.shoot(ShootOptions(time: Self.start.advanced(by: .seconds(2)))) }
        await rig.driver.called(.engageAutoFocus)
        // Looks at the wall clock again from time to time.
        for _ in 0..<4 {
            await rig.clock.waitForTimers()
            #expect(rig.driver.count(of: .shoot) == 0)
            rig.clock.advance(by: .milliseconds(500))
        }
        _ = try await shot.value
        let order = rig.driver.calls.elements.map(\.operation).suffix(3)
        #expect(order == [.engageAutoFocus, .shoot, .disengageAutoFocus])
    }

    @Test func `a moment that has passed releases nothing`() async throws {
        let rig = try await CameraRig.connected()
        rig.clock.advance(by: .seconds(1))
        let error = await #expect(throws: CameraError.self) {
            try await rig.camera.shoot(ShootOptions(autofocus: false, time: Self.start.advanced(by: .milliseconds(800))))
        }
        #expect(error?.code == .timePassed)
        #expect(error?.message == "The time of the release had passed by 0.2 s. Request it earlier.")
        #expect(rig.driver.count(of: .shoot) == 0)
    }

    @Test func `a cancelled wait releases nothing, and lets the button go`() async throws {
        let rig = try await CameraRig.connected()
        let shot = Task { try await rig.camera.shoot(ShootOptions(time: Self.start.advanced(by: .seconds(60)))) }
        await rig.driver.called(.engageAutoFocus)
        await rig.clock.waitForTimers()
        shot.cancel()
        await #expect(throws: CameraError.self) { try await shot.value }
        await rig.driver.called(.disengageAutoFocus)
        #expect(rig.driver.count(of: .shoot) == 0)
    }

    @Test func `moments have a text, an order, and differences`() {
        let moment = ClockTime(nanosecondsSince1970: 1_795_915_061_000_000_042)
        #expect(moment.description == "2026-11-29T01:17:41.000000042Z")
        #expect(ClockTime(nanosecondsSince1970: -1).description == "1969-12-31T23:59:59.999999999Z")
        #expect(moment.advanced(by: .milliseconds(-1)) < moment)
        #expect(moment.advanced(by: .nanoseconds(7)).duration(since: moment) == .nanoseconds(7))
        #expect(ClockTime(nanosecondsSince1970: .max).advanced(by: .seconds(1)).nanosecondsSince1970 == .max)
        #expect(ClockTime(nanosecondsSince1970: .min).advanced(by: .seconds(-1)).nanosecondsSince1970 == -.max)
        for extreme in [Int64.min, .max] { #expect(ClockTime(nanosecondsSince1970: extreme).description.hasSuffix("Z")) }
    }

    @Test func `a clock that is not synchronized has no limit for its error`() throws {
        let certain = ClockQuality(isSynchronized: true, maximumError: .milliseconds(3), estimatedError: .zero)
        #expect(certain.isWithin(.milliseconds(3)))
        #expect(!certain.isWithin(.milliseconds(2)))
        try certain.check(.milliseconds(3))
        let free = ClockQuality(isSynchronized: false, maximumError: .zero, estimatedError: .zero)
        let error = #expect(throws: CameraError.self) { try free.check(.seconds(10)) }
        #expect(error?.code == .clockUncertain)
        // That of the kernel, which differs between machines.
        let current = ClockQuality.current()
        #expect(current.isSynchronized || current.maximumError == .zero)
    }
}
