import HotShoe
import HotShoeSupport

/// The clients that requested the pictures of each camera, by which a program distinguishes its own from those of others. **Thread-safe.**
final class ShotLedger: Sendable {
    private struct Entry {
        let client: String?
        let result: ShotResult
    }

    private struct Shots {
        var entries: [Entry] = []
        /// The clients whose pictures are being taken, by number.
        var running: [Int: String?] = [:]
    }

    private struct State {
        var cameras: [CameraIdentifier: Shots] = [:]
        var lastNumber = 0
    }

    /// Number of pictures that are kept for each camera, the newest.
    static let limit = 500

    /// Guards the pictures.
    private let state = Guarded(State())

    /// Takes a picture for a client; nil for one without a name.
    func shoot(_ camera: Camera, _ options: ShootOptions, by client: String? = nil) async throws(CameraError) -> Shot {
        let number = begin(camera, client)
        defer { end(camera, number) }
        let shot = try await camera.shoot(options)
        add(shot.result, of: camera, client)
        return shot
    }

    /// Records the beginning of a picture. Returns its number for ``end(_:_:)``.
    func begin(_ camera: Camera, _ client: String? = nil) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.cameras[camera.identifier, default: Shots()].running[state.lastNumber] = .some(client)
            return state.lastNumber
        }
    }

    /// Records the end of a picture, after its files.
    func end(_ camera: Camera, _ number: Int) {
        state.withLock { state in _ = state.cameras[camera.identifier]?.running.removeValue(forKey: number) }
    }

    /// Records files of a picture.
    func add(_ result: ShotResult, of camera: Camera, _ client: String? = nil) {
        state.withLock { state in
            var shots = state.cameras[camera.identifier, default: Shots()]
            shots.entries.append(Entry(client: client, result: result))
            shots.entries.removeFirst(max(0, shots.entries.count - Self.limit))
            state.cameras[camera.identifier] = shots
        }
    }

    /// The pictures of the others, from the point of view of a client.
    func others(than client: String?, of camera: Camera) -> PicturesOfOthers {
        state.withLock { state in
            let shots = state.cameras[camera.identifier] ?? Shots()
            func isOther(_ owner: String?) -> Bool { owner == nil || owner != client }
            return PicturesOfOthers(
                taking: Set(shots.running.filter { isOther($0.value) }.keys),
                shots: shots.entries.filter { isOther($0.client) }.map(\.result)
            )
        }
    }
}
