import HotShoeSupport
import PTP
import PTPSession
import Sockets

// Requests and data for the device.

extension CommandChannel {
    /// Appends the next data to the unsent output.
    mutating func provide(_ provider: any DataProvider, _ buffer: BufferPool.Buffer) {
        guard let id = underWay?.transaction.request.transaction else { return }
        let start = unsent.upperBound + format.pieceHeadSize
        guard start < BufferPool.bufferSize else { return }
        let room = Int(min(UInt64(BufferPool.bufferSize - start), leftToProvide))
        var filled = 0
        while filled < room {
            let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[start + filled..<start + room])
            let count = unsafe min(max(0, provider.read(into: place)), place.count)
            if count == 0 { break }
            filled += count
        }
        if filled < room {
            underWay?.failure = .providerFailed
            leftToProvide = 0
            // The device would wait for the rest of the data.
            isBroken = !format.hasCancellation
        } else {
            leftToProvide -= UInt64(filled)
        }
        writer.clear()
        format.writePieceHead(id, byteCount: filled, isLast: leftToProvide == 0, to: &writer)
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unsent.upperBound..<start]).copyBytes(from: writer.bytes)
        unsent = unsent.lowerBound..<start + filled
    }

    /// Sends the output; returns `false` if there is no space in the socket now.
    mutating func send() throws(LinkFailure) -> Bool {
        guard underWay?.isSent == false, let buffer = output else { return true }
        while true {
            while !unsent.isEmpty {
                let memory = unsafe UnsafeRawBufferPointer(rebasing: buffer.memory[unsent])
                let outcome: Socket.Outcome
                do throws(SocketError) {
                    outcome = try unsafe socket.send(memory, UnsafeRawBufferPointer(start: nil, count: 0))
                } catch { throw .lost(error.description) }
                switch outcome {
                case .bytes(let count): unsent = unsent.lowerBound + count..<unsent.upperBound
                case .wouldBlock: return false
                case .closed: throw .closedByDevice
                }
            }
            unsent = 0..<0
            if isBroken { throw .lost("the data for the camera ended early") }
            guard leftToProvide > 0, case .send(let provider)? = underWay?.transaction.data else { break }
            provide(provider, buffer)
        }
        underWay?.isSent = true
        BufferPool.shared.release(buffer)
        output = nil
        return true
    }
}
