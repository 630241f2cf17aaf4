public import CameraModel

extension CameraSimulator {
    /// Configuration of a simulated camera. Numbers are limited to their ranges when the camera is created.
    public struct Configuration: Sendable {
        /// Manufacturer that the camera reports.
        public var manufacturer = "HotShoe"
        /// Model that the camera reports.
        public var model = "Simulated Camera"
        /// Serial number that the camera reports; also part of its identifier.
        public var serialNumber = "SIM-0001"
        /// Firmware version that the camera reports. A version below 1 causes a warning on connecting.
        public var firmwareVersion = "1.0.0"
        /// The name that the owner gave the camera; nil for none.
        public var name: String?
        /// Authentication on connecting.
        public var authentication = Authentication.none
        /// Response times.
        public var speed = Speed.fast
        /// Whether exposure settings are set from a list or by steps only.
        public var exposureSetType = ExposureSetType.enumeration
        /// The cards, one for each slot.
        public var cards = [Card(), Card()]
        /// Seed of all random values: the same seed produces the same camera.
        public var seed: UInt64 = 1
        /// Size of a picture in pixels, 16…20,000 for each side.
        public var pictureSize = PixelSize(width: 6000, height: 4000)
        /// Size of a live view frame in pixels, 16…4096 for each side.
        public var liveViewSize = PixelSize(width: 960, height: 640)
        /// Frames per second, 0.1…1000; nil for as many as the consumers request.
        public var liveViewRate: Double? = 30
        /// Source of the live view frames.
        public var liveViewSource = LiveViewSource.scene
        /// Whether stills shooting, file access and video recording can be active at the same time, or only one of them.
        public var combinesCategories = true
        /// Whether a switch on the body selects stills or video, which cannot be changed by remote control.
        public var hasVideoSwitch = false
        /// Whether the exposure mode is a dial on the body, which cannot be changed by remote control.
        public var hasModeDial = false
        /// Date of the camera's clock when it is switched on; nil for this computer's time.
        public var date: CameraDate?
        /// Initial charge of the battery, 0…1.
        public var batteryCharge = 1.0
        /// Duration of a full battery with live view on, at least 1 second.
        public var batteryLife: Duration = .seconds(2 * 3600)
        /// Time without a command after which the camera enters sleep mode, at least 10 ms; nil for never. Its driver keeps it
        /// awake.
        public var sleepsAfter: Duration?
        /// Number of pictures that fit into its memory while they wait to be written or fetched, 1…1000.
        public var bufferDepth = 8
        /// Time for which an offered picture can be fetched.
        public var transferTimeout: Duration = .seconds(60)
        /// Faults of the camera; see ``SimulatedFault``.
        public var faults: [SimulatedFault] = []
        /// Times after the first connection at which the shutter button on the body is pressed. The presses also take place if
        /// the connection is lost in the meantime. See ``CameraSimulator/pressShutterButton()``.
        public var shutterPresses: [Duration] = []

        /// Creates the default configuration.
        public init() {}

        /// Creates the default configuration with another serial number.
        public init(serialNumber: String) { self.serialNumber = serialNumber }

        /// The configuration with every number limited to its range.
        var sanitized: Configuration {
            func clamp(_ size: PixelSize, _ limits: ClosedRange<Int>) -> PixelSize {
                PixelSize(
                    width: min(max(size.width, limits.lowerBound), limits.upperBound),
                    height: min(max(size.height, limits.lowerBound), limits.upperBound)
                )
            }
            var configuration = self
            configuration.pictureSize = clamp(pictureSize, 16...20_000)
            configuration.liveViewSize = clamp(liveViewSize, 16...4096)
            configuration.liveViewRate = liveViewRate.map { $0.isFinite ? min(max($0, 0.1), 1000) : 30 }
            configuration.bufferDepth = min(max(bufferDepth, 1), 1000)
            configuration.batteryLife = max(batteryLife, .seconds(1))
            configuration.sleepsAfter = sleepsAfter.map { max($0, .milliseconds(10)) }
            return configuration
        }
    }

    /// Authentication that the camera requires on connecting.
    public enum Authentication: Sendable, Hashable {
        /// None.
        case none
        /// A confirmation on the body, which takes place automatically after this time, unless ``CameraSimulator/refuse()`` was
        /// called first.
        case confirmOnCamera(after: Duration)
        /// A user name and a password.
        case userNameAndPassword(userName: String, password: String)
        /// A numeric code.
        case numericCode(String)
        /// The computer must join the camera's wireless network.
        case joinNetwork(name: String, password: String)
    }

    /// Response times of the camera.
    public struct Speed: Sendable, Hashable {
        /// Time from a command to its response.
        public var command: Duration
        /// Time from the response to the report of the new value.
        public var reflection: Duration
        /// Time for connecting.
        public var connecting: Duration
        /// Time for focusing.
        public var focusing: Duration
        /// Time from the end of the exposure to the file on the card, in addition to the time for developing the file.
        public var writing: Duration

        /// Creates response times.
        public init(command: Duration, reflection: Duration, connecting: Duration, focusing: Duration, writing: Duration) {
            self.command = command
            self.reflection = reflection
            self.connecting = connecting
            self.focusing = focusing
            self.writing = writing
        }

        /// No delays, except for exposures and timers.
        public static let instant = Speed(command: .zero, reflection: .zero, connecting: .zero, focusing: .zero, writing: .zero)
        /// Response times of a modern camera on a fast link.
        public static let fast = Speed(
            command: .milliseconds(12),
            reflection: .milliseconds(20),
            connecting: .milliseconds(150),
            focusing: .milliseconds(180),
            writing: .milliseconds(60)
        )
        /// Response times of an old camera on a slow network.
        public static let slow = Speed(
            command: .milliseconds(100),
            reflection: .milliseconds(200),
            connecting: .milliseconds(1500),
            focusing: .milliseconds(800),
            writing: .milliseconds(500)
        )
    }

    /// See ``Configuration/exposureSetType``.
    public enum ExposureSetType: Sendable, Hashable {
        /// The camera lists the values.
        case enumeration
        /// The camera can only be stepped through values that it does not list.
        case stepping
    }

    /// A memory card.
    public struct Card: Sendable, Hashable {
        /// Volume label.
        public var label: String
        /// Capacity in bytes.
        public var capacityBytes: UInt64
        /// Number of bytes in use by data other than pictures.
        public var reservedBytes: UInt64
        /// Whether the card's write protection switch is on.
        public var isLocked: Bool
        /// A folder on this computer with the card's files, to which pictures are written. Nil for a card in memory.
        public var folder: String?
        /// Number of pictures on a card in memory at the start, at most 1000.
        public var samplePictures: Int

        /// Creates a card. See the properties for the meaning of the parameters.
        public init(
            label: String = "HOTSHOE",
            capacityBytes: UInt64 = 64_000_000_000,
            reservedBytes: UInt64 = 0,
            isLocked: Bool = false,
            folder: String? = nil,
            samplePictures: Int = 0
        ) {
            self.label = label
            self.capacityBytes = capacityBytes
            self.reservedBytes = reservedBytes
            self.isLocked = isLocked
            self.folder = folder
            self.samplePictures = samplePictures
        }
    }

    /// Source of live view frames.
    public enum LiveViewSource: Sendable, Hashable {
        /// The camera's own moving scene, which depends on all settings.
        case scene
        /// JPEG pictures, shown in turn without change.
        case pictures([[UInt8]])
        /// The JPEG files of a folder, in the order of their names.
        case folder(String)
    }
}
