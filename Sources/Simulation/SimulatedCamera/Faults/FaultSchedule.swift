import CameraModel

/// The faults that are still pending. Pure.
struct FaultSchedule: Sendable {
    private(set) var pending: [SimulatedFault]

    init(_ faults: [SimulatedFault]) { pending = faults }

    /// Adds a fault.
    mutating func add(_ fault: SimulatedFault) { pending.append(fault) }

    /// Removes and returns the next fault of an operation.
    mutating func popFault(during operation: CameraOperation, where matches: (SimulatedFault.Kind) -> Bool = { _ in true })
        -> SimulatedFault.Kind?
    {
        guard
            let index = pending.firstIndex(where: { fault in
                guard matches(fault.kind) else { return false }
                switch fault.trigger {
                case .during(operation): return true
                // Bodies take pictures by holding the button down, as Sony's and Olympus' do.
                case .during(.shoot) where operation == .pressShutter: return true
                case .always: return fault.kind.waitsForItsOperation(operation)
                default: return false
                }
            })
        else { return nil }
        defer { use(index) }
        return pending[index].kind
    }

    /// Removes and returns the faults that apply at a time after connecting.
    mutating func drainTimed() -> [(after: Duration, kind: SimulatedFault.Kind)] {
        var timed: [(Duration, SimulatedFault.Kind)] = []
        for fault in pending {
            switch fault.trigger {
            case .after(let time): timed += (0..<fault.count).map { _ in (time, fault.kind) }
            case .always where fault.kind.needsNoTrigger: timed.append((.zero, fault.kind))
            default: break
            }
        }
        pending.removeAll { fault in
            if case .after = fault.trigger { return true }
            return fault.trigger == .always && fault.kind.needsNoTrigger
        }
        return timed
    }

    /// Returns whether a fault of a kind applies now, and decrements its count.
    mutating func use(_ kind: SimulatedFault.Kind) -> Bool {
        guard let index = pending.firstIndex(where: { $0.kind == kind && $0.trigger == .always }) else { return false }
        use(index)
        return true
    }

    private mutating func use(_ index: Int) {
        pending[index].count -= 1
        if pending[index].count <= 0 { pending.remove(at: index) }
    }
}

extension SimulatedFault.Kind {
    /// Returns whether a fault without a trigger applies to this operation.
    func waitsForItsOperation(_ operation: CameraOperation) -> Bool {
        switch self {
        case .fail, .hang, .delay: operation != .connect && operation != .disconnect && operation != .liveView
        case .ignoreSetting, .adjustSetting: operation == .setProperty
        case .focusFails: operation == .shoot || operation == .engageAutoFocus || operation == .touchFocus
        case .emptyFrames, .truncatedFrames, .rgbFrames, .stalledFrames: operation == .liveView
        case .truncatedDownload, .smallChunks: operation == .download || operation == .transfer
        default: false
        }
    }

    /// Whether a fault without a trigger applies as soon as a driver connects.
    var needsNoTrigger: Bool {
        switch self {
        case .vanish, .turn, .cardFull, .cardRemoved, .liveViewEnds, .unlisted, .repeatedEvents: true
        default: false
        }
    }
}
