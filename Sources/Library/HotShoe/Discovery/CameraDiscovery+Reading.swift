import CameraModel
import HotShoeSupport

// What consumers read: the cameras, with the camera objects, and the changes.

extension CameraDiscovery {
    func update(_ body: (inout State) -> Bool) {
        let (hasChanged, withdrawn) = state.withLock { state in (body(&state), state.registry.popWithdrawn()) }
        // Their release may run code of a plugin, which may call the discovery.
        withExtendedLifetime(withdrawn) {}
        if hasChanged { changed.send(()) }
    }

    func snapshot() -> DiscoverySnapshot {
        let missing = state.withLock { state in
            state.registry.visible.map(\.discovered).filter { state.camera($0.description.identifier) == nil }
        }
        // Drivers are created outside the lock, as this runs a plugin's code.
        let new = missing.map { found in
            (found.description.identifier, Camera(found.description, driver: found.makeDriver(), time: found.time))
        }
        let (snapshot, descriptions) = state.withLock { state -> (DiscoverySnapshot, [CameraDescription]) in
            for (identifier, camera) in new where state.camera(identifier) == nil {
                state.cameras[identifier] = SeenCamera(strong: camera, weak: camera)
            }
            let descriptions = state.registry.visible.map(\.discovered.description)
            return (self.snapshot(of: &state), descriptions)
        }
        releaseBorrowed()
        // The address of a camera object that the program held from an earlier sighting may have changed.
        let byIdentifier = Dictionary(descriptions.map { ($0.identifier, $0) }) { first, _ in first }
        for camera in snapshot.cameras {
            if let description = byIdentifier[camera.identifier] { camera.rediscovered(description) }
        }
        return snapshot
    }

    /// Releases references that were read under the lock. The last release of a camera runs code of its driver, such as a
    /// plugin's, which may call the discovery.
    private func releaseBorrowed() {
        let borrowed = state.withLock { state in
            defer { state.borrowed = [] }
            return state.borrowed
        }
        withExtendedLifetime(borrowed) {}
    }

    private func snapshot(of state: inout State) -> DiscoverySnapshot {
        let visible = state.registry.visible
        let visibleIdentifiers = Set(visible.map { $0.discovered.description.identifier })
        for identifier in Array(state.cameras.keys) where !visibleIdentifiers.contains(identifier) { state.unsee(identifier) }
        return DiscoverySnapshot(
            cameras: visible.compactMap { state.camera($0.discovered.description.identifier) },
            failures: Self.failures(state).map(\.1)
        )
    }

    /// Returns the changes since a consumer last read. Examines only the cameras that changed.
    func changes(since cursor: inout DiscoveryCursor) -> [DiscoveryChange] {
        let revision = cursor.revision
        let (reached, changed, missing) = state.withLock { state -> (Int, [CameraIdentifier]?, [DiscoveredCamera]) in
            let registry = state.registry
            let changed = registry.log.cameras(since: revision)
            let candidates = changed ?? Array(registry.sightings.keys)
            return (
                registry.log.revision, changed,
                candidates.filter { state.camera($0) == nil }.compactMap { registry.sightings[$0]?.first?.discovered }
            )
        }
        // Drivers are created outside the lock, as this runs a plugin's code.
        let new = missing.map { found in
            (found.description.identifier, Camera(found.description, driver: found.makeDriver(), time: found.time))
        }
        let (seen, failures) = state.withLock { state -> ([DiscoveryCursor.Sight], [(Int, ProviderFailure)]) in
            for (identifier, camera) in new where state.camera(identifier) == nil {
                state.cameras[identifier] = SeenCamera(strong: camera, weak: camera)
            }
            let identifiers = changed ?? Array(Set(state.registry.sightings.keys).union(cursor.identifiers))
            return (identifiers.map { Self.sight($0, &state) }, Self.failures(state))
        }
        releaseBorrowed()
        // The address of a camera object that the program held from an earlier sighting may have changed.
        for sight in seen { if let current = sight.current { current.camera.rediscovered(current.description) } }
        return cursor.advance(to: reached, seen, failures)
    }

    private static func sight(_ identifier: CameraIdentifier, _ state: inout State) -> DiscoveryCursor.Sight {
        guard let sighting = state.registry.sightings[identifier]?.first else {
            state.unsee(identifier)
            return DiscoveryCursor.Sight(
                identifier: identifier,
                loss: state.registry.losses[identifier] ?? .disappeared,
                current: nil
            )
        }
        let current = state.camera(identifier).map { camera in
            DiscoveryCursor.Current(number: sighting.number, camera: camera, description: sighting.discovered.description)
        }
        return DiscoveryCursor.Sight(
            identifier: identifier,
            loss: state.registry.losses[identifier] ?? .disappeared,
            current: current
        )
    }

    private static func failures(_ state: State) -> [(Int, ProviderFailure)] {
        state.registry.failures.map { ($0.value.number, ProviderFailure(provider: $0.key, error: $0.value.error)) }
            .sorted { $0.0 < $1.0 }
    }
}
