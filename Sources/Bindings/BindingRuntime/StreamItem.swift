/// The result of requesting an item from a stream.
public enum StreamItem<Element> {
    /// The next element; the caller owns it.
    case element(Element)
    /// No element yet. It is demanded, and the descriptor becomes readable when it is available.
    case pending
    /// No element within the time limit. It is demanded, and the next call receives it.
    case timedOut
    /// The end: the sequence ended, or the stream was closed.
    case end
    /// The error that the sequence threw.
    case failed(any Error)
    /// The library was shut down.
    case shutDown
}
