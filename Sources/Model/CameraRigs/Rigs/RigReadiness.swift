public import CameraModel

/// Why a camera of a rig cannot take a picture now.
public enum RigObstacle: String, Sendable, Hashable, CaseIterable {
    /// It is not connected.
    case notConnected = "not connected"
    /// It takes no pictures by remote control, or not in its present command category.
    case noShutterControl = "no shutter control"
    /// It records video.
    case recording = "recording video"
    /// Its battery is empty.
    case batteryEmpty = "battery empty"
    /// It has no card, or none that can be written, and pictures are kept on the card.
    case noCard = "no card"
    /// There is no room for a picture.
    case cardFull = "card full"
    /// It has no lens.
    case noLens = "no lens"
    /// It reports that it is not ready.
    case notReady = "not ready"
}

/// Whether a camera of a rig is ready to take a picture.
public struct RigMemberReadiness: Sendable, Hashable {
    /// The role of the camera.
    public let role: String
    /// The reasons why the camera is not ready; empty if it is.
    public let obstacles: [RigObstacle]
    /// Charge of the battery; nil if the camera does not report it.
    public let battery: BatteryLevel?
    /// Number of further pictures that there is room for; nil if the camera does not report it.
    public let shotsAvailable: Int?
    /// The exposure mode, by its label; nil if the camera does not report it.
    public let exposureMode: String?
    /// Whether the shutter button is held halfway by this rig, and the camera has focus.
    public let isFocused: Bool

    /// Whether the camera can take a picture now.
    public var isReady: Bool { obstacles.isEmpty }
}

/// Whether the cameras of a rig are ready.
public struct RigReadiness: Sendable, Hashable {
    /// The cameras, in the order of the rig.
    public let members: [RigMemberReadiness]

    /// Whether all cameras can take a picture now.
    public var isReady: Bool { members.allSatisfy(\.isReady) }
    /// Whether the cameras have different exposure modes.
    public var hasDifferentModes: Bool { Set(members.compactMap(\.exposureMode)).count > 1 }
}

extension RigMemberReadiness {
    /// The readiness of a camera by what it reports.
    init(_ member: RigMember, isFocused: Bool) {
        let camera = member.camera
        role = member.role
        self.isFocused = isFocused
        guard camera.connectionState == .connected else {
            (obstacles, battery, shotsAvailable, exposureMode) = ([.notConnected], nil, nil, nil)
            return
        }
        battery = camera.batteryLevel.value
        shotsAvailable = camera.shotsAvailable.value
        exposureMode = camera.property(.exposureMode).value?.label
        let room = shotsAvailable ?? 1
        let keeps = camera.imageDestination.value.map { $0 != .host } ?? true
        let cards = camera.storages
        let found: [(RigObstacle, Bool)] = [
            (
                .noShutterControl,
                !camera.capabilities.contains(.shutterControl) || !camera.commandCategories.contains(.stillsShooting)
            ),
            (.recording, camera.recording.isRecording),
            (.batteryEmpty, battery == .empty && camera.powerSource.value != .mains),
            (.noCard, keeps && camera.capabilities.contains(.fileAccess) && !cards.contains(where: \.info.isWritable)),
            (.cardFull, keeps && room <= 0),
            (.noLens, camera.lensStatus.value == false),
            (.notReady, camera.readyForCapture.value == false),
        ]
        obstacles = found.filter(\.1).map(\.0)
    }
}
