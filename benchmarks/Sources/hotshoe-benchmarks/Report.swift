import Glibc

/// Prints one figure per line.
enum Report {
    static func heading(_ text: String) { print("\n\(text)") }

    static func figure(_ name: String, _ value: String) {
        print("  \(name)\(String(repeating: " ", count: max(1, 44 - name.count)))\(value)")
    }

    static func decimal(_ value: Double, _ places: Int = 1) -> String {
        let scale = pow(10, Double(places))
        let rounded = (value * scale).rounded() / scale
        return places == 0 ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// The value at a share of sorted values.
func percentile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}

/// The resident memory of this process in KiB, and its number of threads.
func processStatus() -> (kibibytes: Int, threads: Int) {
    var (kibibytes, threads) = (0, 0)
    guard let file = fopen("/proc/self/status", "r") else { return (0, 0) }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let number = Int(text.filter(\.isNumber)) ?? 0
        if text.hasPrefix("VmRSS:") { kibibytes = number }
        if text.hasPrefix("Threads:") { threads = number }
    }
    return (kibibytes, threads)
}
