import PTP

/// The faults that are still to come. Pure.
struct ResponderFaultSchedule: Sendable {
    /// What happens at a stage.
    enum Ending {
        case close
        case stall
    }

    private var pending: [ResponderFault]

    init(_ faults: [ResponderFault]) { pending = faults }

    mutating func add(_ fault: ResponderFault) { pending.append(fault) }

    /// Why the client that comes now is refused; nil if it is not.
    mutating func initFailure() -> IPPacket.InitFailReason? {
        guard let index = pending.firstIndex(where: { if case .initFail = $0.kind { true } else { false } }),
            case .initFail(let reason) = pending[index].kind
        else { return nil }
        use(index)
        return IPPacket.InitFailReason(rawValue: reason)
    }

    /// Whether the event connection that comes now is refused.
    mutating func refusesEvents() -> Bool {
        guard let index = pending.firstIndex(where: { $0.kind == .eventRefused }) else { return false }
        use(index)
        return true
    }

    /// Whether a conversation ends here.
    mutating func take(at stage: ResponderFault.Stage, _ operation: OperationCode?) -> Ending? {
        guard
            let index = pending.firstIndex(where: { fault in
                guard fault.operation == nil || fault.operation == operation else { return false }
                return fault.kind == .close(stage) || fault.kind == .stall(stage)
            })
        else { return nil }
        defer { use(index) }
        return pending[index].kind == .close(stage) ? .close : .stall
    }

    /// Whether the endpoints stand still instead of a request's being done.
    mutating func haltsCommand(_ operation: OperationCode) -> Bool {
        guard
            let index = pending.firstIndex(where: { fault in
                fault.kind == .halt(.command) && (fault.operation == nil || fault.operation == operation)
            })
        else { return false }
        use(index)
        return true
    }

    /// What descriptors lie about for the host that comes now.
    mutating func takeLies() -> Set<USBDescriptorLie> {
        var lies: Set<USBDescriptorLie> = []
        for index in pending.indices.reversed() {
            guard case .descriptors(let lie) = pending[index].kind else { continue }
            lies.insert(lie)
            use(index)
        }
        return lies
    }

    /// What goes wrong with the answer to an operation.
    mutating func take(
        for operation: OperationCode,
        hasData: Bool,
        on transport: ResponderFault.Transport = .ip
    ) -> [ResponderFault.Kind] {
        if pending.isEmpty { return [] }
        var kinds: [ResponderFault.Kind] = []
        for index in pending.indices.reversed() {
            let fault = pending[index]
            guard fault.operation.map({ $0 == operation }) ?? fault.kind.strikes(operation, hasData: hasData),
                fault.kind.strikesAnswers, fault.isKnown(on: transport)
            else { continue }
            kinds.insert(fault.kind, at: 0)
            use(index)
        }
        return kinds
    }

    private mutating func use(_ index: Int) {
        pending[index].count -= 1
        if pending[index].count <= 0 { pending.remove(at: index) }
    }
}

extension ResponderFault.Kind {
    /// Whether it is about answers, rather than about coming in.
    fileprivate var strikesAnswers: Bool {
        switch self {
        case .initFail, .eventRefused, .descriptors, .halt(.command): false
        case .close(let stage), .stall(let stage): stage == .data || stage == .response || stage == .answered
        default: true
        }
    }

    /// Whether, without an operation of its own, it can strike this one.
    fileprivate func strikes(_ operation: OperationCode, hasData: Bool) -> Bool {
        switch self {
        case .response, .dataTwice, .truncate, .replace, .data, .append, .packetLength, .cancel, .announce, .endWithoutStart,
            .emptyData, .noEmptyPacket, .extraEmptyPacket, .splitHeader, .joined, .halt(.data), .shortPacket:
            hasData
        case .close(.data), .stall(.data): hasData
        case .handles, .manyHandles: operation == .getObjectHandles
        case .parentLoop, .fileName, .objectSize: operation == .getObjectInfo
        case .emptyDeviceInfo: operation == .getDeviceInfo
        default: true
        }
    }
}
