import CameraRecords
import HotShoe

/// The state of a camera, as JSON.
struct StateRecord: Encodable {
    struct Area: Encodable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let active: Bool
        let focused: Bool
    }

    let connection: String
    /// Why the last connection ended; nil if none has ended.
    let reason: String?
    let recording: Bool
    let recordedSeconds: Int?
    let remainingSeconds: Int?
    let liveView: Bool
    /// The focus areas in parts of the picture, from 0 to 1.
    let focusAreas: [Area]?
    /// The values that automatic exposure has chosen; nil while it chooses none.
    let autoExposure: ExposureRecord?
    let storages: [StorageRecord]

    struct ExposureRecord: Encodable {
        let aperture: String?
        let shutterSpeed: String?
        let isoSpeed: String?
        let clipped: Bool
    }

    init(_ camera: Camera) {
        switch camera.connectionState {
        case .notConnected(let reason): (connection, self.reason) = ("not connected", reason?.description)
        case .connecting: (connection, reason) = ("connecting", nil)
        case .waitingForUser: (connection, reason) = ("waiting for a confirmation at the camera", nil)
        case .connected: (connection, reason) = ("connected", nil)
        case .disconnecting: (connection, reason) = ("disconnecting", nil)
        }
        recording = camera.recording.isRecording
        switch camera.recording.timer {
        case .none: (recordedSeconds, remainingSeconds) = (nil, nil)
        case .elapsed(let seconds): (recordedSeconds, remainingSeconds) = (seconds, nil)
        case .remaining(let seconds): (recordedSeconds, remainingSeconds) = (nil, seconds)
        }
        liveView = if case .running = camera.liveViewState { true } else { false }
        focusAreas = camera.focusInfo.map { info in
            let (width, height) = (Double(max(info.space.width, 1)), Double(max(info.space.height, 1)))
            return info.areas.map { area in
                Area(
                    x: area.rect.x / width,
                    y: area.rect.y / height,
                    width: area.rect.width / width,
                    height: area.rect.height / height,
                    active: area.isActive,
                    focused: area.hasFocus
                )
            }
        }
        autoExposure = camera.autoExposure.map {
            ExposureRecord(
                aperture: $0.aperture?.description,
                shutterSpeed: $0.shutterSpeed?.description,
                isoSpeed: $0.isoSpeed?.description,
                clipped: $0.isClipped
            )
        }
        storages = camera.storages.map { StorageRecord($0.info) }
    }
}
