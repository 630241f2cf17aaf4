import CameraModel
import CameraRigs
import HotShoe
import HotShoeSupport
import SimulatedCamera
import TestSupport
import Testing

/// A rig of all simulated bodies: in process, over HTTP, and one of each personality.
@Suite("Rigs of different makers", .timeLimit(.minutes(10)))
struct MixedRigTests {
    private static let ways = ScenarioRig.Way.all.filter { !$0.isUSB }

    private static func rig() async throws -> (Rig, [ScenarioRig]) {
        var bodies: [ScenarioRig] = []
        for way in ways { bodies.append(try await ScenarioRig(way) { $0.liveViewRate = 30 }) }
        let members = zip(ways, bodies).map { RigMember(role: $0.testDescription, camera: $1.camera) }
        return (try Rig(members), bodies)
    }

    @Test func `all bodies focus together, and each takes its pictures`() async throws {
        let (rig, bodies) = try await Self.rig()
        try await rig.connect()
        let readiness = rig.readiness
        #expect(readiness.isReady, "\(readiness.members.filter { !$0.isReady })")
        let folder = try TemporaryFolder()
        for number in 1...3 {
            do throws(RigError) { try await rig.arm() } catch {
                Issue.record("\(error)")
                break
            }
            let round = try await rig.fire()
            #expect(round.number == number)
            #expect(round.isComplete, "\(round.pictures.filter { !$0.isComplete }.map { ($0.role, $0.error) })")
            let copies = await round.save(into: folder.path)
            #expect(copies.problems.isEmpty, "\(copies.problems)")
        }
        #expect(folder.names().count == 3 * Self.ways.count, "\(folder.names())")
        await rig.disconnect()
        for body in bodies { await body.stop() }
    }

    @Test func `a release at a time reaches all bodies`() async throws {
        let (rig, bodies) = try await Self.rig()
        try await rig.connect()
        let time = ClockTime.now().advanced(by: .seconds(1))
        let round = try await rig.fire(RigFireOptions(time: time))
        #expect(round.isComplete, "\(round.pictures.filter { !$0.isComplete }.map { ($0.role, $0.error) })")
        #expect(round.pictures.allSatisfy { $0.requested == time && $0.answered > time })
        await rig.disconnect()
        for body in bodies { await body.stop() }
    }
}
