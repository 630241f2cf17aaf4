import ArgumentParsing
import CameraRecords

/// Measures progress and its rate, and decides when to draw. Pure: the caller passes times relative to the start.
struct ProgressMeter {
    enum Unit: Sendable {
        case bytes
        /// Counted objects, named in the plural: "pictures".
        case items(String)
    }

    /// Time between two drawings.
    static let interval = Duration.milliseconds(100)
    /// Approximate time over which the rate is averaged, in seconds.
    private static let memory = 2.0

    let label: String
    let unit: Unit
    /// The total; nil if it is unknown.
    private(set) var total: Int64?
    private(set) var done: Int64 = 0
    /// Smoothed rate in units per second; nil before the first measurement.
    private(set) var rate: Double?
    private var measured: (done: Int64, at: Duration) = (0, .zero)
    private var drawn: Duration?

    init(label: String, unit: Unit, total: Int64?) {
        self.label = label
        self.unit = unit
        self.total = total
    }

    /// Records that `done` units are completed. Returns whether to draw: at first, and then once per interval.
    mutating func advance(to done: Int64, total: Int64? = nil, at now: Duration) -> Bool {
        self.done = max(0, done)
        self.total = total ?? self.total
        if let drawn, now - drawn < ProgressMeter.interval { return false }
        drawn = now
        measure(now)
        return true
    }

    /// The completed fraction from 0 to 1; nil if the total is unknown.
    var fraction: Double? {
        total.map { $0 <= 0 ? 1 : min(1, Double(done) / Double($0)) }
    }

    /// The remaining time at this rate; nil if it is unknown.
    var remaining: Duration? {
        guard let total, let rate, rate > 0, done < total else { return nil }
        let seconds = Double(total - done) / rate
        return seconds < 360_000 ? .seconds(seconds) : nil
    }

    private mutating func measure(_ now: Duration) {
        let elapsed = (now - measured.at) / .seconds(1)
        guard elapsed > 0 else { return }
        let current = Double(done - measured.done) / elapsed
        let weight = min(1, elapsed / ProgressMeter.memory)
        rate = rate.map { $0 + (current - $0) * weight } ?? current
        measured = (done, now)
    }
}

// MARK: - Drawing

extension ProgressMeter {
    /// The line to show, at most `width` columns: `IMG_0001.JPG  ███████─────  58 %  3.5 of 6.1 MB  152 MB/s  0:03`. Parts that
    /// do not fit are omitted from the right; the bar uses the remaining space, if that is enough.
    func line(width: Int) -> StyledText {
        let facts = [percentage, amount, speed, remaining.map(Amounts.clock)].compactMap { $0 }
        var (text, used) = (StyledText(label).shortened(to: max(8, width / 3)), 0)
        used = text.displayWidth
        var shown: [String] = []
        for fact in facts where used + 2 + DisplayWidth.of(fact) <= width {
            shown.append(fact)
            used += 2 + DisplayWidth.of(fact)
        }
        let room = min(40, width - used - 2)
        if let fraction, room >= 8 { text += "  " + ProgressMeter.bar(fraction, columns: room) }
        for fact in shown { text += "  \(fact)" }
        return text.shortened(to: width)
    }

    private static func bar(_ fraction: Double, columns: Int) -> StyledText {
        let full = Int(fraction * Double(columns))
        return "\(String(repeating: "█", count: full), .cyan)\(String(repeating: "─", count: columns - full), .dim)"
    }

    private var percentage: String? {
        fraction.map { fraction in
            let number = String(Int(fraction * 100))
            return String(repeating: " ", count: 3 - number.utf8.count) + number + " %"
        }
    }

    private var amount: String {
        switch unit {
        case .bytes: total.map { "\(Amounts.bytes(done)) of \(Amounts.bytes($0))" } ?? Amounts.bytes(done)
        case .items(let name): total.map { "\(done) of \($0) \(name)" } ?? "\(done) \(name)"
        }
    }

    private var speed: String? {
        rate.map { rate in
            switch unit {
            case .bytes: Amounts.bytes(Int64(max(0, min(rate, 1e18)))) + "/s"
            case .items: Amounts.decimal(max(0, rate), places: 1) + "/s"
            }
        }
    }
}
