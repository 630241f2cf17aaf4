package import CameraModel
package import DriverPTP
import HotShoeSupport
package import PTP

/// The pictures that a camera keeps in its memory until they are transferred or declined. **Thread-safe.**
///
/// The facet of a vendor's connection for transfers. The number of an offer is the object's handle.
package final class OfferedTransfers: TransferDriver {
    private let standard: StandardConnection
    private let shots: Shots
    private let pieceSize: UInt64
    private let complete: @Sendable (ObjectHandle) async throws(CameraError) -> Void

    /// Guards the offers.
    private let offers = Guarded<[TransferOffer.Identifier: TransferOffer]>([:])

    /// Maximum number of stored offers; a camera has room for fewer.
    private static let limit = 256

    /// Creates a facet without offers.
    ///
    /// - Parameters:
    ///   - standard: Performs the downloads and reports to the host.
    ///   - shots: Picture that is being taken, to which an offer is added.
    ///   - pieceSize: Size of a piece, in bytes, that every camera of the vendor supplies from its memory.
    ///   - complete: Reports the transfer as complete, so that the camera frees its memory.
    package init(
        _ standard: StandardConnection,
        _ shots: Shots,
        inPiecesOf pieceSize: UInt64,
        complete: @escaping @Sendable (ObjectHandle) async throws(CameraError) -> Void
    ) {
        (self.standard, self.shots, self.pieceSize, self.complete) = (standard, shots, pieceSize, complete)
    }

    /// Stores an offer of the camera, and reports it to the host and to the picture that is being taken. Ignores a repeated
    /// offer.
    package func add(_ offer: TransferOffer) {
        let isNew = offers.withLock { offers in
            guard offers.count < Self.limit, offers[offer.identifier] == nil else { return false }
            offers[offer.identifier] = offer
            return true
        }
        guard isNew else { return }
        standard.host.update([.transferOffered(offer)])
        shots.add(offer)
    }

    /// Removes all offers and returns their objects, in the order of their numbers.
    package func popAll() -> [ObjectHandle] {
        let left = offers.withLock { offers in
            defer { offers = [:] }
            return offers.keys.sorted { $0.number < $1.number }
        }
        return left.map { ObjectHandle(rawValue: UInt32(truncatingIfNeeded: $0.number)) }
    }

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
        guard try await standard.download(handle, size: size, inPiecesOf: pieceSize, consume) else { return }
        try await complete(offer, handle)
    }

    package func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        let (handle, _) = try open(offer)
        try await complete(offer, handle)
    }

    private func open(_ offer: TransferOffer.Identifier) throws(CameraError) -> (ObjectHandle, TransferOffer) {
        guard let known = offers.withLock({ $0[offer] }), let number = UInt32(exactly: offer.number) else {
            throw CameraError(.notFound, "The camera does not offer this picture any more.", operation: .transfer)
        }
        return (ObjectHandle(rawValue: number), known)
    }

    private func complete(_ offer: TransferOffer.Identifier, _ handle: ObjectHandle) async throws(CameraError) {
        try await complete(handle)
        let wasOpen = offers.withLock { $0.removeValue(forKey: offer) != nil }
        if wasOpen { standard.host.update([.transferWithdrawn(offer)]) }
    }
}
