import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// Command categories of a camera.
@Suite(.timeLimit(.minutes(5))) struct CategoryTests {
    /// A camera that can take pictures together with each of the remaining categories.
    private func rig(active: CommandCategories = .stillsShooting) async throws -> CameraRig {
        let supported: [CommandCategories] = [[.stillsShooting, .fileAccess], [.stillsShooting, .videoRecording]]
        return try await CameraRig.connected { behaviour in
            behaviour.updates.append(.categories(active: active, supported: supported))
            behaviour.categories = { wanted, host in
                let active = supported.first { $0.isSuperset(of: wanted) } ?? []
                host.update([.categories(active: active, supported: supported)])
            }
        }
    }

    @Test func `after setting, at least the requested categories are active`() async throws {
        let rig = try await rig()
        for wanted in [CommandCategories.fileAccess, .videoRecording, [.stillsShooting, .fileAccess], .stillsShooting] {
            try await rig.camera.setCommandCategories(wanted)
            #expect(rig.camera.commandCategories.isSuperset(of: wanted))
        }
    }

    @Test func `requesting the active categories has no effect`() async throws {
        let rig = try await rig(active: [.stillsShooting, .fileAccess])
        for wanted in [CommandCategories.fileAccess, .stillsShooting, [.stillsShooting, .fileAccess], []] {
            try await rig.camera.setCommandCategories(wanted)
        }
        #expect(rig.driver.count(of: .setCommandCategories) == 0)
    }

    @Test func `each category alone is supported where a combination holds it`() async throws {
        let rig = try await rig()
        for single in [CommandCategories.stillsShooting, .fileAccess, .videoRecording] { #expect(rig.camera.supports(single)) }
        #expect(!rig.camera.supports([.fileAccess, .videoRecording]))
    }

    @Test func `a combination that the camera does not have is refused, and does not reach the driver`() async throws {
        let rig = try await rig()
        let error = await outcome { () throws(CameraError) in
            try await rig.camera.setCommandCategories([.fileAccess, .videoRecording])
        }.error
        #expect(error?.code == .notSupported)
        #expect(
            error?.message == "This camera cannot give access to its files and record video at the same time by remote control."
        )
        #expect(rig.driver.count(of: .setCommandCategories) == 0)
    }

    @Test func `the camera's dial decides if the driver reports so`() async throws {
        let rig = try await rig()
        rig.driver.plan(.setCommandCategories, .fail(CameraError(.needsPhysicalInteraction, "turn the dial")))
        let failure = await code { () throws(CameraError) in try await rig.camera.setCommandCategories(.fileAccess) }
        #expect(failure == .needsPhysicalInteraction)
        #expect(rig.camera.commandCategories == .stillsShooting)
    }

    @Test func `a switch that is turned at the camera is an event`() async throws {
        let rig = try await rig()
        let events = rig.camera.events
        rig.host.update([.categories(active: .videoRecording, supported: [.videoRecording])])
        guard case .categories(.videoRecording) = events.popFirst() else {
            Issue.record("no event")
            return
        }
        rig.host.update([.categories(active: .videoRecording, supported: [.videoRecording])])
        #expect(events.popFirst() == nil, "nothing changed")
    }

    @Test func `two changes at a time are refused as busy`() async throws {
        let (rig, gate) = (try await rig(), Gate())
        rig.driver.plan(.setCommandCategories, .hold(gate))
        let first = start { () throws(CameraError) in try await rig.camera.setCommandCategories(.fileAccess) }
        await rig.driver.called(.setCommandCategories)
        #expect(await code { () throws(CameraError) in try await rig.camera.setCommandCategories(.videoRecording) } == .busy)
        gate.open()
        #expect(await first.value.code == nil)
    }
}
