/// What asking a stream gave.
public enum StreamItem<Element> {
    /// The next element; it is the caller's.
    case element(Element)
    /// Nothing yet. It was asked for, and the descriptor becomes readable when it is there.
    case pending
    /// Nothing in the time that was given. It was asked for, and whoever asks next gets it.
    case timedOut
    /// There will be no more: the sequence ended, or the stream was closed.
    case end
    /// The sequence threw.
    case failed(any Error)
    /// The library was shut down.
    case shutDown
}
