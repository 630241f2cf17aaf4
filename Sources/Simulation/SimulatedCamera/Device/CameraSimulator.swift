public import CameraModel
public import HotShoeSupport

/// A camera that exists in software: the camera body. **Thread-safe.**
///
/// Programs connect to it through a ``SimulatedCameraProvider`` and `CameraDiscovery`, or through ``makeCamera()``, as with any
/// camera. This object represents the body: programs can operate its dials, cards and battery, and cause faults. Its pictures,
/// live view and files are real data that depend on its settings; with a clock of the program's they are reproducible.
public final class CameraSimulator: Sendable {
    /// The configuration, with every number limited to its range.
    public let configuration: Configuration

    /// The camera's clock.
    public let time: any TimeSource

    struct Shared {
        var body: CameraBody
        var faults: FaultSchedule
        var outbox: [BodyOutput] = []
        var isDelivering = false
        var isPresent = true
        var repeatsEvents = false
        var host: CameraHost?
        var nextToken = 1
        var waiting: [Int: Promise<BodyReply, CameraError>] = [:]
        var liveView: LiveViewProducer?
        var confirmation: Promise<Bool, Never>?
        var hasScannedCards = false
        var faultTimers: [any TimeSourceTimer] = []
        /// Timers of ``Configuration/shutterPresses``; nil before the first connection.
        var pressTimers: [any TimeSourceTimer]?
        var drawnFrames = 0

        /// Moves the body's outputs to the outbox. A connection that ended changes the presence here, under the lock, and not when
        /// the end is reported: by then the camera may have been plugged in again.
        mutating func collectOutputs() {
            let outputs = body.drainOutputs()
            for case .ended(let reason) in outputs where reason.leavesThePlace { isPresent = false }
            outbox += outputs
        }
    }

    /// Guards the body and its connection. Only the clock's timers are called under it.
    let shared: Guarded<Shared>
    let files = FileStore()
    /// Thread that draws and compresses pictures.
    let studio = ThreadExecutor(name: "hotshoe.studio")
    /// Thread that reads cards and sends files.
    let cardReader = ThreadExecutor(name: "hotshoe.cards")
    /// Thread that reduces pictures to thumbnails and previews.
    let pictureReader = ThreadExecutor(name: "hotshoe.reduce")
    /// Guards the developer; held while a picture is developed, so only used on threads that may block.
    private let developer: Monitor<PictureDeveloper>
    private let presence = Broadcast<Bool>()
    private let timer: any TimeSourceTimer
    /// With a virtual clock, slow work is done synchronously, so that the order of events is always the same.
    private let worksAtOnce: Bool

    private static let liveCount = ObjectCount()

    /// Number of simulated cameras that are alive in this process.
    public static var liveSimulators: Int { liveCount.current }

    /// Creates a camera, switched on and not connected.
    ///
    /// - Parameters:
    ///   - configuration: the kind of camera.
    ///   - time: the camera's clock.
    public init(_ configuration: Configuration = Configuration(), time: any TimeSource = SystemClock.shared) {
        let configuration = configuration.sanitized
        self.configuration = configuration
        self.time = time
        worksAtOnce = time is VirtualClock
        shared = Guarded(Shared(body: CameraBody(configuration), faults: FaultSchedule(configuration.faults)))
        developer = Monitor(PictureDeveloper(configuration))
        let reference = WeakSimulator()
        timer = time.makeTimer { reference.simulator?.withBody { _ in } }
        reference.set(self)
        Self.liveCount.add()
    }

    deinit {
        timer.disarm()
        studio.stop()
        cardReader.stop()
        pictureReader.stop()
        Self.liveCount.subtract()
    }

    /// Returns a camera object for this body, without discovery.
    public func makeCamera() -> Camera {
        Camera(description, driver: SimulatedCameraDriver(self), time: time)
    }

    /// The description that discovery reports.
    public var description: CameraDescription {
        CameraDescription(
            identifier: CameraIdentifier("simulated-\(configuration.serialNumber)"),
            family: .simulated,
            transport: .inProcess,
            name: configuration.name,
            manufacturer: configuration.manufacturer,
            model: configuration.model,
            serialNumber: configuration.serialNumber,
            address: .provider(identifier: "sim", text: configuration.serialNumber)
        )
    }

    // MARK: Presence

    /// Whether the camera can be discovered: switched on and plugged in.
    public var isPresent: Bool { shared.withLock { $0.isPresent } }

    /// Changes of ``isPresent``.
    var presenceChanges: EventStream<Bool> { presence.stream(capacity: 8) { $0 } }

    func setPresent(_ isPresent: Bool) {
        let changed = shared.withLock { shared in
            defer { shared.isPresent = isPresent }
            return shared.isPresent != isPresent
        }
        if changed { presence.send(isPresent) }
    }

    /// Notifies the observers of ``presenceChanges``.
    func announcePresence() { presence.send(isPresent) }

    // MARK: The body

    /// Calls `body` with the camera body at the present time, and delivers the resulting outputs.
    @discardableResult
    func withBody<Value: Sendable>(_ body: (inout CameraBody) -> Value) -> Value {
        let value = shared.withLock { shared in
            shared.body.advance(to: time.now)
            let value = body(&shared.body)
            // Events without a delay have happened when this returns.
            shared.body.advance(to: time.now)
            shared.body.publish()
            shared.collectOutputs()
            // Under the lock, so that a slower thread cannot set the timer back to an outdated deadline.
            if let deadline = shared.body.nextDeadline { timer.arm(at: deadline) } else { timer.disarm() }
            return value
        }
        deliver()
        return value
    }

    /// Delivers the outputs of all threads, one after the other.
    private func deliver() {
        var isFirstRound = true
        while let outputs = drainOutbox(isFirstRound) {
            isFirstRound = false
            var updates: [CameraUpdate] = []
            for output in outputs {
                if case .update(let update) = output {
                    updates.append(update)
                    continue
                }
                report(&updates)
                act(on: output)
            }
            report(&updates)
        }
    }

    private func drainOutbox(_ isFirstRound: Bool) -> [BodyOutput]? {
        shared.withLock { shared in
            if isFirstRound && shared.isDelivering { return nil }
            shared.isDelivering = !shared.outbox.isEmpty
            guard shared.isDelivering else { return nil }
            defer { shared.outbox = [] }
            return shared.outbox
        }
    }

    private func report(_ updates: inout [CameraUpdate]) {
        guard !updates.isEmpty else { return }
        let (host, repeats) = shared.withLock { ($0.host, $0.repeatsEvents) }
        host?.update(repeats ? updates.flatMap { $0.isAboutFiles ? [$0, $0] : [$0] } : updates)
        updates = []
    }

    private func act(on output: BodyOutput) {
        switch output {
        case .update: break
        case .finished(let token, let result):
            shared.withLock { $0.waiting.removeValue(forKey: token) }?.fulfil(result)
        case .develop(let job): slowly { $0.develop(job) }
        case .developVideo(let job): slowly { $0.develop(job) }
        case .discard(let handles): files.discard(handles)
        case .detach(let handles): files.detach(handles)
        case .folderMade(let handle, let storage, let path):
            if let root = folder(of: storage) { files[handle] = .init(source: .path(CardPath(root: root, names: path))) }
        case .liveViewEnded(let end): endLiveView(end)
        case .ended(let reason): ended(reason)
        }
    }

    private func slowly(_ work: @escaping @Sendable (CameraSimulator) -> Void) {
        if worksAtOnce { return work(self) }
        studio.enqueue(CallbackWork { [self] in work(self) })
    }

    // MARK: Pictures

    private func develop(_ job: DevelopmentJob) {
        let folder = folder(of: job.storage)
        let done = developer.withLock { developer, _ in developer.develop(job, into: files, folder: folder) }
        withBody { $0.developed(done) }
    }

    private func develop(_ job: VideoJob) {
        let video = VideoFile.make(job.views)
        var source = FileStore.Source.memory(video.bytes)
        var job = job
        if let folder = folder(of: job.storage) {
            do throws(CameraError) {
                let path = try Self.write(video.bytes, named: &job.name, below: folder)
                source = .path(path)
            } catch {
                return withBody { $0.send(.notice("a video was lost: \(error.message)")) }
            }
        }
        files[job.handle] = .init(source: source)
        let done = job
        withBody { $0.developedVideo(done, size: UInt64(video.bytes.count), pixelSize: video.size) }
    }

    /// Writes a video under the first number whose name is free, and returns its path.
    private static func write(_ bytes: [UInt8], named name: inout String, below folder: String) throws(CameraError) -> CardPath {
        let place = try CardPath.pictureFolder(below: folder)
        for attempt in 0..<9999 {
            let next = PictureNumber.advance(name, by: attempt)
            guard try place.appending(next).write(bytes) else { continue }
            name = next
            return place.appending(next)
        }
        throw CameraError(.cardError, "Every video number is taken in \(place.text). Move videos to another folder.")
    }

    func developSample(_ view: SceneView, _ date: CameraDate) throws(CameraError) -> RenderedPicture {
        try developer.withLock { developer, _ -> Result<RenderedPicture, CameraError> in
            do throws(CameraError) { return .success(try developer.developSample(view, date)) } catch { return .failure(error) }
        }.get()
    }

    private func folder(of storage: StorageInfo.Identifier?) -> String? {
        shared.withLock { shared in shared.body.cards.first { $0.storage == storage }?.card.folder }
    }
}

/// Weak reference to a simulator, which its timer holds.
private final class WeakSimulator: Sendable {
    private struct Reference {
        weak var simulator: CameraSimulator?
    }

    private let reference = Guarded(Reference())

    var simulator: CameraSimulator? { reference.withLock { $0.simulator } }

    func set(_ simulator: CameraSimulator) { reference.withLock { $0.simulator = simulator } }
}

extension CameraUpdate {
    fileprivate var isAboutFiles: Bool {
        switch self {
        case .storages, .itemAdded, .itemChanged, .itemRemoved: true
        default: false
        }
    }
}
