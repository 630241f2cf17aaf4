/// What stands in the way of connecting to a camera that is there.
public struct CameraObstacle: Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// This user may not open it.
        case noPermission = "no permission"
        /// Another program has it.
        case claimed
        /// The camera shows itself as something else; a setting in its menu changes that.
        case wrongMode = "wrong mode"
        /// It says of itself what cannot be.
        case unusable
    }

    public var kind: Kind
    /// What it is, and what to do about it.
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
