package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPFujifilm
package import PTPSession
package import VendorKit

/// Connection to a Fujifilm body in the mode for tethered shooting. **Thread-safe.** See `docs/driver-fujifilm.md`.
package final class FujifilmConnection: LiveViewConnection, PropertyDriver, ShutterDriver, FocusDriver, VideoDriver {
    package let parts: VendorParts<FujifilmChanges.Change, Press>

    /// A press of the shutter button.
    package enum Press: ButtonPress {
        case full, bulb, half

        package static let exposing: Set<Press> = [.full, .bulb]
        package static let focusing: Set<Press> = [.half]
    }

    /// Guards the state of the connection.
    let state = Guarded(FujifilmState())
    /// The movements of the shutter button, which consist of two operations.
    let releases = ReleaseLine()

    /// Number of attempts to set the priority, and the pause between them: a body refuses it while it works.
    private static let (priorityAttempts, priorityPause) = (8, Duration.milliseconds(250))
    /// Number of times that the buffer is emptied while the connection opens: the photographer may go on.
    private static let fetchLimit = 64

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        let standard = StandardConnection(session, Self.tethered(device), host: host, time: time, .fujifilm)
        parts = VendorParts(standard, .fujifilm)
        events.onRecords { [weak self] in self?.apply($0) }
    }

    /// The device without the operations on stores, which are the body's buffer and not its cards, and without the properties that have no
    /// description.
    static func tethered(_ device: DeviceInfo) -> DeviceInfo {
        let ofStores: Set<OperationCode> = [
            .getStorageIDs, .getStorageInfo, .getNumObjects, .getObjectHandles, .deleteObject, .formatStore, .getObjectPropList,
        ]
        var tethered = device
        tethered.operations.removeAll(where: ofStores.contains)
        tethered.deviceProps.removeAll(where: DevicePropCode.fujifilmUndescribed.contains)
        return tethered
    }

    package var files: (any FileDriver)? { nil }
    package var clock: (any ClockDriver)? { standard }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        try await session.open()
        // Bodies may refuse it, without consequence.
        try? await set(.fujifilmPCMode, to: 1, .connect)
        try await takePriority()
        state.withLock { $0.priorityTaken() }
        let listed = Set(standard.device.deviceProps)
        await standard.reportAll(adding: DevicePropCode.fujifilmUnlisted.filter { !listed.contains($0) })
        await findPictures()
        parts.start()
    }

    package func explanation(of error: SessionError) -> CameraError? { .refusedPriority(error) }

    /// Gives the computer priority over the body's dials, if it does not have it: bodies refuse a value that they have (observed with an
    /// X-T5). A body whose buffer has pictures of another program refuses too: they are fetched, and offered from this computer's memory. One
    /// that takes pictures refuses until they are in its buffer.
    private func takePriority() async throws(SessionError) {
        var (refusals, fetches) = (0, 0)
        while try await priority() != 2 {
            do throws(SessionError) {
                _ = try await session.send(.setDevicePropValue, [DevicePropCode.fujifilmPriorityMode.rawValue], [2, 0])
                return
            } catch {
                guard case .refused(_, let response) = error else { throw error }
                if fetches < Self.fetchLimit, await fetchPictures() {
                    fetches += 1
                    continue
                }
                refusals += 1
                guard response.code == .fujifilmNotNow, refusals < Self.priorityAttempts else { throw error }
            }
            await time.sleep(for: Self.priorityPause)
        }
    }

    private func priority() async throws(SessionError) -> UInt8? {
        try await session.receive(.getDevicePropValue, [DevicePropCode.fujifilmPriorityMode.rawValue]).bytes.first
    }

    package func leave(_ pictures: [ObjectHandle]) async {
        // Bodies keep the computer's priority, with dials that do nothing, while their buffer has pictures.
        for handle in pictures { await session.performFinally(.deleteObject, [handle.rawValue, 0]) }
        for _ in 0..<Self.priorityAttempts where session.isOpen {
            do throws(SessionError) {
                _ = try await session.send(.setDevicePropValue, [DevicePropCode.fujifilmPriorityMode.rawValue], [1, 0])
                return
            } catch {
                guard case .refused(_, let response) = error, response.code == .fujifilmNotNow else { return }
            }
            await time.sleep(for: Self.priorityPause)
        }
    }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        switch event.code {
        case .objectAdded, .fujifilmObjectAdded:
            let handle = ObjectHandle(rawValue: event.parameters[0])
            if state.withLock({ $0.announced(handle) }) { offer(handle) }
        // With a known number of files, they determine when a picture is complete.
        case .captureComplete:
            if state.withLock({ $0.expectedFiles }) == nil {
                offers.afterAnnouncements { [weak self] in self?.standard.shots.complete() }
            }
        // The buffer is no card.
        case .objectRemoved, .storeAdded, .storeRemoved: break
        default: standard.eventReceived(event)
        }
        events.requestNow()
    }

    private func apply(_ changes: [FujifilmChanges.Change]) {
        for change in changes {
            if change.code == .fujifilmFreeImages { standard.tasks.start { [weak self] in await self?.findPictures() } }
            if !DevicePropCode.fujifilmUndescribed.contains(change.code) { standard.refresh(change.code) }
        }
    }

    // MARK: The buffer

    /// Destination of new pictures.
    var destination: ImageDestination {
        if case .imageDestination(let place)? = standard.state(of: .imageDestination)?.value?.common { place } else { .host }
    }

    /// Offers a picture. Before the computer has the priority, it is fetched: the body refuses the priority while it has pictures.
    private func offer(_ handle: ObjectHandle) {
        offers.announce(handle, isOnlyCopy: destination == .host) { [weak self] in
            self?.state.withLock { !$0.hasPriority } ?? false
        }
    }

    /// Lists the buffer, and offers the pictures that no event has announced: not all bodies send events.
    func findPictures() async {
        guard let handles = try? await pictures() else { return }
        for handle in state.withLock({ $0.listed(handles) }) { offer(handle) }
    }

    private func pictures() async throws(SessionError) -> [ObjectHandle] {
        try await session.array(.getObjectHandles, [StorageID.all.rawValue, 0, 0], as: UInt32.self).map {
            ObjectHandle(rawValue: $0)
        }
    }

    /// Fetches the pictures that are in the buffer while connecting, and offers them. Returns whether there were any, and those that no
    /// event has announced were fetched.
    private func fetchPictures() async -> Bool {
        guard let handles = try? await pictures() else { return false }
        var areFetched = !handles.isEmpty
        for handle in state.withLock({ $0.listed(handles) }) where await !offers.fetch(handle, isOnlyCopy: true) {
            areFetched = false
        }
        // Those that events have announced are fetched in their order.
        let areProcessed = Promise<Void, Never>()
        offers.afterAnnouncements { areProcessed.fulfil(.success(())) }
        _ = await areProcessed.resultUnlessCancelled()
        return areFetched
    }
}
