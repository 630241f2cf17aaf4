extension Camera {
    /// Whether other programs may use the camera at the same time.
    package var isShared: Bool { driver is any SharedCameraDriver }

    /// The pictures that other programs have taken with this camera, also for a cancelled task.
    ///
    /// - Returns: The pictures; none for a camera that only this program uses, and of a server that does not know them; nil if they cannot be
    ///   read now.
    package func picturesOfOthers() async -> PicturesOfOthers? {
        guard isShared else { return PicturesOfOthers() }
        let query = Task { () -> PicturesOfOthers? in
            do throws(CameraError) {
                return try await perform(.shoot, on: { $0 as? any SharedCamera }) { camera throws(CameraError) in
                    try await camera.picturesOfOthers()
                }
            } catch { return error.code == .notFound ? PicturesOfOthers() : nil }
        }
        return await query.value
    }
}
