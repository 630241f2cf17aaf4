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
        let mask = UInt16(truncatingIfNeeded: request.parameters[0])
        try process { session throws(Refusal) in try session.displaySelected(mask) }
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
        let now = time.now
        process { $0.displayRead(parts ?? [:], at: now) }
    }

    /// Queues a record with the focus state, whether or not it has changed.
    func report(_ focus: OLCInfo.Focus) {
        let (now, parts) = (time.now, OLCInfo.display(version: model.olcVersion, focus: focus))
        process { $0.displayRead(parts ?? [:], always: [.focus], at: now) }
    }

    /// The current code of a camera property, as used in OLCInfo.
    private func code(_ code: DevicePropCode) -> UInt8? {
        guard let row = table[code], case .camera(let property, let map) = row.source else { return nil }
        return camera.property(property).value.flatMap { map.content($0, of: code) }?.number.map { UInt8(truncatingIfNeeded: $0) }
    }
}
