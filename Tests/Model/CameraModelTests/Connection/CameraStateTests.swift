import FakeCamera
import Testing

@testable import CameraModel

/// The camera state as a value: without a driver, a lock or time.
@Suite struct CameraStateTests {
    private func count(_ events: [CameraEvent]) -> Int { events.count }

    @Test func `a state is entered once, and reported once`() {
        let states: [ConnectionState] = [.connecting, .waitingForUser, .connected, .disconnecting, .notConnected(.requested)]
        var state = CameraState()
        #expect(state.connection == .notConnected(nil))
        for next in states {
            #expect(count(state.move(to: next)) == 1)
            #expect(count(state.move(to: next)) == 0)
            #expect(state.connection == next)
        }
    }

    @Test func `connections are counted`() {
        var state = CameraState()
        for number in 1...3 {
            #expect(state.beginConnecting().number == number)
            _ = state.end(.connectionLost)
        }
    }

    @Test func `an end after the end changes the reason and nothing else`() {
        var state = CameraState()
        _ = state.beginConnecting()
        for update in CameraRig.everything { _ = state.apply(update) }
        _ = state.finishConnecting(CameraRig.info, [])
        #expect(count(state.end(.connectionLost)) > 1)
        #expect(count(state.end(.connectionLost)) == 0)
        #expect(count(state.end(.requested)) == 1)
    }

    @Test func `the owner's name outlives the connection`() {
        var state = CameraState()
        #expect(count(state.apply(.name("Ann's"))) == 1)
        #expect(count(state.apply(.name("Ann's"))) == 0)
        _ = state.end(.requested)
        #expect(state.name == "Ann's")
    }

    /// A pending value of 1, the value that the camera then shows, and whether that settles it.
    private static let resolutions: [(shown: Int, isResolved: Bool)] = [(1, true), (0, true), (3, true), (2, false)]

    @Test(arguments: resolutions) func `a pending value is cleared when it is shown or when the value changes otherwise`(
        shown: Int,
        isResolved: Bool
    ) {
        var state = CameraState()
        _ = state.apply(.property(CameraRig.aperture))
        #expect(count(state.setPending(CameraRig.apertures[1], of: .aperture)) == 1)
        var new = CameraRig.aperture
        new.value = CameraRig.apertures[shown]
        _ = state.apply(.property(new))
        #expect((state.properties[.aperture]?.pending == nil) == isResolved)
    }

    @Test func `a pending value from a driver is ignored`() {
        var state = CameraState()
        var reported = CameraRig.aperture
        reported.pending = CameraRig.apertures[0]
        _ = state.apply(.property(reported))
        #expect(state.properties[.aperture]?.pending == nil)
    }

    @Test func `that a value can be set no more is a change of its own`() {
        var state = CameraState()
        _ = state.apply(.property(CameraRig.aperture))
        var fixed = CameraRig.aperture
        fixed.settable = .none
        let changes = state.apply(.property(fixed)).compactMap { if case .property(let change) = $0 { change } else { nil } }
        #expect(changes.map(\.aspects) == [.settable])
        #expect(count(state.apply(.property(fixed))) == 0)
    }

    @Test func `offers are kept in the order in which they arrived, until they are withdrawn`() {
        var state = CameraState()
        for number in [3, 1, 2, 1] as [UInt64] { _ = state.apply(.transferOffered(CameraRig.offer(number))) }
        #expect(state.offers.map(\.identifier.number) == [3, 1, 2])
        _ = state.apply(.transferWithdrawn(.init(1)))
        _ = state.apply(.transferWithdrawn(.init(9)))
        #expect(state.offers.map(\.identifier.number) == [3, 2])
    }
}
