/// The edges of a parcel.
public struct Size: Sendable {
    /// The edges, in millimetres.
    public var width: Int, height: Int, depth: Int

    /// Creates a size from its edges.
    public init(width: Int, height: Int, depth: Int) {
        (self.width, self.height, self.depth) = (width, height, depth)
    }
}
