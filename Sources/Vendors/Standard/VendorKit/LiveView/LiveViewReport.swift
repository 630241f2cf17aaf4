/// What frames and responses report about a camera during live view.
package enum LiveViewReport: Sendable {
    /// The magnification of the frames has changed; 1 for none.
    case magnification(UInt32)
    /// The state of the camera that frames contain has changed.
    case status(LiveViewReply.Status)
    /// The camera has ended live view by itself, and must start it again. Not reported again before a frame.
    case stopped
}
