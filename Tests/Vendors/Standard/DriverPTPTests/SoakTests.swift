import Testing

/// Runs in a separate process, so that all objects, threads, descriptors and memory belong to the test.
@Suite("Soak") struct SoakTests {
    @Test("operations with faults in between lose and double nothing, and leave nothing behind", .timeLimit(.minutes(60)))
    func soak() async {
        await #expect(processExitsWith: .success) {
            let soak = try Soak()
            do {
                try await soak.run()
                // Tasks and threads release their objects slightly later.
                try await soak.expectNothingLeft()
            } catch {
                // The output of this process is not shown.
                soak.write("\(soak.figures)\nfailed: \(error)\n")
                throw error
            }
        }
    }
}
