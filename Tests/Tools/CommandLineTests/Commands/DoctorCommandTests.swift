import Sockets
import Testing

@testable import hotshoe

@Suite struct DoctorCommandTests {
    @Test func `a port of invitations that another program has is a note`() throws {
        let taken = try Socket.listening(on: .loopback(port: 0))
        let port = try #require(taken.localAddress?.port)
        let findings = DoctorCommand.invitations([("Maker", port)])
        #expect(findings.count == 1 && findings[0].isNote && !findings[0].isProblem)
        #expect(findings[0].text.contains("\(port)") && findings[0].text.contains("cameras of Maker"))
        #expect(DoctorCommand.invitations([]).isEmpty)
    }
}
