package import CameraModel
package import HotShoeSupport
package import PTP
package import PTPSession

/// Connection to a camera that supports standard PTP: its state, kept up to date by events. **Thread-safe.**
package final class StandardConnection:
    PTPConnection, PropertyDriver, ShutterDriver, FileDriver, SteppedFolderDriver, ClockDriver
{
    package let session: PTPSession
    let host: CameraHost
    let time: any TimeSource

    private struct State {
        var device = DeviceInfo()
        var catalog = PropertyCatalog()
        /// Storages of the items that have been announced to the host, by item.
        var announced: [ItemInfo.Handle: CameraModel.StorageInfo.Identifier] = [:]
        /// File sizes in bytes, as last reported by the camera.
        var sizes: [ItemInfo.Handle: UInt64] = [:]
        var pieceSize = PieceSize()
        /// Whether the camera supports GetObjectPropList.
        var listsObjects = false
        var shot: ShotCollector?
        var openCapture: TransactionID?
        /// Fulfilled when the last upload and all before it have ended.
        var lastUpload: Promise<Void, Never>?
    }

    /// Guards the camera's state.
    private let state: Guarded<State>
    private let pump: EventPump

    /// Maximum size of a property description, in bytes; a list of 65,535 64-bit numbers needs half of it.
    static let descLimit = 1 << 20
    /// Maximum size of the description of an object or a storage, in bytes.
    private static let infoLimit = 64 << 10
    /// Number of unanswered requests after which no further properties are requested.
    private static let silenceLimit = 3
    /// Maximum number of objects of one folder, or of one series of events, that are processed.
    static let objectLimit = 200_000

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        self.session = session
        self.host = host
        self.time = time
        var known = State()
        known.device = device
        known.listsObjects = device.operations.contains(.getObjectPropList)
        state = Guarded(known)
        let pumped = Pumped()
        pump = EventPump { hints, overflowed in await pumped.connection?.follow(hints, overflowed) }
        pumped.set(self)
    }

    /// Reference from the pump to the connection, which is created after the pump.
    private final class Pumped: Sendable {
        private struct Reference { weak var connection: StandardConnection? }

        /// Guards the reference.
        private let reference = Guarded(Reference())

        var connection: StandardConnection? { reference.withLock { $0.connection } }

        func set(_ connection: StandardConnection) {
            reference.withLock { $0.connection = connection }
        }
    }

    package var device: DeviceInfo { state.withLock { $0.device } }

    package func supports(_ code: OperationCode) -> Bool { state.withLock { $0.device.operations.contains(code) } }

    // MARK: Connecting

    package var info: CameraInfo {
        let device = device
        var info = CameraInfo(device)
        if device.isMediaDevice { info.kind = .mediaDevice }
        return info
    }

    package func open() async throws(SessionError) {
        try await session.open()
        await reportAll()
    }

    package func disconnect(_ options: DisconnectOptions) async {
        _ = try? await releaseShutter()
        if options.powersOff, supports(.powerDown) { _ = try? await session.perform(.powerDown, priority: .immediate) }
        pump.stop()
        abandonShot()
        await session.close()
    }

    package func eventReceived(_ event: Event) { pump.add(event) }

    package func linkEnded() {
        pump.stop()
        abandonShot()
    }

    private func reportAll() async {
        var updates: [CameraUpdate] = []
        let categories: CommandCategories = device.takesPictures ? [.stillsShooting, .fileAccess] : .fileAccess
        updates.append(.categories(active: categories, supported: [categories]))
        let (properties, unreadable) = await properties(device.deviceProps)
        updates += properties.map { .property($0) }
        updates.append(.storages(await storages()))
        updates.append(.capabilities(capabilities(properties)))
        if unreadable > 0 {
            updates.append(.notice("\(unreadable) of the camera's properties are malformed and left out"))
        }
        host.update(updates)
    }

    private func properties(_ codes: [DevicePropCode]) async -> ([PropertyState], unreadable: Int) {
        var states: [PropertyState] = []
        var (seen, unreadable, unanswered): (Set<DevicePropCode>, Int, Int) = ([], 0, 0)
        for code in codes.prefix(PropertyCatalog.propertyLimit) where seen.insert(code).inserted {
            if unanswered == Self.silenceLimit {
                unreadable += 1
                continue
            }
            switch await property(code) {
            case .success(let state): states.append(state)
            case .failure(.link): return (states, unreadable)
            case .failure(let error):
                unreadable += 1
                if case .timedOut = error { unanswered += 1 }
            }
        }
        return (states, unreadable)
    }

    private func property(_ code: DevicePropCode) async -> Result<PropertyState, SessionError> {
        do throws(SessionError) {
            let desc = try await session.receive(
                .getDevicePropDesc,
                [UInt32(code.rawValue)],
                as: DevicePropDesc.self,
                limit: Self.descLimit
            )
            // The description of another property would replace that property's description.
            guard desc.code == code else {
                return .failure(
                    .malformed(.getDevicePropDesc, DatasetError("DevicePropDesc.DevicePropertyCode", at: 0, .typeMismatch))
                )
            }
            let learnt = state.withLock { $0.catalog.hasRoom(for: desc) ? $0.catalog.store(desc) : nil }
            return learnt.map { .success($0) } ?? .failure(.tooLarge(.getDevicePropDesc, limit: Self.descLimit))
        } catch {
            return .failure(error)
        }
    }

    package func storages() async -> [CameraModel.StorageInfo] {
        guard supports(.getStorageIDs), let ids = try? await storageIDs() else { return [] }
        var storages: [CameraModel.StorageInfo] = []
        for id in ids where id.hasMedium {
            do throws(SessionError) {
                let info = try await session.receive(
                    .getStorageInfo,
                    [id.rawValue],
                    as: PTP.StorageInfo.self,
                    limit: Self.infoLimit
                )
                storages.append(CameraModel.StorageInfo(id, info))
            } catch {
                if case .timedOut = error { break }
            }
        }
        return storages
    }

    private func storageIDs() async throws(SessionError) -> [StorageID] {
        let bytes = try await session.receive(.getStorageIDs).bytes
        let numbers = try Self.array(bytes, .getStorageIDs, as: UInt32.self)
        var ids: [StorageID] = []
        for number in numbers.prefix(64) where !ids.contains(StorageID(rawValue: number)) {
            ids.append(StorageID(rawValue: number))
        }
        return ids
    }

    /// Parses an operation's data as an array of numbers.
    static func array<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: [UInt8],
        _ code: OperationCode,
        as type: Number.Type
    ) throws(SessionError) -> [Number] {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) { return try reader.array("\(code)") } catch { throw .malformed(code, error) }
    }

    private func capabilities(_ properties: [PropertyState]) -> CameraCapabilities {
        let operations = Set(device.operations)
        var capabilities: CameraCapabilities = device.takesPictures ? .remoteControlWithoutLiveView : []
        if operations.contains(.setDevicePropValue), properties.contains(where: \.settable.isSettable) {
            capabilities.insert(.exposureControl)
        }
        if operations.contains(.initiateCapture) { capabilities.insert(.shutterControl) }
        if operations.isSuperset(of: [.getObjectHandles, .getObjectInfo]), operations.contains(.getObject) {
            capabilities.insert(.fileAccess)
        }
        if operations.contains(.deleteObject) { capabilities.insert(.fileDeletion) }
        if operations.contains(.setObjectPropValue) { capabilities.insert(.fileRating) }
        if operations.contains(.setObjectProtection) { capabilities.insert(.fileProtection) }
        if operations.isSuperset(of: [.sendObjectInfo, .sendObject]) { capabilities.insert(.fileUpload) }
        if operations.contains(.sendObjectInfo) { capabilities.insert(.folderCreation) }
        if operations.contains(.moveObject) { capabilities.insert(.fileMoving) }
        if operations.contains(.copyObject) { capabilities.insert(.fileCopying) }
        if operations.contains(.formatStore) { capabilities.insert(.formatting) }
        if operations.contains(.powerDown) { capabilities.insert(.powerOff) }
        if properties.contains(where: { $0.identifier == .vendor(code: UInt32(DevicePropCode.dateTime.rawValue)) }) {
            capabilities.insert(.clock)
        }
        return capabilities
    }

    // MARK: Following

    /// Queries the camera about reported changes.
    private func follow(_ hints: [EventPump.Hint], _ overflowed: Bool) async {
        if overflowed {
            Log.write(.warning, "ptp", "too many events; reading all properties again")
            await reportAll()
        }
        var (waiting, properties, queried) = (hints[...], [CameraUpdate](), 0)
        while let hint = waiting.popFirst() {
            if case .property(let code) = hint {
                if case .success(let state) = await property(code) { properties.append(.property(state)) }
                queried += 1
                // Requests the dependent properties too, such as the settable values in another exposure mode, so that the
                // host receives all of them in one update. Some cameras report them later, others never.
                for dependent in state.withLock({ $0.catalog.dependents(of: code) }) where !waiting.contains(.property(dependent))
                {
                    waiting.append(.property(dependent))
                }
                if waiting.isEmpty { waiting = pump.drainHints()[...] }
                // A camera that never stops must not delay the update indefinitely.
                if !waiting.isEmpty, queried < Self.togetherLimit { continue }
            }
            if !properties.isEmpty { host.update(properties) }
            (properties, queried) = ([], 0)
            await follow(hint)
        }
    }

    /// Maximum number of properties that are requested before the host is notified.
    private static let togetherLimit = 64

    /// Called when something about the storages has changed.
    package func storagesChanged() { pump.add(.storages) }

    private func follow(_ hint: EventPump.Hint) async {
        switch hint {
        case .property: break
        case .storages: host.update([.storages(await storages())])
        case .device: await refreshDevice()
        case .objectAdded(let handle): await objectAdded(handle)
        case .objectChanged(let handle):
            if handle.isObject, let item = try? await item(handle) { host.update([.itemChanged(item)]) }
        case .objectRemoved(let handle): objectRemoved(ItemInfo.Handle(UInt64(handle.rawValue)))
        case .captureComplete: state.withLock { $0.shot }?.complete()
        case .storeFull: host.update([.notice("The card is full.")])
        }
    }

    private func refreshDevice() async {
        if let device = try? await session.receive(.getDeviceInfo, as: DeviceInfo.self, limit: Self.descLimit) {
            state.withLock { $0.device = device }
        }
        await reportAll()
    }

    private func objectAdded(_ handle: ObjectHandle) async {
        guard handle.isObject, let item = try? await item(handle) else { return }
        announce(item)
        // A folder that is created for the picture is not part of the shot.
        if item.kind != .folder { state.withLock { $0.shot }?.add(item) }
        pump.add(.storages)
    }

    /// Announces an item to the host, once.
    package func announce(_ item: ItemInfo) {
        let isNew = state.withLock { state -> Bool in
            if state.announced.count >= Self.objectLimit { state.announced = [:] }
            return state.announced.updateValue(item.storage, forKey: item.handle) == nil
        }
        if isNew { host.update([.itemAdded(item)]) }
    }

    package func objectRemoved(_ handle: ItemInfo.Handle) {
        state.withLock { state in
            state.announced[handle] = nil
            state.sizes[handle] = nil
        }
        host.update([.itemRemoved(handle)])
    }

    /// Notifies the host that all items of a storage were removed.
    func storageErased(_ storage: CameraModel.StorageInfo.Identifier) {
        let removed = state.withLock { state in
            let removed = state.announced.filter { $0.value == storage }.keys.sorted { $0.number < $1.number }
            for handle in removed { state.announced[handle] = nil }
            return removed
        }
        host.update(removed.map { .itemRemoved($0) })
        pump.add(.storages)
    }

    /// Returns the current description of an object as an item.
    package func item(_ handle: ObjectHandle) async throws(SessionError) -> ItemInfo {
        if let item = await listed([handle.rawValue, 0, .max, 0, 0])?[handle] { return noted(item) }
        var info = try await session.receive(.getObjectInfo, [handle.rawValue], as: ObjectInfo.self, limit: Self.infoLimit)
        if info.compressedSize == nil, supports(.getObjectPropValue) { info.compressedSize = await wideSize(handle) }
        return noted(ItemInfo(handle, info))
    }

    /// Maximum size of an object property list, in bytes; enough for more objects than one folder should contain.
    private static let listLimit = 16 << 20

    /// Performs GetObjectPropList (0x9805); returns nil if the camera does not support it or the result cannot be used.
    func listed(_ parameters: Parameters) async -> ListedObjects? {
        guard state.withLock({ $0.listsObjects }) else { return nil }
        do throws(SessionError) {
            let list = try await session.receive(.getObjectPropList, parameters, as: ObjectPropList.self, limit: Self.listLimit)
            return ListedObjects(list)
        } catch {
            switch error {
            case .refused(_, let response) where response.code == .invalidObjectHandle: break
            // The operation is not used again.
            case .refused, .malformed, .broken, .tooLarge: state.withLock { $0.listsObjects = false }
            default: break
            }
            return nil
        }
    }

    /// Stores the size of an item for its download. Returns the item.
    func noted(_ item: ItemInfo) -> ItemInfo {
        if let size = item.size { note(size, of: item.handle) }
        return item
    }

    /// Stores the size of a file for its next download.
    func note(_ size: UInt64, of item: ItemInfo.Handle) {
        state.withLock { state in
            if state.sizes.count >= Self.objectLimit { state.sizes = [:] }
            state.sizes[item] = size
        }
    }

    /// Removes and returns the stored size of a file. After a failed download, the next one therefore requests the size again.
    func popSize(of item: ItemInfo.Handle) -> UInt64? { state.withLock { $0.sizes.removeValue(forKey: item) } }

    var pieceSize: PieceSize { state.withLock { $0.pieceSize } }

    /// Adapts the piece size to the result of a download.
    @discardableResult
    func withPieceSize<Result>(_ body: (inout PieceSize) -> Result) -> Result { state.withLock { body(&$0.pieceSize) } }

    /// Returns the size of an object of 4 GiB or more.
    private func wideSize(_ handle: ObjectHandle) async -> UInt64? {
        let parameters: Parameters = [handle.rawValue, UInt32(ObjectPropCode.objectSize.rawValue)]
        guard let bytes = try? await session.receive(.getObjectPropValue, parameters).bytes else { return nil }
        let span = bytes.span
        return unsafe try? DataValue(span.bytes, type: .uint64, "ObjectSize").integer()
    }

    // MARK: Settings

    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        let (code, data) = state.withLock { ($0.catalog.code(identifier), $0.catalog.encode(value, for: identifier)) }
        guard let code else { throw CameraError(.notSupported, "This camera has no such property.") }
        guard let data else { throw CameraError(.invalidValue, "The camera has no such value.") }
        try await send(data, to: code)
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        let (code, data) = state.withLock { ($0.catalog.code(identifier), $0.catalog.stepped(identifier, direction)) }
        guard let code else { throw CameraError(.notSupported, "This camera has no such property.") }
        guard let data else { throw CameraError(.invalidValue, "There is no further value in this direction.") }
        try await send(data, to: code)
    }

    package func setClock(_ date: CameraDate) async throws(CameraError) {
        guard let text = DateTime(date)?.description else {
            throw CameraError(.invalidArgument, "Cameras do not accept this year.")
        }
        try await send(.string(text), to: .dateTime)
    }

    func send(_ data: DataValue, to code: DevicePropCode) async throws(CameraError) {
        guard let bytes = try? data.encoded("DevicePropValue") else {
            throw CameraError(.invalidValue, "This value cannot be sent to a camera.")
        }
        try await perform(.setProperty) { session throws(SessionError) in
            _ = try await session.send(.setDevicePropValue, [UInt32(code.rawValue)], bytes)
        }
        // Not every camera sends an event for a change that the initiator requested.
        pump.add(.property(code))
    }

    package func readClock() async throws(CameraError) -> CameraDate {
        let bytes = try await perform(.readClock) { session throws(SessionError) in
            try await session.receive(.getDevicePropValue, [UInt32(DevicePropCode.dateTime.rawValue)]).bytes
        }
        let span = bytes.span
        let text = unsafe (try? DataValue(span.bytes, type: .string, "DateTime"))?.string
        guard let date = text.flatMap({ DateTime($0) }).flatMap({ CameraDate($0) }) else {
            throw CameraError(.protocolFailure, "The camera's clock shows no date. Set it first.", operation: .readClock)
        }
        return date
    }

    /// Performs operations of the session; converts errors into errors of the camera model.
    @discardableResult
    package func perform<Value: Sendable>(
        _ operation: CameraOperation,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        do throws(SessionError) { return try await work(session) } catch { throw CameraError(error, operation) }
    }

    // MARK: Shooting

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        let collector = ShotCollector(time)
        state.withLock { $0.shot = collector }
        defer {
            state.withLock { if $0.shot === collector { $0.shot = nil } }
            collector.finish()
        }
        try await perform(.shoot) { session throws(SessionError) in
            try await session.perform(.initiateCapture, [0, 0], priority: .immediate, timeout: ShotCollector.limit)
        }
        return try await collector.result { session.isOpen }
    }

    private func abandonShot() { state.withLock { $0.shot }?.finish() }

    package func pressShutter() async throws(CameraError) {
        // In a separate task, so that it is not cancelled with its caller: only the response contains the transaction ID for
        // the end of the capture.
        let opened = await Task { [session] () async -> Result<OperationResponse, SessionError> in
            do throws(SessionError) {
                return .success(try await session.perform(.initiateOpenCapture, [0, 0], priority: .immediate))
            } catch { return .failure(error) }
        }
        .value
        let response = try await perform(.pressShutter) { _ throws(SessionError) in try opened.get() }
        state.withLock { $0.openCapture = response.transaction }
        if Task.isCancelled {
            await Task { _ = try? await self.releaseShutter() }.value
            throw .cancelled(.pressShutter)
        }
    }

    /// Waits for earlier uploads: no other object may be announced between SendObjectInfo and SendObject.
    ///
    /// - Returns: A promise to fulfil when the upload has ended; nil if the task was cancelled.
    func waitForUploads() async -> Promise<Void, Never>? {
        let turn = Promise<Void, Never>()
        let before = state.withLock { state in
            defer { state.lastUpload = turn }
            return state.lastUpload
        }
        guard let before, await before.resultUnlessCancelled() == nil else { return turn }
        // Later uploads still wait for the earlier ones.
        Task {
            _ = await before.result()
            turn.fulfil(.success(()))
        }
        return nil
    }

    package func releaseShutter() async throws(CameraError) {
        let capture = state.withLock { state in
            defer { state.openCapture = nil }
            return state.openCapture
        }
        guard let capture else { return }
        do throws(CameraError) {
            try await perform(.releaseShutter) { session throws(SessionError) in
                try await session.perform(.terminateOpenCapture, [capture.rawValue], priority: .immediate)
            }
        } catch {
            // The capture has already ended, as wanted.
            if error.response?.code == UInt32(ResponseCode.captureAlreadyTerminated.rawValue) { return }
            // The shutter is still open; a later attempt must find the capture.
            state.withLock { $0.openCapture = $0.openCapture ?? capture }
            throw error
        }
    }
}

extension CameraInfo {
    /// Creates the camera information from a DeviceInfo.
    package init(_ device: DeviceInfo) {
        self.init(
            manufacturer: device.manufacturer,
            model: device.model,
            firmwareVersion: device.deviceVersion,
            serialNumber: device.serialNumber
        )
    }
}

extension DisconnectReason {
    /// Converts the failure of a link into the reason for the disconnection.
    init(_ failure: LinkFailure) {
        switch failure {
        case .closedHere: self = .requested
        case .closedByDevice, .lost, .silent: self = .connectionLost
        case .protocolBroken: self = .protocolFailure
        }
    }
}
