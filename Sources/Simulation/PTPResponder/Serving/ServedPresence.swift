/// State machine of a served client's presence. Pure.
enum ServedPresence: Equatable {
    /// The camera is being connected for the client.
    case connecting
    case served
    /// The client's link has ended.
    case over(wasServed: Bool)

    var isOver: Bool { if case .over = self { true } else { false } }

    /// Processes the camera's connection. Returns whether the client is welcome; not if its link has ended.
    mutating func connected() -> Bool {
        guard self == .connecting else { return false }
        self = .served
        return true
    }

    /// Processes the end of the link. Returns whether it is the first.
    mutating func ended() -> Bool {
        guard !isOver else { return false }
        self = .over(wasServed: self == .served)
        return true
    }
}
