import PTP

/// Values that the initiator has received, for a body that reports changes only. Pure.
struct ReportedValues<Content: Hashable> {
    /// A change to report.
    enum Change: Hashable {
        case value(Content)
        case offered([Content])
    }

    private var values: [DevicePropCode: Content] = [:]
    private var offered: [DevicePropCode: [Content]] = [:]

    /// Stores the present value and the allowed values of a property, and returns what has changed.
    ///
    /// Allowed values are reported after the first value, and an empty list only after a list that was not empty.
    mutating func update(_ code: DevicePropCode, _ value: Content?, offered new: [Content]) -> [Change] {
        var changes: [Change] = []
        if let value, values[code] != value {
            values[code] = value
            changes.append(.value(value))
        }
        guard values[code] != nil, new != offered[code] ?? [] else { return changes }
        offered[code] = new
        return changes + [.offered(new)]
    }
}
