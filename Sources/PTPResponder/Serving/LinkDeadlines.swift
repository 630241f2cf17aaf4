/// Deadlines of a link, one for each thing that the other side owes. Pure: `next` follows from the times that are passed in.
///
/// The introduction is absolute. A movement of bytes has a deadline that moves only after ``leastProgress`` bytes: a byte now and then
/// does not hold a connection.
struct LinkDeadlines {
    /// Bytes that must move within a link's patience for its deadline to move. With a patience of 30 s that is 136 bytes a second; the
    /// slowest radio link carries a hundred times as much.
    static let leastProgress = 4096

    /// Something that is expected to move bytes until it is over.
    enum Movement: Int {
        /// A packet that has begun, and has not arrived whole.
        case packet
        /// The data of a transaction, in however many packets.
        case data
        /// Output that the other side does not read.
        case output
    }

    private struct Running {
        var deadline: Duration
        var moved = 0
    }

    /// Time by which the other side must have introduced itself, or opened its event connection.
    var introduction: Duration?
    /// Time at which receiving continues after a pause of this side.
    var pauseEnd: Duration?

    private let patience: Duration
    private var running: InlineArray<3, Running?> = .init(repeating: nil)
    /// This side does not receive now: what the other side cannot send is not held against it.
    private var isInputHeld = false

    /// - Parameter patience: time within which ``leastProgress`` bytes must move.
    init(patience: Duration) { self.patience = patience }

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

    /// A movement begins, unless it has already.
    mutating func begin(_ movement: Movement, at now: Duration) {
        if !isRunning(movement) { running[movement.rawValue] = Running(deadline: now + patience) }
    }

    /// Bytes of a movement have moved.
    mutating func moved(_ movement: Movement, byteCount: Int, at now: Duration) {
        guard var current = running[movement.rawValue] else { return }
        current.moved += byteCount
        if current.moved >= Self.leastProgress { current = Running(deadline: now + patience) }
        running[movement.rawValue] = current
    }

    /// A movement is over.
    mutating func end(_ movement: Movement) { running[movement.rawValue] = nil }

    /// This side stops receiving: deadlines of input do not run.
    mutating func holdInput() { isInputHeld = true }

    /// This side receives again: deadlines of input run anew.
    mutating func releaseInput(at now: Duration) {
        if !isInputHeld { return }
        isInputHeld = false
        for movement in [Movement.packet, .data] where isRunning(movement) {
            running[movement.rawValue] = Running(deadline: now + patience)
        }
    }
}
