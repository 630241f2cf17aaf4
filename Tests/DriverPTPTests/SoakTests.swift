import Testing

/// In a process of its own, where every object, thread, descriptor and byte is its own.
@Suite("Soak") struct SoakTests {
    @Test("operations with faults in between lose and double nothing, and leave nothing behind", .timeLimit(.minutes(60)))
    func soak() async {
        await #expect(processExitsWith: .success) {
            let soak = try Soak()
            do {
                try await soak.run()
                // What is let go by tasks and threads goes a moment later.
                try await soak.expectNothingLeft()
            } catch {
                // Nobody sees what this process says.
                soak.write("\(soak.figures)\nfailed: \(error)\n")
                throw error
            }
        }
    }
}
