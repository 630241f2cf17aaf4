import PTP

/// Queue of the pending faults. Pure.
struct ResponderFaultSchedule: Sendable {
    /// Effect of a fault at a stage.
    enum Ending {
        case close
        case stall
    }

    private var pending: [ResponderFault]

    init(_ faults: [ResponderFault]) { pending = faults }

    mutating func add(_ fault: ResponderFault) { pending.append(fault) }

    /// Removes and returns the reason for refusing the next client; nil if no such fault is pending.
    mutating func initFailure() -> IPPacket.InitFailReason? {
        guard let index = pending.firstIndex(where: { if case .initFail = $0.kind { true } else { false } }),
            case .initFail(let reason) = pending[index].kind
        else { return nil }
        use(index)
        return IPPacket.InitFailReason(rawValue: reason)
    }

    /// Returns whether the next event connection is refused, and consumes the fault.
    mutating func refusesEvents() -> Bool {
        guard let index = pending.firstIndex(where: { $0.kind == .eventRefused }) else { return false }
        use(index)
        return true
    }

    /// Removes and returns the effect at a stage; nil if no such fault is pending.
    mutating func popEffect(at stage: ResponderFault.Stage, _ operation: OperationCode?) -> Ending? {
        guard
            let index = pending.firstIndex(where: { fault in
                guard fault.operation == nil || fault.operation == operation else { return false }
                return fault.kind == .close(stage) || fault.kind == .stall(stage)
            })
        else { return nil }
        defer { use(index) }
        return pending[index].kind == .close(stage) ? .close : .stall
    }

    /// Returns whether the endpoints halt instead of executing a request, and consumes the fault.
    mutating func haltsCommand(_ operation: OperationCode) -> Bool {
        guard
            let index = pending.firstIndex(where: { fault in
                fault.kind == .halt(.command) && (fault.operation == nil || fault.operation == operation)
            })
        else { return false }
        use(index)
        return true
    }

    /// Removes and returns the false values in the descriptors for the next host.
    mutating func popDescriptorFaults() -> Set<USBDescriptorFault> {
        var faults: Set<USBDescriptorFault> = []
        for index in pending.indices.reversed() {
            guard case .descriptors(let fault) = pending[index].kind else { continue }
            faults.insert(fault)
            use(index)
        }
        return faults
    }

    /// Removes and returns the faults for the answer to an operation, in order.
    mutating func popFaults(
        for operation: OperationCode,
        hasData: Bool,
        on transport: ResponderFault.Transport = .ip
    ) -> [ResponderFault.Kind] {
        if pending.isEmpty { return [] }
        var kinds: [ResponderFault.Kind] = []
        for index in pending.indices.reversed() {
            let fault = pending[index]
            guard fault.operation.map({ $0 == operation }) ?? fault.kind.affects(operation, hasData: hasData),
                fault.kind.affectsAnswers, fault.isKnown(on: transport)
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
    /// Whether the fault affects answers rather than connecting.
    fileprivate var affectsAnswers: Bool {
        switch self {
        case .initFail, .eventRefused, .descriptors, .halt(.command), .unpaired: false
        case .close(let stage), .stall(let stage): stage == .data || stage == .response || stage == .answered
        default: true
        }
    }

    /// Whether a fault without an operation applies to this one.
    fileprivate func affects(_ operation: OperationCode, hasData: Bool) -> Bool {
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
