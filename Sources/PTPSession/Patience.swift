/// How long a device may still take for what is under way. Pure.
///
/// It may be silent for so long. What it sends buys it time by the byte: one that sends a byte now and then is as good as silent.
struct Patience {
    /// In bytes a second; slower is not going on.
    private static let slowest = 4096

    private let limit: Duration
    /// Up to when what came, and the time that others took, account for the device's time.
    private var accounted: Duration
    /// Since when data is being taken or given on this side: that time is not the device's.
    private var held: Duration?

    /// A device that begins now.
    init(_ limit: Duration, since now: Duration) {
        self.limit = limit
        accounted = now
    }

    /// When it is over, as things are.
    var deadline: Duration { (held ?? accounted) + limit }

    /// Data came, or went, and is being taken or given; nil for more than anybody counts.
    mutating func hold(bytes: Int?, at now: Duration) {
        let worth = bytes.map { Duration.microseconds($0 * 1_000_000 / Self.slowest) } ?? now
        accounted = min(now, accounted + worth)
        held = now
    }

    /// It has been taken or given.
    mutating func release(at now: Duration) {
        if let held { accounted += now - held }
        held = nil
    }
}
