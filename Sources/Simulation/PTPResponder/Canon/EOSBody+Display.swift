import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPCanon

// Contents of the body's displays as records (OLCInfoChanged, 0xC1A5).

extension EOSBody {
    /// SetRequestOLCInfoGroup (0x913D): selects the parts of the displays that the initiator requests. Reports the newly
    /// selected parts.
    func setDisplayMask(_ request: OperationRequest) throws(Refusal) -> Answer {
        try checkRemote()
        let mask = UInt16(truncatingIfNeeded: request.parameters[0])
        state.withLock { state in
            state.displayMask = mask
            state.reported.display = state.reported.display.filter { mask >> UInt16($0.key.rawValue) & 1 == 1 }
        }
        reportDisplay()
        return .ok
    }

    /// Queues a record with the exposure values that have changed.
    func reportDisplay() {
        let parts = OLCInfo.display(
            version: model.olcVersion,
            shutterSpeed: code(.eosShutterSpeed),
            aperture: code(.eosAperture),
            isoSpeed: code(.eosISOSpeed),
            exposureTenths: camera.property(.lightMeterReading).value?.exposureCompensation?.stops.map {
                Int8(clamping: Int(($0.doubleValue * 10).rounded()))
            }
        )
        report(display: parts ?? [:], always: [])
    }

    /// Queues a record with the focus state, whether or not it has changed.
    func report(_ focus: OLCInfo.Focus) {
        report(display: OLCInfo.display(version: model.olcVersion, focus: focus) ?? [:], always: [.focus])
    }

    private func report(display parts: [OLCInfo.Part: [UInt8]], always: Set<OLCInfo.Part>) {
        let (now, version) = (time.now, model.olcVersion)
        changeQueue { state in
            let mask = state.displayMask
            let reported = state.reported.display
            let changed = parts.filter { part, bytes in
                mask >> UInt16(part.rawValue) & 1 == 1 && (always.contains(part) || reported[part] != bytes)
            }
            guard !changed.isEmpty, !state.queue.isHung, let info = OLCInfo(version: version, changed) else { return }
            state.reported.display.merge(changed) { $1 }
            state.queue.append(.olcInfoChanged(info.encoded), at: now)
        }
    }

    /// The current code of a camera property, as used in OLCInfo.
    private func code(_ code: DevicePropCode) -> UInt8? {
        guard let row = table[code], case .camera(let property, let map) = row.source else { return nil }
        return camera.property(property).value.flatMap { map.content($0, of: code) }?.number.map { UInt8(truncatingIfNeeded: $0) }
    }
}
