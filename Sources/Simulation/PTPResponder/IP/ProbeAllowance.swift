/// Rate limit for packets that request nothing: probes, their responses, cancellations. Pure.
///
/// An initiator sends a probe every few seconds. Without a limit, an initiator that sends only probes would occupy a processor.
struct ProbeAllowance {
    /// Maximum number of packets in succession without a pause.
    static let burst = 64
    /// Maximum long-term rate, in packets per second.
    static let rate = 100

    private var left = burst
    /// Time up to which `left` has been replenished.
    private var time: Duration?

    /// Consumes one packet of the allowance.
    ///
    /// - Returns: Time until which nothing should be received; nil to continue.
    mutating func spend(at now: Duration) -> Duration? {
        replenish(at: now)
        left -= 1
        // A pause lasts for half a burst, so that few timers are needed.
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
