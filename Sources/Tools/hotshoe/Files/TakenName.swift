import CameraModel

extension CardTree {
    /// Performs a request that creates a name in a folder. If it fails because the name is taken there, the failure says so: cameras
    /// answer with the words of their protocol.
    func creating<Value>(_ name: String, in place: Place, _ create: () async throws -> Value) async throws -> Value {
        do { return try await create() } catch {
            guard !Task.isCancelled, camera.connectionState == .connected, try await isTaken(name, in: place) else { throw error }
            throw CommandFailure(
                .storage,
                "\(place.path)/\(name)",
                "A file or folder of this name exists there already, and was not replaced. Choose another name."
            )
        }
    }

    private func isTaken(_ name: String, in place: Place) async throws -> Bool {
        let listing: FolderListing
        if let folder = place.folder { listing = try folder.listing() } else { listing = place.storage.listing() }
        while let item = try await listing.next() { if item.name.lowercased() == name.lowercased() { return true } }
        return false
    }
}
