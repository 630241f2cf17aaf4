import PTP

/// An answer with faults, as data for the bulk-in endpoint. Pure.
struct USBCorruptedAnswer {
    /// Data for the host.
    private(set) var runs: [USBInQueue.Run] = []
    /// State after the data.
    private(set) var ending = Ending.answered

    enum Ending: Equatable {
        /// The next request may arrive.
        case answered
        /// The next request may arrive immediately, because there is no response.
        case silent
        /// Nothing follows until the host cancels.
        case stuck
        /// The device cancels, and both bulk endpoints halt.
        case cancelled
        /// The bulk-in endpoint halts.
        case halted
        /// The device disconnects.
        case unplugged
    }

    /// Maximum number of bytes that are sent separately.
    private static let longestBytewise = 4096

    init(_ answer: Answer, _ request: OperationRequest, _ kinds: [ResponderFault.Kind], packetSize: Int) {
        var id = request.transaction
        var isHalf = false
        if kinds.contains(.staleID) { id = TransactionID(rawValue: id.rawValue &- 1) }
        if kinds.contains(.futureID) { id = TransactionID(rawValue: id.rawValue &+ 1) }
        var data: [[UInt8]] = []
        if case .bytes(let payload) = answer.payload {
            data = Self.transfers(Self.container(payload, request.code, id, kinds), kinds)
        }
        var response = [Self.response(answer, id, kinds)]
        for kind in kinds {
            switch kind {
            case .dataTwice: data += data
            case .noResponse: (response, ending) = ([], .silent)
            case .cancel where !data.isEmpty: (data, response, ending, isHalf) = (Self.half(data), [], .cancelled, true)
            case .halt(.data): (data, response, ending, isHalf) = (Self.half(data), [], .halted, true)
            case .halt(.response): (response, ending) = ([], .halted)
            case .close(.data): (data, response, ending, isHalf) = (Self.half(data), [], .unplugged, true)
            case .stall(.data): (data, response, ending, isHalf) = (Self.half(data), [], .stuck, true)
            case .close(.response): (response, ending) = ([], .unplugged)
            case .stall(.response): (response, ending) = ([], .stuck)
            case .close(.answered): ending = .unplugged
            case .stall(.answered): ending = .stuck
            default: break
            }
        }
        for case .packetType(let number) in kinds { data.insert(Self.unknownContainer(number), at: 0) }
        Self.corruptFirst(&data, &response, kinds)
        if kinds.contains(.emptyData) { data.insert([], at: 0) }
        if kinds.contains(.extraEmptyPacket), !data.isEmpty { data.append([]) }
        if kinds.contains(.bytewise) { (data, response) = (Self.bytewise(data), Self.bytewise(response)) }
        for (index, bytes) in data.enumerated() {
            let isLast = index == data.count - 1
            let isFull = bytes.count % packetSize == 0
            let ends = !isLast || lastEndsTransfer(kinds, isFull: isFull, isHalf: isHalf, isFollowed: !response.isEmpty)
            runs.append(.bytes(bytes, endsTransfer: ends))
        }
        runs += response.map { .bytes($0) }
    }

    /// Returns whether the last piece of data ends its transfer. `isFull` is whether it ends with a full packet, `isHalf` whether
    /// the rest of the data is missing, `isFollowed` whether a response follows.
    private func lastEndsTransfer(_ kinds: [ResponderFault.Kind], isFull: Bool, isHalf: Bool, isFollowed: Bool) -> Bool {
        // The rest of the data would have been in the same transfer.
        if isHalf { return !isFull && (ending == .halted || ending == .cancelled) }
        return !(kinds.contains(.joined) && isFollowed) && !(kinds.contains(.noEmptyPacket) && isFull)
    }

    private static func container(
        _ payload: [UInt8],
        _ code: OperationCode,
        _ id: TransactionID,
        _ kinds: [ResponderFault.Kind]
    ) -> (head: [UInt8], payload: [UInt8]) {
        var container = USBContainer(.data, code: code.rawValue, id, payloadBytes: UInt64(payload.count))
        for case .announce(let total) in kinds {
            container = USBContainer(.data, code: code.rawValue, id, payloadBytes: total ?? .max)
        }
        return (container.header, payload)
    }

    /// Returns the transfers for the data.
    private static func transfers(_ container: (head: [UInt8], payload: [UInt8]), _ kinds: [ResponderFault.Kind]) -> [[UInt8]] {
        if kinds.contains(.splitHeader) { return [container.head, container.payload] }
        let all = container.head + container.payload
        for case .shortPacket(let count) in kinds where count < all.count {
            return [Array(all.prefix(count)), Array(all.dropFirst(count))]
        }
        return [all]
    }

    private static func half(_ data: [[UInt8]]) -> [[UInt8]] { data.isEmpty ? [] : [Array(data[0].prefix(data[0].count / 2))] }

    private static func response(_ answer: Answer, _ id: TransactionID, _ kinds: [ResponderFault.Kind]) -> [UInt8] {
        let bytes = USBContainer.response(OperationResponse(answer.code, id, answer.parameters))
        for case .parameters(let count) in kinds {
            // Six and more parameters, which ``OperationResponse`` does not permit.
            var writer = DatasetWriter()
            writer.integer(UInt32(USBContainer.headerSize + count * 4))
            writer.raw(bytes[4..<USBContainer.headerSize])
            for number in 0..<count { writer.integer(UInt32(number + 1)) }
            return writer.bytes
        }
        return bytes
    }

    private static func unknownContainer(_ number: UInt32) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt32(USBContainer.headerSize))
        writer.integer(UInt16(truncatingIfNeeded: number))
        writer.integer(UInt16(0))
        writer.integer(UInt32(0))
        return writer.bytes
    }

    /// Changes the header of the first container.
    private static func corruptFirst(_ data: inout [[UInt8]], _ response: inout [[UInt8]], _ kinds: [ResponderFault.Kind]) {
        func put(_ number: UInt32, _ bytes: Range<Int>) {
            func change(_ first: inout [UInt8]) {
                guard first.count >= bytes.upperBound else { return }
                for (shift, index) in bytes.enumerated() {
                    first[index] = UInt8(truncatingIfNeeded: number >> (UInt32(shift) * 8))
                }
            }
            if !data.isEmpty { change(&data[0]) } else if !response.isEmpty { change(&response[0]) }
        }
        for kind in kinds {
            switch kind {
            case .packetLength(let length): put(length, 0..<4)
            case .containerType(let number): put(UInt32(number), 4..<6)
            case .containerCode(let code): put(UInt32(code), 6..<8)
            default: break
            }
        }
    }

    private static func bytewise(_ transfers: [[UInt8]]) -> [[UInt8]] {
        transfers.flatMap { bytes -> [[UInt8]] in
            let rest = bytes.dropFirst(longestBytewise)
            return bytes.prefix(longestBytewise).map { [$0] } + (rest.isEmpty ? [] : [Array(rest)])
        }
    }
}
