/// Measures HotShoe, and prints a table. `--quick` measures too little to say anything: it shows that all of it runs.
@main
struct Main {
    static func main() async throws {
        let isQuick = CommandLine.arguments.contains("--quick")
        try await ManyCamerasBenchmark.run(count: 100)
        try await PropertyBenchmark.run(changes: isQuick ? 200 : 20_000)
        try await LiveViewBenchmark.run(frames: isQuick ? 2000 : 50_000)
    }
}
