/// The settings that a camera has accepted last, of two different properties. Pure.
struct AcceptedSettings {
    private typealias Setting = (identifier: PropertyIdentifier, time: Duration)

    private var newest: Setting?
    /// The newest of another property.
    private var earlier: Setting?

    mutating func add(_ identifier: PropertyIdentifier, at time: Duration) {
        if let newest, newest.identifier != identifier { earlier = newest }
        newest = (identifier, time)
    }

    /// When a property other than `identifier` was set last; nil if none was.
    func newest(besides identifier: PropertyIdentifier) -> Duration? {
        newest?.identifier == identifier ? earlier?.time : newest?.time
    }
}
