extension Camera {
    /// Searches for new files that the camera has not announced; see ``NewFileSearch/findNewFiles()``. Each is reported as an event.
    /// Has no effect for a camera whose driver announces every file.
    package func findNewFiles() async throws(CameraError) {
        do throws(CameraError) {
            try await perform(.listFolder, on: { $0.files as? any NewFileSearch }) { search throws(CameraError) in
                try await search.findNewFiles()
            }
        } catch {
            if error.code != .notSupported { throw error }
        }
    }

    /// The files that the camera has announced and not described yet, also for a cancelled task; none without a connection.
    package func undescribedFiles() async -> [UnreadableItem] {
        let query = Task { () -> [UnreadableItem] in
            let files = try? await perform(.listFolder, on: { $0.files as? any NewFileSearch }) { search throws(CameraError) in
                search.undescribedFiles
            }
            return files ?? []
        }
        return await query.value
    }
}
