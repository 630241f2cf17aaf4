public import HotShoeSupport

/// Handle to a picture that the camera offers for transfer: fetches or declines it. **Thread-safe.**
public struct Transfer: Sendable {
    /// The camera that offers the picture.
    public let camera: Camera
    /// The offer as the camera reported it.
    public let offer: TransferOffer

    /// Whether the camera still offers the picture. Fetched, declined and expired offers are not valid.
    public var isValid: Bool { camera.read { $0.offers.contains { $0.identifier == offer.identifier } } }

    /// Returns a handle to fetch one representation of the picture; nil if it is not offered.
    public func file(_ representation: TransferOffer.Representation) -> RemoteFile? {
        guard offer.available.contains(where: { $0.representation == representation }) else { return nil }
        return RemoteFile(camera: camera, offer: offer, representation)
    }

    /// Declines the picture, so that the camera can continue. A picture without another copy is lost.
    public func decline() async throws(CameraError) {
        let identifier = offer.identifier
        try await camera.perform(.transfer, on: { $0.transfers }, subject: offer.fileName) { transfers throws(CameraError) in
            try await transfers.declineTransfer(identifier)
        }
    }
}

extension Camera {
    /// The pictures that the camera offers now.
    public var pendingTransfers: [Transfer] { read { $0.offers }.map { Transfer(camera: self, offer: $0) } }

    /// Each picture that the camera offers, from now on.
    ///
    /// With ``ImageDestination/host`` fetch every one of them: there is no other copy, and the camera stops shooting when its
    /// memory is full.
    public var transfers: EventStream<Transfer> {
        broadcast.stream { [weak self] event in
            guard case .transferOffered(let offer) = event, let self else { return nil }
            return Transfer(camera: self, offer: offer)
        }
    }
}
