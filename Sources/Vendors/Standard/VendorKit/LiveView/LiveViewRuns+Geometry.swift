package import CameraModel

extension LiveViewRuns {
    /// Returns the coordinate space of the frames; throws `needsLiveView` while live view is stopped.
    package func space(_ operation: CameraOperation) throws(CameraError) -> PixelSize {
        if let space = current?.space { return space }
        throw CameraError(.needsLiveView, "Live view is not running. Start it first.", operation: operation)
    }

    /// Returns the largest of a camera's magnification factors with which the frames still show a whole rectangle, otherwise the
    /// smallest.
    ///
    /// - Parameters:
    ///   - rect: A rectangle in the coordinate space; nil for the whole picture.
    ///   - factors: The camera's factors, at least 1.
    ///   - operation: Operation of the errors.
    /// - Returns: One of `factors`; nil if there are none.
    /// - Throws: `needsLiveView`, or `invalidArgument` for a rectangle without extent or with infinite numbers.
    package func magnification(
        showing rect: Rect?,
        of factors: [Int],
        _ operation: CameraOperation
    ) throws(CameraError) -> Int? {
        let space = try space(operation)
        var part = 1.0
        if let rect {
            part = max(rect.width / Double(space.width), rect.height / Double(space.height))
            guard part.isFinite, part > 0, rect.x.isFinite, rect.y.isFinite else {
                throw CameraError(.invalidArgument, "There is no such part.", operation: operation)
            }
        }
        return factors.filter { Double($0) * part <= 1 }.max() ?? factors.min()
    }
}

extension Point {
    /// Returns the coordinates as parameters of an operation, rounded and limited to 16 bits; throws `invalidArgument` for numbers
    /// that are not finite.
    package func parameters(_ operation: CameraOperation) throws(CameraError) -> [UInt32] {
        guard x.isFinite, y.isFinite else {
            throw CameraError(.invalidArgument, "There is no such place.", operation: operation)
        }
        return [x, y].map { UInt32(min(max($0.rounded(), 0), 65_535)) }
    }
}
