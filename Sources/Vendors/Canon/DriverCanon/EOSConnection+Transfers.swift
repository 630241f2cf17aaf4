package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession

extension EOSConnection {
    /// Size of a piece, in bytes, that every body supplies from its memory (observed behaviour).
    private static let transferPiece: UInt64 = 1 << 20

    package func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let (handle, known) = try open(offer)
        guard representation == .original else {
            throw CameraError(.noData, "The camera offers only the original.", operation: .transfer)
        }
        let size = known.available.first?.predictedSize ?? 0
        // A stopped transfer remains available.
        guard try await standard.download(handle, size: size, inPiecesOf: Self.transferPiece, consume) else { return }
        try await complete(offer, handle)
    }

    package func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        let (handle, _) = try open(offer)
        try await complete(offer, handle)
    }

    private func open(_ offer: TransferOffer.Identifier) throws(CameraError) -> (ObjectHandle, TransferOffer) {
        guard let known = state.withLock({ $0.offers[offer] }), let number = UInt32(exactly: offer.number) else {
            throw CameraError(.notFound, "The camera does not offer this picture any more.", operation: .transfer)
        }
        return (ObjectHandle(rawValue: number), known)
    }

    /// Reports the transfer as complete, so that the body frees its memory; otherwise the body blocks.
    private func complete(_ offer: TransferOffer.Identifier, _ handle: ObjectHandle) async throws(CameraError) {
        try await perform(.transfer) { session throws(SessionError) in
            try await session.perform(.eosTransferComplete, [handle.rawValue])
        }
        let wasOpen = state.withLock { $0.offers.removeValue(forKey: offer) != nil }
        if wasOpen { host.update([.transferWithdrawn(offer)]) }
        drain?.requestNow()
    }
}
