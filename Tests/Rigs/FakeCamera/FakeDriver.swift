package import CameraModel
import HotShoeSupport

/// A driver without a camera, which is also its connection and all facets of it. Records every operation, and can hold, fail or
/// hang it. **Thread-safe.**
package final class FakeDriver:
    CameraDriver, CameraConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, FileDriver, TransferDriver,
    VideoDriver, ClockDriver
{
    /// The behaviour of an operation, which is recorded in any case.
    package enum Plan: Sendable {
        case succeed
        case fail(CameraError)
        /// Waits until the gate opens; ends on cancellation, as a driver should.
        case hold(Gate)
        /// Waits until the gate opens, ignoring cancellation, as a driver should not.
        case hang(Gate)
    }

    /// The behaviour of the simulated camera behind the driver, other than success.
    package struct Behaviour: Sendable {
        package var updates = CameraRig.everything
        package var warnings: [ConnectionWarning] = []
        package var connecting: @Sendable (CameraHost) async throws(CameraError) -> Void = { _ in }
        package var setting: @Sendable (PropertyIdentifier, PropertyValue, CameraHost) -> Void = { _, _, _ in }
        package var stepping: @Sendable (PropertyIdentifier, StepDirection, CameraHost) -> Void = { _, _, _ in }
        package var categories: @Sendable (CommandCategories, CameraHost) -> Void = { _, _ in }
        package var shot = ShotResult(items: [], offers: [])
        package var bytes: @Sendable (@escaping ChunkHandler) async throws(CameraError) -> Void = { _ in }
        package var upload: @Sendable (@escaping ChunkSource) async throws(CameraError) -> ItemInfo = { _ in CameraRig.item(9) }
        package var folder: [ItemInfo] = []
        package var metadata: @Sendable (ItemInfo.Handle) -> ItemInfo = { CameraRig.item($0.number) }
        package var format = LiveViewFormat(size: PixelSize(width: 640, height: 480), rate: 30)
    }

    /// One call with its argument.
    package struct Call: Sendable, CustomStringConvertible {
        package let operation: CameraOperation
        package let argument: String
        package var description: String { argument.isEmpty ? operation.rawValue : "\(operation.rawValue) \(argument)" }
    }

    package let calls = Recorder<Call>()
    /// The operations that have returned, cancelled ones included.
    package let returns = Recorder<CameraOperation>()
    package let hosts = Recorder<CameraHost>()
    package let sinks = Recorder<LiveViewSink>()
    /// The numbers of the runs in which demand for a frame began.
    package let demands = Recorder<Int>()

    private let plans = Guarded<[CameraOperation: [Plan]]>([:])
    private let behaviour = Guarded(Behaviour())

    /// Sets the behaviour of the next calls of an operation, one each; later calls succeed.
    package func plan(_ operation: CameraOperation, _ next: Plan...) { plans.withLock { $0[operation, default: []] += next } }

    package func behave(_ change: (inout Behaviour) -> Void) { behaviour.withLock { change(&$0) } }

    /// Returns the number of calls of an operation.
    package func count(of operation: CameraOperation) -> Int { calls.elements.count { $0.operation == operation } }

    /// Waits until an operation was called a number of times.
    package func called(_ operation: CameraOperation, times: Int = 1) async {
        await calls.until { calls in calls.count { $0.operation == operation } >= times }
    }

    package var host: CameraHost { hosts.last! }
    package var sink: LiveViewSink { sinks.last! }
    private var now: Behaviour { behaviour.withLock { $0 } }

    private func enter(_ operation: CameraOperation, _ argument: String = "") async throws(CameraError) {
        let plan = plans.withLock { plans -> Plan in
            plans[operation]?.isEmpty == false ? plans[operation]!.removeFirst() : .succeed
        }
        calls.record(Call(operation: operation, argument: argument))
        defer { returns.record(operation) }
        switch plan {
        case .succeed: return
        case .fail(let error): throw error
        case .hold(let gate): if await gate.resultUnlessCancelled() == nil { throw .cancelled(operation) }
        case .hang(let gate): _ = await gate.result()
        }
    }

    // MARK: Operations

    package func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        hosts.record(host)
        try await enter(.connect)
        try await now.connecting(host)
        host.update(now.updates)
        return self
    }

    package var info: CameraInfo { CameraRig.info }
    package var warnings: [ConnectionWarning] { now.warnings }

    package func disconnect(_ options: DisconnectOptions) async {
        try? await enter(.disconnect, options.powersOff ? "and power off" : "")
    }

    package func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        try await enter(.setCommandCategories, categories.description)
        now.categories(categories, host)
    }

    package func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        try await enter(.setProperty, "\(property) \(value)")
        now.setting(property, value, host)
    }

    package func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await enter(.stepProperty, "\(property) \(direction)")
        now.stepping(property, direction, host)
    }

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        try await enter(.shoot, options.autofocus ? "with autofocus" : "without autofocus")
        return now.shot
    }

    package func pressShutter() async throws(CameraError) { try await enter(.pressShutter) }
    package func releaseShutter() async throws(CameraError) { try await enter(.releaseShutter) }
    package func engageAutoFocus() async throws(CameraError) { try await enter(.engageAutoFocus) }
    package func disengageAutoFocus() async throws(CameraError) { try await enter(.disengageAutoFocus) }
    package func setFocusArea(_ index: Int) async throws(CameraError) { try await enter(.setFocusArea, "\(index)") }
    package func touchFocus(at point: Point) async throws(CameraError) { try await enter(.touchFocus, "\(point.x) \(point.y)") }
    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        try await enter(.driveFocus, "\(step.direction.rawValue) \(step.amount.rawValue)")
    }

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        let run = sinks.count
        sinks.record(sink)
        sink.whenDemanded { [demands] in demands.record(run) }
        try await enter(.startLiveView, options.maximumRate.map { "at most \($0)" } ?? "")
        return now.format
    }

    package func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError) {
        try await enter(.setLiveViewOptions, options.maximumRate.map { "at most \($0)" } ?? "")
    }

    package func stopLiveView() async { try? await enter(.liveView) }
    package func panLiveView(to point: Point) async throws(CameraError) { try await enter(.panLiveView, "\(point.x) \(point.y)") }
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        try await enter(.setLiveViewCrop, rect == nil ? "none" : "")
    }

    package func listFolder(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError)
        -> [ItemInfo]
    {
        try await enter(.listFolder, "\(storage) \(folder?.description ?? "top")")
        return now.folder
    }

    package func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        try await enter(.loadMetadata, "\(item)")
        return now.metadata(item)
    }

    package func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await enter(.loadThumbnail, "\(item)")
        return [1]
    }

    package func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await enter(.loadPreview, "\(item)")
        return [2, 2]
    }

    package func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try await enter(.loadEXIF, "\(item)")
        return PictureMetadata()
    }

    package func download(_ item: ItemInfo.Handle, from offset: UInt64, _ consume: @escaping ChunkHandler)
        async throws(CameraError)
    {
        try await enter(.download, "\(item) from \(offset)")
        try await now.bytes(consume)
    }

    package func delete(_ item: ItemInfo.Handle) async throws(CameraError) { try await enter(.delete, "\(item)") }
    package func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        try await enter(.setRating, "\(item) \(rating)")
    }

    package func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        try await enter(.setProtection, "\(item) \(isProtected)")
    }

    package func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        try await enter(.upload, "\(name) to \(folder?.description ?? "top") on \(storage), \(size)")
        return try await now.upload(source)
    }

    package func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await enter(.createFolder, "\(name) in \(folder?.description ?? "top") on \(storage)")
        return CameraRig.item(8, name, kind: .folder)
    }

    package func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await enter(.move, "\(item) to \(folder?.description ?? "top") on \(storage)")
        return CameraRig.item(item.number)
    }

    package func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await enter(.copy, "\(item) to \(folder?.description ?? "top") on \(storage)")
        return CameraRig.item(item.number + 100)
    }

    package func format(_ storage: StorageInfo.Identifier) async throws(CameraError) { try await enter(.format, "\(storage)") }

    package func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await enter(.transfer, "\(offer.number) \(representation.rawValue)")
        try await now.bytes(consume)
    }

    package func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        try await enter(.transfer, "\(offer.number) declined")
    }

    package func startRecording() async throws(CameraError) { try await enter(.startRecording) }
    package func stopRecording() async throws(CameraError) { try await enter(.stopRecording) }
    package func setClock(_ date: CameraDate) async throws(CameraError) { try await enter(.setClock, date.description) }

    package func readClock() async throws(CameraError) -> CameraDate {
        try await enter(.readClock)
        return CameraRig.date
    }
}
