import HotShoe
import HotShoeSupport

/// The pictures that cameras offer for transfer, as clients fetch them. **Thread-safe.**
///
/// A camera gives an offered picture once, and may keep no copy. A client whose connection breaks before it has the whole answer requests it
/// again: it receives the picture that is being fetched for it, or the last one, which is kept for a while.
final class OfferedPictures: Sendable {
    /// A picture that was fetched.
    struct Picture: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    private struct Key: Hashable {
        let camera: CameraIdentifier
        let offer: TransferOffer.Identifier
        let representation: TransferOffer.Representation
    }

    /// The last picture, until its timer expires.
    private struct Kept {
        let key: Key
        let offer: TransferOffer
        let picture: Picture
        let timer: any TimeSourceTimer
    }

    private struct State {
        var fetches: [Key: Promise<Picture, CameraError>] = [:]
        var last: Kept?
    }

    /// Maximum size of a picture in bytes.
    static let limit = 128 << 20

    /// Time for which the last picture is kept.
    static let keepingTime = Duration.seconds(300)

    private let time: any TimeSource
    private let tasks = OwnedTasks()
    /// Guards the pictures that are being fetched, and the last one.
    private let state = Guarded(State())

    init(_ time: any TimeSource) { self.time = time }

    /// Cancels what is being fetched, and waits for it.
    func end() async {
        await tasks.end()
        forget(nil)
    }

    /// Fetches an offered picture as a whole: a client that reads slowly must not hold the camera. Continues if the caller is cancelled.
    ///
    /// - Parameters:
    ///   - identifier: The number of the offer.
    ///   - representation: The picture itself, or a smaller one.
    ///   - camera: The camera.
    ///   - isRepeated: Whether the last picture is wanted again, though it is not offered any more.
    /// - Returns: The picture; nil if it is not offered, or not in this form.
    /// - Throws: The failure of the transfer; `cancelled` if the caller's task is cancelled.
    func picture(
        _ identifier: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        of camera: Camera,
        isRepeated: Bool
    ) async throws(CameraError) -> Picture? {
        let key = Key(camera: camera.identifier, offer: identifier, representation: representation)
        let transfer = camera.pendingTransfers.first { $0.offer.identifier == identifier }
        let file = transfer?.file(representation)
        let (kept, fetch, isNew) = state.withLock { state -> (Picture?, Promise<Picture, CameraError>?, Bool) in
            if let fetch = state.fetches[key] { return (nil, fetch, false) }
            // The camera may use the number of an earlier offer again.
            if isRepeated, let last = state.last, last.key == key, transfer == nil || transfer?.offer == last.offer {
                return (last.picture, nil, false)
            }
            guard file != nil else { return (nil, nil, false) }
            let fetch = Promise<Picture, CameraError>()
            state.fetches[key] = fetch
            return (nil, fetch, true)
        }
        if let kept { return kept }
        guard let fetch else { return nil }
        if isNew, let file, let offer = transfer?.offer { start(file, key, offer, fetch) }
        guard let result = await fetch.resultUnlessCancelled() else { throw .cancelled(.transfer) }
        return try result.get()
    }

    private func start(_ file: RemoteFile, _ key: Key, _ offer: TransferOffer, _ fetch: Promise<Picture, CameraError>) {
        tasks.start { [weak self] in
            let result: Result<Picture, CameraError>
            do throws(CameraError) {
                result = .success(Picture(name: file.name, bytes: try await file.contents(limit: Self.limit)))
            } catch { result = .failure(error) }
            self?.finish(key, offer, result)
            fetch.fulfil(result)
        }
    }

    private func finish(_ key: Key, _ offer: TransferOffer, _ result: Result<Picture, CameraError>) {
        guard case .success(let picture) = result else {
            state.withLock { $0.fetches[key] = nil }
            return
        }
        let timer = time.makeTimer { [weak self] in self?.forget(key) }
        let earlier = state.withLock { state in
            state.fetches[key] = nil
            defer { state.last = Kept(key: key, offer: offer, picture: picture, timer: timer) }
            return state.last
        }
        earlier?.timer.disarm()
        timer.arm(at: time.now + Self.keepingTime)
    }

    /// Forgets the last picture; with a key, only that one.
    private func forget(_ key: Key?) {
        let last = state.withLock { state -> Kept? in
            guard key == nil || state.last?.key == key else { return nil }
            defer { state.last = nil }
            return state.last
        }
        last?.timer.disarm()
    }
}
