package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPOlympus
import PTPProperties
package import PTPSession
package import VendorKit

/// Connection to an Olympus or OM System body. **Thread-safe.** See `docs/driver-olympus.md`.
package final class OlympusConnection: LiveViewConnection, PropertyDriver, ShutterDriver, FocusDriver {
    package let parts: VendorParts<OlympusChanges.Change, Press>

    /// A press of the shutter button; bodies have no half-press by remote control.
    package enum Press: ButtonPress {
        case full

        package static let exposing: Set<Press> = [.full]
        package static let focusing: Set<Press> = []
    }

    /// Guards the control mode.
    let state = Guarded(OlympusState())

    /// Time limit for the response to the change of the control mode: an OM-1 takes up to three seconds, and must not be disturbed
    /// before.
    private static let responseLimit: Duration = .seconds(4)
    /// Time after an event during which a body that changes its state must not be asked: an OM-1 does not answer then.
    private static let transition: Duration = .milliseconds(200)

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        parts = VendorParts(StandardConnection(session, device, host: host, time: time, .olympus), .olympus)
        events.onReply { [weak self] in self?.apply($0, $1) }
    }

    package var properties: (any PropertyDriver)? { self }
    package var clock: (any ClockDriver)? { standard }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        try await session.open()
        try await listStorages()
        try await takeControl()
        await standard.reportAll(adding: standard.device.deviceProps.contains(.olympusMode) ? [] : [.exposureProgramMode])
        parts.start()
    }

    /// Requests storages and their top folders, without which an OM-1 does not answer the change of the control mode.
    private func listStorages() async throws(SessionError) {
        for storage in await standard.storages().prefix(8) {
            do throws(SessionError) {
                _ = try await session.receive(
                    .getObjectHandles,
                    [UInt32(truncatingIfNeeded: storage.identifier.number), 0, ObjectHandle.root.rawValue]
                )
            } catch {
                if case .link = error { throw error }
                Log.write(.info, "olympus", "a storage is not listed: \(error)")
            }
        }
    }

    /// Gives control to the computer. An OM-1 may change its mode without a response.
    private func takeControl() async throws(SessionError) {
        guard standard.device.deviceProps.contains(.olympusControlMode) else { return }
        if let mode = try? await standard.number(.olympusControlMode) { state.withLock { $0.reported(mode) } }
        guard state.withLock({ $0.controlBegan() }) else { return }
        do throws(SessionError) {
            try await setControlMode(OlympusControlMode.computer, timeout: Self.responseLimit)
        } catch {
            guard case .timedOut = error, try await standard.number(.olympusControlMode) == UInt64(OlympusControlMode.computer)
            else {
                throw error
            }
        }
        events.postpone(by: Self.transition)
    }

    private func setControlMode(_ mode: UInt16, timeout: Duration) async throws(SessionError) {
        let bytes = [UInt8(truncatingIfNeeded: mode), 0]
        _ = try await session.send(.setDevicePropValue, [DevicePropCode.olympusControlMode.rawValue], bytes, timeout: timeout)
    }

    package func explanation(of error: SessionError) -> CameraError? {
        guard case .refused(.setDevicePropValue, let response) = error, response.code != .deviceBusy else { return nil }
        var explained = ResponseMeanings.olympus.error(error, .connect)
        (explained.code, explained.message) = (
            .needsPhysicalInteraction,
            "The camera does not accept remote control: select the tethering or control mode when it asks for the USB mode, "
                + "leave its menus, then connect again."
        )
        return explained
    }

    package func leave(_ pictures: [ObjectHandle]) async {
        guard session.isOpen, state.withLock({ $0.leavesControl }) else { return }
        try? await setControlMode(OlympusControlMode.camera, timeout: session.options.cancelTimeout)
    }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        let handle = ObjectHandle(rawValue: event.parameters[0])
        switch event.code {
        case .olympusObjectAdded, .olympusEarlierObjectAdded, .objectAdded: added(handle, event)
        // Its parameter is no handle on some bodies. Neither event means that all files are there.
        case .olympusCaptureComplete, .captureComplete: break
        case .olympusPropertyChanged, .olympusEarlierPropertyChanged:
            // A body that changes its state does not answer, and ends in a state that only a reset leaves (observed with an OM-1).
            events.postpone(by: Self.transition)
            events.shortenPauses()
        default: standard.eventReceived(event)
        }
    }

    /// A file is on a card, or for the computer.
    private func added(_ handle: ObjectHandle, _ event: Event) {
        guard handle != .none else { return }
        if destination == .host {
            offers.announce(handle, isOnlyCopy: true)
        } else {
            standard.eventReceived(Event(.objectAdded, [handle.rawValue], transaction: event.transaction))
        }
    }

    private func apply(_ changes: [OlympusChanges.Change], _ transaction: TransactionID) {
        var descriptions: [DevicePropDesc] = []
        for change in changes {
            switch change {
            case .described(let desc): descriptions.append(desc)
            case .named(let code): standard.refresh(code)
            }
        }
        standard.described(descriptions, from: transaction)
    }

    // MARK: Settings

    /// Destination of new pictures.
    var destination: ImageDestination {
        if case .imageDestination(let place)? = standard.state(of: .imageDestination)?.value?.common { place } else { .camera }
    }

    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        do throws(CameraError) { try await standard.setProperty(identifier, to: value) } catch {
            throw ResponseMeanings.olympus.refined(error)
        }
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        do throws(CameraError) { try await standard.stepProperty(identifier, direction) } catch {
            throw ResponseMeanings.olympus.refined(error)
        }
    }
}
