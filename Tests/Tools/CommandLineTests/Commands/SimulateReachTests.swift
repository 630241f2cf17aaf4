import CameraModel
import Glibc
import PTPResponder
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import hotshoe

/// The sockets of the running program, as the kernel lists them.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SimulateReachTests {
    private static func isAnnouncedBySSDP(_ body: Personality) -> Bool {
        var configuration = IPResponder.Configuration()
        configuration.personality = body
        return IPResponder(camera: CameraSimulator().makeCamera(), configuration: configuration).ssdpDevice != nil
    }

    /// The sockets of `hotshoe simulate` when it listens, and when all of its announcements have their sockets.
    private static func sockets(_ words: [String], _ body: Personality, isOnUSB: Bool) async throws -> [ListeningSocket] {
        let program = try ChildProcess.hotshoe(
            (["simulate", "--json", "--port", "0", "--count", "2", "--personality", body.name] + words).map { Array($0.utf8) }
        )
        defer {
            program.send(SIGTERM)
            #expect(program.exitCode() == 143)
        }
        for _ in 1...2 { #expect(program.readOutputLine().contains("listening")) }
        let isSSDP = !isOnUSB && isAnnouncedBySSDP(body)
        try await until("the sockets are open") {
            !isSSDP || ListeningSocket.all(of: program.processID).count { $0.address.port == 1900 } == 2
        }
        return ListeningSocket.all(of: program.processID)
    }

    @Test(arguments: Personality.all, [false, true])
    func `no socket of a served body is reached from other computers, unless it is public`(
        body: Personality,
        isOnUSB: Bool
    ) async throws {
        let sockets = try await Self.sockets(isOnUSB ? ["--transport", "usb"] : [], body, isOnUSB: isOnUSB)
        #expect(sockets.contains { $0.transport == "tcp" })
        #expect(sockets.filter { !$0.isLocal } == [])
    }

    @Test func `no socket of a body on its vendor's network is reached from other computers, unless it is public`() async throws {
        for isPublic in [false, true] {
            let words = ["simulate", "--json", "--port", "0", "--transport", "wireless", "--personality", "fujifilm-x-t4"]
            let program = try ChildProcess.hotshoe((words + (isPublic ? ["--public"] : [])).map { Array($0.utf8) })
            #expect(program.readOutputLine().contains("listening"))
            try await until("invitations are received") {
                ListeningSocket.all(of: program.processID).contains { $0.address.port == 51562 }
            }
            #expect(ListeningSocket.all(of: program.processID).allSatisfy(\.isLocal) != isPublic)
            program.send(SIGTERM)
            #expect(program.exitCode() == 143)
        }
    }

    @Test func `the sockets of a public body are reached, and are found by this test`() async throws {
        let body = try #require(Personality.named("canon-eos-r5"))
        let sockets = try await Self.sockets(["--public"], body, isOnUSB: false)
        #expect(sockets.count { $0.transport == "tcp" && !$0.isLocal } == 4)
    }
}
