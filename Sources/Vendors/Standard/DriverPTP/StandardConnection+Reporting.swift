package import CameraModel
import HotShoeSupport
package import PTP
import PTPSession

// The camera's state, and its changes, as updates for the host.

extension StandardConnection {
    /// Reads the camera's complete state and reports it to the host.
    ///
    /// - Parameter more: Properties that the DeviceInfo does not list. They are read again together with the others.
    package func reportAll(adding more: [DevicePropCode] = []) async {
        let codes = state.withLock { state in
            state.unlistedProperties += more
            let codes = state.device.deviceProps + state.unlistedProperties
            state.catalog.select(codes)
            return codes
        }
        let (known, unreadable) = await properties(codes)
        await reportAll(known, unreadable: unreadable)
    }

    /// Reports the complete state of a camera that has described its properties by a vendor's operation, in a transaction. Without
    /// descriptions they are requested.
    package func reportAll(
        of device: DeviceInfo,
        describedAs descs: [DevicePropDesc],
        from transaction: TransactionID
    ) async {
        state.withLock { $0.device = device }
        if descs.isEmpty { return await reportAll() }
        state.withLock { $0.catalog.select(device.deviceProps) }
        await reportAll(store(descs, from: transaction), unreadable: 0)
    }

    private func reportAll(_ known: [PropertyIdentifier], unreadable: Int) async {
        var standard: CommandCategories = device.takesPictures ? .stillsShooting : []
        // The cards of some bodies are not accessible in the mode for remote control.
        if supports(.getObjectHandles) || !device.takesPictures { standard.insert(.fileAccess) }
        let categories = standard.union(additions.categories)
        let storages = await storages()
        reports.report { [self] in
            let properties = known.compactMap { state(of: $0) }
            var updates: [CameraUpdate] = [.categories(active: categories, supported: [categories])]
            updates += properties.map { .property($0) }
            updates.append(.capabilities(capabilities(properties)))
            if unreadable > 0 {
                updates.append(.notice("\(unreadable) of the camera's properties are malformed and left out"))
            }
            return updates
        }
        await follow(storages: storages)
    }

    /// Reports properties as the camera has described them last, in one update.
    func report(_ properties: [PropertyIdentifier]) {
        guard !properties.isEmpty else { return }
        reports.report { [self] in properties.compactMap { state(of: $0) }.map { .property($0) } }
    }

    private func capabilities(_ properties: [PropertyState]) -> CameraCapabilities {
        let device = device
        var capabilities = CameraCapabilities(CameraCapabilities.standard + additions.capabilities, of: device)
        if device.takesPictures { capabilities.formUnion(.remoteControlWithoutLiveView) }
        if supports(.setDevicePropValue), properties.contains(where: \.settable.isSettable) {
            capabilities.insert(.exposureControl)
        }
        let settable = properties.filter(\.settable.isSettable).map(\.identifier)
        for (capability, property) in additions.propertyCapabilities where settable.contains(property) {
            capabilities.insert(capability)
        }
        for (capability, property, number) in additions.valueCapabilities
        where properties.contains(where: { $0.identifier == property && $0.settable.values.contains { $0.code == number } }) {
            capabilities.insert(capability)
        }
        if properties.contains(where: { $0.identifier == .vendor(code: UInt32(DevicePropCode.dateTime.rawValue)) }) {
            capabilities.insert(.clock)
        }
        return capabilities
    }

    /// Returns the camera's storages that have a medium. Those that the camera does not describe now are returned as they were
    /// known, and requested again later.
    package func storages() async -> [StorageInfo] {
        guard supports(.getStorageIDs) else { return [] }
        let known = state.withLock { $0.storages }
        var (storages, isWhole) = ([StorageInfo](), true)
        do throws(SessionError) {
            for id in try await storageIDs() where id.hasMedium {
                let info = await storage(id)
                isWhole = isWhole && info != nil
                if let storage = info ?? known.first(where: { $0.identifier.number == id.rawValue }) { storages.append(storage) }
            }
        } catch { (storages, isWhole) = (known, false) }
        planStorages(isWhole: isWhole)
        return storages
    }

    private func storage(_ id: StorageID) async -> StorageInfo? {
        do throws(SessionError) {
            return StorageInfo(
                id,
                try await session.receive(.getStorageInfo, [id.rawValue], as: StorageInfoDataset.self, limit: Self.infoLimit)
            )
        } catch {
            Log.write(.info, "ptp", "storage \(id) is not described: \(error)")
            return nil
        }
    }

    /// Plans another request of the storages if the camera has not described all of them.
    private func planStorages(isWhole: Bool) {
        state.withLock { state in
            if isWhole { return state.storageRetry.remove(.storages) }
            if !state.storageRetry.add(.storages, at: time.now) || state.storageRetry.due(at: time.now) != nil {
                _ = state.storageRetry.failed(.storages, at: time.now)
            }
        }
        scheduleRetry()
    }

    private func storageIDs() async throws(SessionError) -> [StorageID] {
        let numbers = try await session.array(.getStorageIDs, as: UInt32.self)
        var ids: [StorageID] = []
        for number in numbers.prefix(64) where !ids.contains(StorageID(rawValue: number)) {
            ids.append(StorageID(rawValue: number))
        }
        return ids
    }

    /// Reports descriptions of properties that the camera has sent by a vendor's operation, in a transaction. Those without room are left out.
    package func described(_ descs: [DevicePropDesc], from transaction: TransactionID) {
        report(store(descs, from: transaction))
    }

    // MARK: Following

    /// Queries the camera about reported changes.
    func follow(_ hints: [EventPump.Hint], _ overflowed: Bool) async {
        if overflowed {
            Log.write(.warning, "ptp", "too many events; reading all properties again")
            await reportAll()
            _ = try? await compareObjects()
        }
        // The camera may be able to describe now what it has refused before.
        if hints != [.objectsDue] { state.withLock { $0.objects.hurry() } }
        var (waiting, properties, queried) = (hints[...], [PropertyIdentifier](), 0)
        var began = time.now
        while let hint = waiting.popFirst() {
            if case .property(let code) = hint {
                if case .success(let property) = await property(code) { properties.append(property) }
                queried += 1
                // Requests the dependent properties too, such as the settable values in another exposure mode, so that the
                // host receives all of them in one update. Some cameras report them later, others never.
                for dependent in state.withLock({ $0.catalog.dependents(of: code) }) where !waiting.contains(.property(dependent))
                {
                    waiting.append(.property(dependent))
                }
                if waiting.isEmpty { waiting = pump.drainHints()[...] }
                // A camera that never stops, or that answers slowly, must not delay the update.
                if !waiting.isEmpty, queried < Self.togetherLimit, time.now - began < Self.togetherTime { continue }
            }
            report(properties)
            (properties, queried, began) = ([], 0, time.now)
            await follow(hint)
        }
    }

    /// Maximum number of properties that are requested before the host is notified, and maximum time for it.
    private static let (togetherLimit, togetherTime) = (64, Duration.milliseconds(500))

    private func follow(_ hint: EventPump.Hint) async {
        switch hint {
        case .property: break
        case .storages: await reportStorages()
        case .storeRemoved(let storage): storageErased(StorageInfo.Identifier(storage.rawValue))
        case .device: await refreshDevice()
        case .objectAdded(let handle): await follow(added: handle)
        case .objectsDue: await followDue()
        case .search:
            _ = try? await compareObjects()
            shots.searched()
        case .objectChanged(let handle):
            if handle.isObject, let item = try? await item(handle) { host.update([.itemChanged(item)]) }
            await describeDue()
        case .objectRemoved(let handle): objectRemoved(ItemInfo.Handle(UInt64(handle.rawValue)))
        case .captureComplete: shots.complete()
        case .storeFull: host.update([.notice("The card is full.")])
        }
    }

    /// Requests the DeviceInfo again, because it has changed, and reports the complete state.
    package func refreshDevice() async {
        if let device = try? await session.receive(.getDeviceInfo, as: DeviceInfo.self, limit: Self.descLimit) {
            state.withLock { $0.device = device }
        }
        await reportAll()
    }
}
