/// A condition that prevents connecting to a camera that is present.
public struct CameraObstacle: Sendable, Hashable, CustomStringConvertible {
    /// Kind of an obstacle.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// This user has no permission to open the camera.
        case noPermission = "no permission"
        /// Another program uses the camera.
        case claimed
        /// The camera is in a mode in which it appears as another kind of device; a setting in its menu changes that.
        case wrongMode = "wrong mode"
        /// The camera reports contradictory data about itself.
        case unusable
    }

    /// Kind of the obstacle.
    public var kind: Kind
    /// A sentence for display: the obstacle, and the remedy.
    public var message: String

    /// Creates an obstacle.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
