import HotShoe

/// Taking pictures in the ways that requests name.
enum PictureTaking {
    /// Time after the last file of a picture in which its companion may follow.
    private static let companionDelay = Duration.milliseconds(500)
    /// Time until a camera reports an exposure compensation.
    private static let reflectionLimit = Duration.seconds(2)

    /// Holds the shutter button for a time, and returns the files that the camera reports.
    ///
    /// - Throws: ``CameraError/Code/timedOut`` if the camera reports none.
    static func held(
        _ camera: Camera,
        _ options: ShootOptions,
        for time: Duration,
        _ shots: ShotLedger
    ) async throws -> [PictureRecord] {
        let clock = SystemClock.shared
        let number = shots.begin(camera)
        defer { shots.end(camera, number) }
        if options.autofocus, camera.capabilities.contains(.halfPress) { try await camera.engageAutoFocus() }
        // Observed from before the press, because a camera may report the file before it answers.
        let events = camera.events
        do {
            try await camera.pressShutter()
            await clock.sleep(for: time)
            try await camera.releaseShutter()
        } catch {
            // A cancelled request still reaches the camera.
            try? await camera.releaseShutter()
            throw error
        }
        if options.autofocus, camera.capabilities.contains(.halfPress) { try? await camera.disengageAutoFocus() }
        let limit = clock.makeTimer { events.cancel() }
        // The camera may take a dark frame of the same duration.
        limit.arm(at: clock.now + time + .seconds(40))
        defer { limit.disarm() }
        var pictures: [PictureRecord] = []
        for await event in events {
            if case .connection(.notConnected) = event { break }
            guard let (picture, file) = record(of: event, camera) else { continue }
            pictures.append(picture)
            shots.add(file, of: camera)
            limit.arm(at: clock.now + companionDelay)
        }
        if pictures.isEmpty {
            throw CameraError(.timedOut, "The camera has reported no picture. It may be on the card.", operation: .shoot)
        }
        return pictures
    }

    /// The file that an event reports; nil for other events.
    private static func record(of event: CameraEvent, _ camera: Camera) -> (PictureRecord, ShotResult)? {
        switch event {
        case .itemAdded(let item) where item.kind != .folder:
            return (PictureRecord(camera.item(item).file, picture: 1), ShotResult(items: [item], offers: []))
        case .itemUnreadable(let item):
            return (PictureRecord(item, picture: 1), ShotResult(items: [], offers: [], unreadable: [item]))
        case .transferOffered(let offer) where offer.item == nil:
            let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
            guard let file = transfer?.file(.original) else { return nil }
            return (PictureRecord(file, picture: 1), ShotResult(items: [], offers: [offer]))
        default: return nil
        }
    }

    /// The values of exposure compensations. One that the camera does not have is an error before the first picture.
    static func values(_ compensations: [String], of camera: Camera) throws -> [PropertyValue] {
        guard (1...25).contains(compensations.count) else {
            throw WebProblem(400, "invalidMember", "bracket has 1 to 25 values.")
        }
        let property = camera.property(.exposureCompensation)
        return try compensations.map { text throws(CameraError) in try property.state.settableValue(for: text) }
    }

    /// Takes a picture with each exposure compensation, and sets the compensation back.
    static func bracket(
        _ camera: Camera,
        _ options: ShootOptions,
        _ values: [PropertyValue],
        _ shots: ShotLedger,
        _ taken: (Int, Shot) -> Void
    ) async throws {
        let property = camera.property(.exposureCompensation)
        let old = property.value
        var failure: (any Error)?
        do {
            for (index, value) in values.enumerated() {
                if property.value?.matches(value) != true {
                    try await property.set(value, until: .reflected(timeout: reflectionLimit))
                }
                taken(index + 1, try await shots.shoot(camera, options))
            }
        } catch {
            failure = error
        }
        if let old, property.value?.matches(old) != true {
            try? await property.set(old, until: .reflected(timeout: reflectionLimit))
        }
        if let failure { throw failure }
    }

    /// Starts live view, which runs as long as the iterator exists. Returns also the size of its coordinate space.
    static func viewing(_ camera: Camera) async throws -> (LiveViewStream.AsyncIterator, PixelSize) {
        let frames = camera.liveView().makeAsyncIterator()
        guard let first = try await frames.next() else { throw CancellationError() }
        return (frames, first.info.space)
    }

    /// Moves the lens while live view runs, which cameras need for it.
    static func drive(_ camera: Camera, _ step: FocusStep, steps: Int) async throws {
        let (frames, _) = try await viewing(camera)
        defer { withExtendedLifetime(frames) {} }
        for _ in 0..<steps {
            try Task.checkCancellation()
            try await camera.driveFocus(step)
        }
    }
}

/// A file of a picture that was taken, as JSON.
struct PictureRecord: Encodable, Sendable {
    let picture: Int
    let file: String
    /// Identifier of the file on its card; nil for a picture that the camera only offers.
    let id: String?
    let size: UInt64?
    let pixels: String?
    let raw: Bool
    /// Why the file cannot be read, though the camera announced it; nil for others.
    let error: String?

    /// The files of a picture, and those that the camera announced for it and that cannot be read.
    static func records(of shot: Shot, picture: Int) -> [PictureRecord] {
        shot.files.map { PictureRecord($0, picture: picture) } + shot.unreadable.map { PictureRecord($0, picture: picture) }
    }

    init(_ item: UnreadableItem, picture: Int) {
        (self.picture, file, id, error) = (picture, item.displayName, item.handle.description, item.message)
        (size, pixels, raw) = (nil, nil, false)
    }

    init(_ file: RemoteFile, picture: Int) {
        self.picture = picture
        self.file = file.name
        id = file.item?.info.handle.description
        (size, raw) = (file.size, file.isRAW)
        pixels = file.item?.info.pixelSize?.description
        error = nil
    }
}
