import CameraModel
import HotShoeSupport
import PTP
import PTPNikon

// Pairing with a computer, which a body requires on networks.

extension NikonBody {
    /// The operations of a body that is not paired (listed by a Z 8), of which HotShoe's has these.
    private static let unpaired: Set<OperationCode> = [
        .getDeviceInfo, .openSession, .closeSession, .nikonEndPairing, .nikonGetVendorCodes, .nikonStartPairing,
    ]

    func allows(_ operation: OperationCode) -> Bool {
        memory.isUnpaired
            ? Self.unpaired.contains(operation) : memory.pairs || ![.nikonStartPairing, .nikonEndPairing].contains(operation)
    }

    /// StartPairing (0x952B): displays a number, and returns it.
    func startPairing() throws(Refusal) -> Answer {
        guard let number = PairingNumber(Int.random(in: 0...9_999)) else { throw Refusal(.generalError) }
        state.withLock { $0.pairingNumber = number }
        display(number.text)
        return .data(number.bytes)
    }

    /// EndPairing (0x935A): 0x2001 confirms. The simulated user has confirmed already.
    func endPairing(_ request: OperationRequest, _ device: PTPDevice) throws(Refusal) -> Answer {
        let number = state.withLock { state in
            defer { state.pairingNumber = nil }
            return state.pairingNumber
        }
        guard number != nil else { throw Refusal(.accessDenied) }
        guard request.parameters[0] == UInt32(ResponseCode.ok.rawValue) else { throw Refusal(.invalidParameter) }
        device.send(Event(.deviceInfoChanged))
        memory.isUnpaired = false
        return .ok
    }
}
