/// Finds new files that a camera has not announced, by comparing its list of objects with an earlier one. Optional, for drivers of
/// cameras whose events may be missing.
package protocol NewFileSearch: AnyObject, Sendable {
    /// Compares the cards with the last comparison, and announces new files. The first call in a connection only reads the cards,
    /// unless a shot has done so before. Does nothing for a camera that cannot list its objects.
    ///
    /// - Throws: ``CameraError/Code/connectionLost``, ``CameraError/Code/cancelled``. Other failures end the search silently: the
    ///   next call repeats it.
    func findNewFiles() async throws(CameraError)

    /// The announced files that have not been described yet.
    var undescribedFiles: [UnreadableItem] { get }
}
