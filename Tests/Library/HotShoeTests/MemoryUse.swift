import Glibc

/// Measures the memory growth caused by work, in a process that does nothing else.
enum MemoryUse {
    /// Whether memory cannot be measured in this process: sanitizers keep freed memory.
    static var isSanitized: Bool { unsafe getenv("HOTSHOE_SANITIZER") != nil }

    /// Performs the work `rounds` times, and returns the growth of the process in bytes since a warm-up; 0 under a sanitizer,
    /// where the work is repeated less often.
    static func growth(warmUp: Int = 1000, rounds: Int, _ work: () async throws -> Void) async rethrows -> Int {
        let share = isSanitized ? 20 : 1
        for _ in 0..<warmUp / share { try await work() }
        let before = residentBytes
        for _ in 0..<rounds / share { try await work() }
        return isSanitized ? 0 : residentBytes - before
    }

    private static var residentBytes: Int {
        guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard unsafe fgets(&line, 256, file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}
