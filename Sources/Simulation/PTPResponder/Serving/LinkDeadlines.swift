/// Deadlines of a link for the other side. Pure: `next` follows from the times that are passed in.
///
/// The deadline of the introduction is fixed. The deadline of a movement of bytes advances only after ``leastProgress``
/// bytes, so that single bytes at long intervals do not keep a connection open.
struct LinkDeadlines {
    /// Number of bytes that must move within a link's patience for its deadline to advance. With a patience of 30 s that is
    /// 136 bytes per second; the slowest radio link carries a hundred times as much.
    static let leastProgress = 4096

    /// An activity during which bytes must move.
    enum Movement: Int {
        /// Reception of a packet that has begun.
        case packet
        /// Reception of a transaction's data, in any number of packets.
        case data
        /// Output that the other side must read.
        case output
    }

    private struct Running {
        var deadline: Duration
        var moved = 0
    }

    /// Time limit for the other side's introduction or its event connection.
    var introduction: Duration?
    /// Time at which receiving continues after a pause by this side.
    var pauseEnd: Duration?

    private let timeout: Duration
    private var running: InlineArray<3, Running?> = .init(repeating: nil)
    /// Whether this side does not receive now; the deadlines of input are then suspended.
    private var isInputHeld = false

    /// - Parameter timeout: Time within which ``leastProgress`` bytes must move.
    init(timeout: Duration) { self.timeout = timeout }

    /// The earliest deadline.
    var next: Duration? {
        var next = Self.earlier(introduction, pauseEnd)
        for index in running.indices where !isInputHeld || index == Movement.output.rawValue {
            next = Self.earlier(next, running[index]?.deadline)
        }
        return next
    }

    private static func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    func isRunning(_ movement: Movement) -> Bool { running[movement.rawValue] != nil }

    /// Starts a movement unless it is running.
    mutating func begin(_ movement: Movement, at now: Duration) {
        if !isRunning(movement) { running[movement.rawValue] = Running(deadline: now + timeout) }
    }

    /// Records bytes of a movement.
    mutating func moved(_ movement: Movement, byteCount: Int, at now: Duration) {
        guard var current = running[movement.rawValue] else { return }
        current.moved += byteCount
        if current.moved >= Self.leastProgress { current = Running(deadline: now + timeout) }
        running[movement.rawValue] = current
    }

    /// Ends a movement.
    mutating func end(_ movement: Movement) { running[movement.rawValue] = nil }

    /// Suspends the deadlines of input while this side does not receive.
    mutating func holdInput() { isInputHeld = true }

    /// Restarts the deadlines of input when this side receives again.
    mutating func releaseInput(at now: Duration) {
        if !isInputHeld { return }
        isInputHeld = false
        for movement in [Movement.packet, .data] where isRunning(movement) {
            running[movement.rawValue] = Running(deadline: now + timeout)
        }
    }
}
