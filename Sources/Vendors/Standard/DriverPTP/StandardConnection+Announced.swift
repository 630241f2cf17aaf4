package import CameraModel
import HotShoeSupport
package import PTP
import PTPSession

// The objects that the camera announces: each is requested until the camera describes it.

extension StandardConnection {
    /// Requests the description of an announced object, and of others that are due.
    func follow(added handle: ObjectHandle) async {
        guard handle.isObject else { return }
        shots.expect(ItemInfo.Handle(UInt64(handle.rawValue)))
        state.withLock { $0.objects.announced(handle, at: time.now) }
        await describeDue()
    }

    /// Requests the descriptions of all objects that are due.
    func describeDue() async {
        defer { scheduleRetry() }
        while let handle = state.withLock({ $0.objects.due(at: time.now) }) {
            do throws(SessionError) {
                let item = try await item(handle)
                settle(handle, state.withLock { $0.objects.described(handle, as: item, at: time.now) }, item)
            } catch {
                if case .link = error { return }
                let failure = CameraError(error, .loadMetadata)
                settle(handle, state.withLock { $0.objects.failed(handle, failure, at: time.now) }, nil)
                // A busy camera is as busy for the next object, and other events must not wait for it.
                if failure.code == .busy || failure.code == .timedOut { return }
            }
        }
    }

    /// Requests what is due again: descriptions of objects, and storages.
    func followDue() async {
        await describeDue()
        await describePostponed()
        if state.withLock({ $0.storageRetry.due(at: time.now) }) != nil { await reportStorages() }
    }

    /// Arms the timer for the next request that is due.
    func scheduleRetry() {
        let due = state.withLock { state in
            [state.objects.nextDue(), state.storageRetry.nextDue(), state.propertyRetry.nextDue()].compactMap(\.self).min()
        }
        if let due { retry.arm(at: due) } else { retry.disarm() }
    }

    /// Returns the complete description of an object that the camera has announced outside its cards, requested for a minute. Reports
    /// one that cannot be read, and returns nil; also nil without a report when the connection ends.
    package func described(_ handle: ObjectHandle) async -> ItemInfo? {
        var ledger = ObjectLedger()
        ledger.announced(handle, at: time.now)
        while session.isOpen, !Task.isCancelled {
            let outcome: ObjectLedger.Outcome
            do throws(SessionError) {
                let item = try await item(handle)
                outcome = ledger.described(handle, as: item, at: time.now)
                if outcome == .added { return item }
            } catch {
                if case .link = error { return nil }
                outcome = ledger.failed(handle, CameraError(error, .loadMetadata), at: time.now)
            }
            if case .unreadable(let lost) = outcome {
                report(lost)
                return nil
            }
            await time.sleep(until: ledger.nextDue() ?? time.now)
        }
        return nil
    }

    /// Reports a file that cannot be read.
    package func report(unreadable handle: ObjectHandle, _ name: String?, _ error: CameraError) {
        let number = ItemInfo.Handle(UInt64(handle.rawValue))
        report(UnreadableItem(handle: number, name: name, code: error.code, message: error.message))
    }

    /// Reports a file that cannot be read to the host and to the picture that is being taken.
    func report(_ lost: UnreadableItem) {
        Log.write(.warning, "ptp", "\(lost.displayName) was announced and cannot be read: \(lost.message)")
        shots.add(lost)
        host.update([.itemUnreadable(lost)])
    }

    /// Notifies the host and the picture that is being taken of the outcome for an object.
    func settle(_ handle: ObjectHandle, _ outcome: ObjectLedger.Outcome, _ item: ItemInfo?) {
        switch outcome {
        case .postponed: return
        case .repeated: shots.settle(ItemInfo.Handle(UInt64(handle.rawValue)))
        case .unreadable(let lost): report(lost)
        case .added, .replaced:
            guard let item else { return }
            if outcome == .replaced { host.update([.itemRemoved(item.handle)]) }
            host.update([.itemAdded(item)])
            shots.add(item)
            storagesChanged()
        }
    }
}
