extension Camera {
    /// Whether other programs may use the camera at the same time.
    package var isShared: Bool { driver is any SharedCameraDriver }

    /// The pictures that other programs have taken with this camera, also for a cancelled task; none for a camera that only this program
    /// uses, and if they cannot be read.
    package func picturesOfOthers() async -> PicturesOfOthers {
        let query = Task { () -> PicturesOfOthers in
            let pictures = try? await perform(.shoot, on: { $0 as? any SharedCamera }) { camera throws(CameraError) in
                try await camera.picturesOfOthers()
            }
            return pictures ?? PicturesOfOthers()
        }
        return await query.value
    }
}
