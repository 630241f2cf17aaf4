/// Rate at which packets are handled that ask for nothing: probes, their responses, cancellations. Pure.
///
/// An initiator probes every few seconds. Without a limit one that sends probes only keeps a processor busy.
struct ProbeAllowance {
    /// Packets that may follow one another without a pause.
    static let burst = 64
    /// Packets in a second, in the long run.
    static let rate = 100

    private var left = burst
    /// Time up to which `left` has been replenished.
    private var time: Duration?

    /// Spends one packet.
    ///
    /// - Returns: the time until which nothing more should be received; nil to go on.
    mutating func spend(at now: Duration) -> Duration? {
        replenish(at: now)
        left -= 1
        // A pause lasts for half a burst, so that it is worth a timer.
        return left > 0 ? nil : now + .seconds(Self.burst / 2 - left) / Self.rate
    }

    private mutating func replenish(at now: Duration) {
        let elapsed = now - (time ?? now)
        let gained = elapsed >= .seconds(1) ? Self.rate : Int(elapsed / .milliseconds(1)) * Self.rate / 1000
        if time == nil { time = now }
        if gained == 0 { return }
        left = min(Self.burst, left + gained)
        time = now
    }
}
