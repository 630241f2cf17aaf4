import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPCanon

// What the displays of the body show, as records (0xC1A5).

extension EOSBody {
    /// SetRequestOLCInfoGroup (0x913D): which parts the host wants to know. Those that are new to it are told.
    func setDisplayMask(_ request: OperationRequest) throws(Refusal) -> Answer {
        try checkRemote()
        let mask = UInt16(truncatingIfNeeded: request.parameters[0])
        state.withLock { state in
            state.displayMask = mask
            state.told.display = state.told.display.filter { mask >> UInt16($0.key.rawValue) & 1 == 1 }
        }
        tellDisplay()
        return .ok
    }

    /// Says what is new about the exposure.
    func tellDisplay() {
        let parts = OLCInfo.display(
            version: model.olcVersion,
            shutterSpeed: code(.eosShutterSpeed),
            aperture: code(.eosAperture),
            isoSpeed: code(.eosISOSpeed),
            exposureTenths: camera.property(.lightMeterReading).value?.exposureCompensation?.stops.map {
                Int8(clamping: Int(($0.doubleValue * 10).rounded()))
            }
        )
        tell(display: parts ?? [:], always: [])
    }

    /// Says what focusing has come to, each time.
    func tell(_ focus: OLCInfo.Focus) {
        tell(display: OLCInfo.display(version: model.olcVersion, focus: focus) ?? [:], always: [.focus])
    }

    private func tell(display parts: [OLCInfo.Part: [UInt8]], always: Set<OLCInfo.Part>) {
        let (now, version) = (time.now, model.olcVersion)
        say { state in
            let mask = state.displayMask
            let told = state.told.display
            let news = parts.filter { part, bytes in
                mask >> UInt16(part.rawValue) & 1 == 1 && (always.contains(part) || told[part] != bytes)
            }
            guard !news.isEmpty, !state.queue.isWedged, let info = OLCInfo(version: version, news) else { return }
            state.told.display.merge(news) { $1 }
            state.queue.append(.olcInfoChanged(info.encoded), at: now)
        }
    }

    /// The number that stands for a property of the camera now, as displays have it.
    private func code(_ code: DevicePropCode) -> UInt8? {
        guard let row = table[code], case .camera(let property, let map) = row.source else { return nil }
        return camera.property(property).value.flatMap { map.content($0, of: code) }?.number.map { UInt8(truncatingIfNeeded: $0) }
    }
}
