/// How much of a file is asked for at once. Pure.
///
/// A piece is what somebody who presses the shutter waits for at the most, and each costs a question: the faster the link, the larger.
package struct PieceSize: Equatable {
    /// In bytes.
    package private(set) var bytes: UInt64 = sure
    private var most: UInt64 = 32 << 20

    /// What every camera takes; some bodies refuse more (observed behaviour: more than 5 MB).
    private static let sure: UInt64 = 4 << 20
    private static let least: UInt64 = 256 << 10
    private static let short: Duration = .milliseconds(50)
    private static let long: Duration = .milliseconds(200)

    package init() {}

    /// A piece of so many bytes took so long.
    package mutating func took(_ time: Duration, for count: UInt64) {
        guard count == bytes else { return }
        if time < Self.short { bytes = min(bytes * 2, most) } else if time > Self.long { bytes = max(bytes / 2, Self.least) }
    }

    /// The camera refused a piece of so many bytes; whether it may give a smaller one.
    package mutating func refused(_ count: UInt64) -> Bool {
        guard count > Self.sure else { return false }
        (bytes, most) = (Self.sure, Self.sure)
        return true
    }
}
