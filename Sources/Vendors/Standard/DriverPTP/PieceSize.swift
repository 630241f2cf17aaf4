/// Size of the pieces of a download, adapted to the speed of the link. Pure.
///
/// A shutter release may wait for one piece, and each piece costs a request. The size therefore grows with the speed.
package struct PieceSize: Equatable {
    /// Current size of a piece, in bytes.
    package private(set) var bytes: UInt64 = sure
    private var most: UInt64 = 32 << 20

    /// Size that every camera accepts; some bodies refuse more than 5 MB (observed behaviour).
    private static let sure: UInt64 = 4 << 20
    private static let least: UInt64 = 256 << 10
    private static let short: Duration = .milliseconds(50)
    private static let long: Duration = .milliseconds(200)

    package init() {}

    /// Adapts the size after a piece of `count` bytes was received in `time`.
    package mutating func pieceReceived(_ time: Duration, for count: UInt64) {
        guard count == bytes else { return }
        if time < Self.short { bytes = min(bytes * 2, most) } else if time > Self.long { bytes = max(bytes / 2, Self.least) }
    }

    /// Reduces the size after the camera refused a piece of `count` bytes. Returns whether a smaller piece can be requested.
    package mutating func refused(_ count: UInt64) -> Bool {
        guard count > Self.sure else { return false }
        (bytes, most) = (Self.sure, Self.sure)
        return true
    }
}
