/// A connection to a camera that other programs use at the same time. Optional, for drivers of cameras behind a server.
package protocol SharedCamera: AnyObject, Sendable {
    /// The pictures that other programs have taken.
    ///
    /// - Throws: ``CameraError/Code/connectionLost``, ``CameraError/Code/cancelled``, and what the server answers.
    func picturesOfOthers() async throws(CameraError) -> PicturesOfOthers
}

/// A driver whose connections are ``SharedCamera``.
package protocol SharedCameraDriver: CameraDriver {}

/// The pictures that other programs have taken with a camera.
package struct PicturesOfOthers: Hashable, Sendable {
    /// Numbers of the pictures that other programs are taking now: their files may have been announced, and are not known yet.
    package var taking: Set<Int>
    /// The newest pictures, oldest first.
    package var shots: [ShotResult]

    /// Whether another program is taking a picture.
    package var isTaking: Bool { !taking.isEmpty }

    package init(taking: Set<Int> = [], shots: [ShotResult] = []) { (self.taking, self.shots) = (taking, shots) }

    /// Whether a file belongs to one of the pictures. A camera may use a handle again: the name has to be the same.
    package func contains(_ item: ItemInfo) -> Bool {
        shots.contains { $0.items.contains { $0.handle == item.handle && $0.name == item.name } }
    }

    /// Whether an offer belongs to one of the pictures.
    package func contains(_ offer: TransferOffer.Identifier) -> Bool {
        shots.contains { $0.offers.contains { $0.identifier == offer } }
    }

    /// Whether an announced file that cannot be read belongs to one of the pictures.
    package func contains(unreadable handle: ItemInfo.Handle) -> Bool {
        shots.contains { $0.unreadable.contains { $0.handle == handle } || $0.items.contains { $0.handle == handle } }
    }
}
