/// Measures HotShoe, and prints a table.
///
///     hotshoe-benchmarks [--quick] [cameras] [properties] [live-view]
///
/// With names, runs only these benchmarks. `--quick` is too short for meaningful figures: it shows that everything runs.
@main
struct Main {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let isQuick = words.contains("--quick")
        let names = Set(words.filter { !$0.hasPrefix("-") })
        func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
        if isWanted("cameras") { try await ManyCamerasBenchmark.run(count: 100) }
        if isWanted("properties") { try await PropertyBenchmark.run(changes: isQuick ? 200 : 20_000) }
        if isWanted("live-view") { try await LiveViewBenchmark.run(frames: isQuick ? 2000 : 50_000) }
    }
}
