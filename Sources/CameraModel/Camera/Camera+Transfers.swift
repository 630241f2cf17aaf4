public import HotShoeSupport

/// A picture that the camera offers: a handle to fetch it, or to let it go. **Thread-safe.**
public struct Transfer: Sendable {
    public let camera: Camera
    public let offer: TransferOffer

    /// Whether the camera still offers it: fetched, declined and expired offers are gone.
    public var isValid: Bool { camera.read { $0.offers.contains { $0.identifier == offer.identifier } } }

    /// One form of the picture, for fetching; nil where it is not offered.
    public func file(_ representation: TransferOffer.Representation) -> RemoteFile? {
        guard offer.available.contains(where: { $0.representation == representation }) else { return nil }
        return RemoteFile(camera: camera, offer: offer, representation)
    }

    /// Lets the picture go, so that the camera can go on. Where there is no other copy it is lost.
    public func decline() async throws(CameraError) {
        let identifier = offer.identifier
        try await camera.perform(.transfer, subject: offer.fileName) { driver throws(CameraError) in
            try await driver.declineTransfer(identifier)
        }
    }
}

extension Camera {
    /// The pictures that the camera offers now.
    public var pendingTransfers: [Transfer] { read { $0.offers }.map { Transfer(camera: self, offer: $0) } }

    /// Each picture that the camera offers, from now on.
    ///
    /// With ``ImageDestination/host`` fetch every one of them: there is no other copy, and the camera stops when its
    /// memory is full.
    public var transfers: EventStream<Transfer> {
        broadcast.stream { [weak self] event in
            guard case .transferOffered(let offer) = event, let self else { return nil }
            return Transfer(camera: self, offer: offer)
        }
    }
}
