import HotShoeSupport
import PTP
import PTPSession

// The reads that are submitted to the device.

extension USBChannel {
    /// Whether the current receiver provides memory.
    var awaitsDataInPlace: Bool {
        guard let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data else {
            return false
        }
        return receiver.lendsMemory
    }

    /// Submits the reads for the expected data.
    mutating func proceed() -> Halt? {
        guard underWay != nil else { return nil }
        do throws(USBError) {
            guard parser.isInData else {
                if reads.isEmpty { try beginRead(Self.firstRead) }
                return nil
            }
            while reads.count < options.transfersInFlight {
                guard try beginNextRead() else { break }
            }
        } catch { return halt(error, interface.bulkIn) }
        return nil
    }

    /// Submits the next read of data; returns `false` if the pending reads cover the announced data and the response.
    private mutating func beginNextRead() throws(USBError) -> Bool {
        guard let expected = parser.expected else {
            try beginRead(options.transferSize)
            return true
        }
        let uncovered = expected - min(expected, UInt64(reads.size))
        if try beginLentRead(uncovered) { return true }
        // One more read for the response.
        if uncovered == 0, UInt64(reads.size) >= expected + UInt64(Self.firstRead) { return false }
        let size = uncovered > UInt64(Self.firstRead) ? Int(min(UInt64(options.transferSize), uncovered)) : Self.firstRead
        // Whole packets, because the device's last packet might not fit otherwise.
        try beginRead((size + interface.packetSizeIn - 1) / interface.packetSizeIn * interface.packetSizeIn)
        return true
    }

    /// Submits a read into the receiver's memory, for whole packets of the announced data.
    private mutating func beginLentRead(_ uncovered: UInt64) throws(USBError) -> Bool {
        guard awaitsDataInPlace, let current = underWay, current.machine.room(for: current.machine.id) > 0,
            case .receive(let receiver) = current.transaction.data
        else { return false }
        let packet = interface.packetSizeIn
        // Only from the first read of the remaining data, and while all earlier reads used that memory.
        if !current.hasBorrowed, reads.isEmpty, uncovered >= UInt64(packet) {
            underWay?.hasBorrowed = true
            let limit = Int(min(uncovered, UInt64(Int.max))) / packet * packet
            underWay?.loan = receiver.lend(upTo: limit).map { Loan(memory: $0) }
        }
        guard let loan = underWay?.loan else { return false }
        let left = unsafe min(UInt64(loan.memory.bytes.count - loan.begun), uncovered)
        let size = Int(min(left, UInt64(options.transferSize))) / packet * packet
        if size == 0 { return false }
        try reads.begin(loan.memory, loan.begun..<loan.begun + size, handle)
        underWay?.loan?.begun += size
        return true
    }

    /// Submits a read into a buffer; a smaller one if the system has no memory for the size.
    mutating func beginRead(_ size: Int) throws(USBError) {
        do throws(USBError) {
            try reads.begin(size, handle)
        } catch {
            guard error == .noMemory, size > Self.firstRead else { throw error }
            try reads.begin(Self.firstRead, handle)
        }
    }
}
