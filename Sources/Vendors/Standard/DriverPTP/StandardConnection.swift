package import CameraModel
package import HotShoeSupport
package import PTP
import PTPProperties
package import PTPSession

/// Connection to a camera that supports standard PTP: its state, kept up to date by events. **Thread-safe.**
package final class StandardConnection:
    PTPConnection, PropertyDriver, ShutterDriver, FileDriver, SteppedFolderDriver, ClockDriver
{
    package let session: PTPSession
    package let host: CameraHost
    package let time: any TimeSource

    struct State {
        var device: DeviceInfo
        var catalog: PropertyCatalog
        /// Properties that the DeviceInfo does not list.
        var unlistedProperties: [DevicePropCode] = []
        /// The objects that the camera has announced.
        var objects = ObjectLedger()
        /// The storages that the host was notified of.
        var storages: [StorageInfo] = []
        /// The next requests of properties that a busy camera has not described.
        var propertyRetry = RetryQueue<DevicePropCode>(limit: ObjectLedger.patience, pause: .seconds(1))
        /// The next request of storages that the camera has not described.
        var storageRetry = RetryQueue<EventPump.Hint>(limit: ObjectLedger.patience)
        /// File sizes in bytes, as last reported by the camera.
        var sizes: [ItemInfo.Handle: UInt64] = [:]
        var pieceSize = PieceSize()
        /// Whether the camera supports GetObjectPropList.
        var listsObjects: Bool
        var openCapture: TransactionID?
        /// The vendor whose dialect recognised the camera; nil for the standard.
        var vendor: Vendor?
        /// Fulfilled when the last upload and all before it have ended.
        var lastUpload: Promise<Void, Never>?
    }

    /// Guards the camera's state.
    let state: Guarded<State>
    let pump: EventPump
    /// Work that continues after its caller was cancelled or has returned. Cancelled when the connection ends.
    package let tasks = OwnedTasks()
    /// Expires when an announced object is requested again.
    let retry: any TimeSourceTimer
    /// The picture that is being taken.
    package let shots: Shots
    /// The reports of properties.
    package let reports: OrderedReports
    let additions: StandardExtension

    /// Maximum size of a property description, in bytes; a list of 65,535 64-bit numbers needs half of it.
    static let descLimit = 1 << 20
    /// Maximum size of the description of an object or a storage, in bytes.
    static let infoLimit = 64 << 10
    /// Maximum number of objects of one folder, or of one series of events, that are processed.
    static let objectLimit = 200_000

    /// Creates a connection over a session that is not open yet. A vendor may supply additions to the standard.
    package init(
        _ session: PTPSession,
        _ device: DeviceInfo,
        host: CameraHost,
        time: any TimeSource,
        _ additions: StandardExtension = StandardExtension()
    ) {
        (self.session, self.host, self.time, self.additions) = (session, host, time, additions)
        reports = OrderedReports(host)
        state = Guarded(
            State(
                device: device,
                catalog: PropertyCatalog(additions.properties),
                listsObjects: device.operations.contains(.getObjectPropList)
            )
        )
        let pumped = Pumped()
        let pump = EventPump { hints, overflowed in await pumped.connection?.follow(hints, overflowed) }
        self.pump = pump
        retry = time.makeTimer { pump.add(.objectsDue) }
        let canSearch = Set(device.operations).isSuperset(of: [.getStorageIDs, .getObjectHandles])
        let search: @Sendable () -> Void = { pump.add(EventPump.Hint.search) }
        shots = Shots(time, search: canSearch ? search : nil)
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

    package var standard: StandardConnection { self }

    package var device: DeviceInfo { state.withLock { $0.device } }

    package func supports(_ code: OperationCode) -> Bool { state.withLock { $0.device.operations.contains(code) } }

    // MARK: Connecting

    package var info: CameraInfo {
        let device = device
        var info = CameraInfo(device)
        if device.isMediaDevice, !additions.isCamera { info.kind = .mediaDevice }
        // The standard's part was compared with the datasets of real cameras (docs/camera-report.md).
        info.support = vendor?.support(ofModel: device.model) ?? .layoutsFromDump
        return info
    }

    /// The vendor whose dialect recognised the camera; nil for the standard.
    var vendor: Vendor? {
        get { state.withLock { $0.vendor } }
        set { state.withLock { $0.vendor = newValue } }
    }

    package func open() async throws(SessionError) {
        try await session.open()
        await reportAll()
    }

    package func disconnect(_ options: DisconnectOptions) async {
        _ = try? await releaseShutter()
        if options.powersOff, supports(.powerDown) { _ = try? await session.perform(.powerDown, priority: .immediate) }
        stopFollowing()
        await session.close()
        // The requests of both have failed with the session.
        await tasks.end()
        await pump.untilStopped()
    }

    package func eventReceived(_ event: Event) { pump.add(event) }

    package func linkEnded() { stopFollowing() }

    private func stopFollowing() {
        pump.stop()
        retry.disarm()
        shots.finish()
    }

    // MARK: Operations

    /// Performs operations of the session; converts errors into errors of the camera model.
    @discardableResult
    package func perform<Value: Sendable>(
        _ operation: CameraOperation,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        do throws(SessionError) { return try await work(session) } catch { throw CameraError(error, operation) }
    }
}

extension PTPSession {
    /// Performs an operation whose data is an array of numbers.
    package func array<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        as type: Number.Type = Number.self
    ) async throws(SessionError) -> [Number] {
        let bytes = try await receive(code, parameters).bytes
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) { return try reader.array("\(code)") } catch { throw .malformed(code, error) }
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
