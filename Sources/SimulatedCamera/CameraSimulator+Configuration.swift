public import CameraModel

extension CameraSimulator {
    /// What kind of camera to simulate.
    public struct Configuration: Sendable {
        public var manufacturer = "HotShoe"
        public var model = "Simulated Camera"
        public var serialNumber = "SIM-0001"
        public var firmwareVersion = "1.0.0"
        /// What the owner called it.
        public var name: String?
        public var authentication = Authentication.none
        public var speed = Speed.fast
        /// How exposure settings are set: from a list, or by steps only.
        public var exposureSetType = ExposureSetType.enumeration
        /// The cards, one a slot.
        public var cards = [Card(), Card()]
        /// Everything that is left to chance follows from it: the same seed, the same camera.
        public var seed: UInt64 = 1
        /// The size of a picture; the largest side is at most 20,000.
        public var pictureSize = PixelSize(width: 6000, height: 4000)
        public var liveViewSize = PixelSize(width: 960, height: 640)
        /// Frames per second; nil for as many as are asked for.
        public var liveViewRate: Double? = 30
        public var liveViewSource = LiveViewSource.scene
        /// Whether stills, files and video can be used at the same time, or one after the other.
        public var combinesCategories = true
        /// A switch on the body decides between stills and video: it cannot be changed from here.
        public var hasVideoSwitch = false
        /// The exposure mode is a dial on the body: it cannot be changed from here.
        public var hasModeDial = false
        /// What the camera's own clock shows when it is switched on; nil for this computer's time.
        public var date: CameraDate?
        /// The charge that the battery starts with, 0…1.
        public var batteryCharge = 1.0
        /// How long a full battery lasts with live view on.
        public var batteryLife: Duration = .seconds(2 * 3600)
        /// The camera sleeps when nothing was asked of it for so long; nil for never. Its driver keeps it awake.
        public var sleepsAfter: Duration?
        /// How many pictures fit into its memory while they wait to be written or fetched.
        public var bufferDepth = 8
        /// How long an offered picture can be fetched.
        public var transferTimeout: Duration = .seconds(60)
        /// What goes wrong; see ``SimulatedFault``.
        public var faults: [SimulatedFault] = []
        /// Moments at which the shutter button on the body is pressed, as by a photographer: times after the first connection. The presses
        /// also happen where the connection is lost meanwhile. See ``CameraSimulator/pressShutterButton()``.
        public var shutterPresses: [Duration] = []

        /// A camera without peculiarities.
        public init() {}

        /// A camera with a serial number of its own.
        public init(serialNumber: String) { self.serialNumber = serialNumber }

        /// The same with every number in the range where it means something.
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

    /// What the camera asks before it lets anybody connect.
    public enum Authentication: Sendable, Hashable {
        case none
        /// Somebody must confirm on the body; it does so by itself after this time, unless ``CameraSimulator/refuse()`` came first.
        case confirmOnCamera(after: Duration)
        case userNameAndPassword(String, String)
        case numericCode(String)
        case joinNetwork(name: String, password: String)
    }

    /// How long things take.
    public struct Speed: Sendable, Hashable {
        /// From a command to its answer.
        public var command: Duration
        /// From the answer to the new value being shown.
        public var reflection: Duration
        public var connecting: Duration
        public var focusing: Duration
        /// From the end of the exposure to the file on the card, beside the time that making the file takes.
        public var writing: Duration

        public init(command: Duration, reflection: Duration, connecting: Duration, focusing: Duration, writing: Duration) {
            self.command = command
            self.reflection = reflection
            self.connecting = connecting
            self.focusing = focusing
            self.writing = writing
        }

        /// Nothing takes time but what is a time: exposures, timers.
        public static let instant = Speed(command: .zero, reflection: .zero, connecting: .zero, focusing: .zero, writing: .zero)
        /// A good camera on a good cable.
        public static let fast = Speed(
            command: .milliseconds(12),
            reflection: .milliseconds(20),
            connecting: .milliseconds(150),
            focusing: .milliseconds(180),
            writing: .milliseconds(60)
        )
        /// An old camera on a bad network.
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
        case enumeration
        case stepping
    }

    /// One memory card.
    public struct Card: Sendable, Hashable {
        public var label: String
        public var capacityBytes: UInt64
        /// Bytes that are taken by something that is not a picture.
        public var reservedBytes: UInt64
        public var isLocked: Bool
        /// A folder of this computer that is the card: what is in it is on the card, and pictures are written there.
        /// Nil for a card in memory.
        public var folder: String?
        /// How many pictures are on a card in memory at the start.
        public var samplePictures: Int

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

    /// Where live view frames come from.
    public enum LiveViewSource: Sendable, Hashable {
        /// The camera's own moving scene, which follows every setting.
        case scene
        /// JPEG pictures, shown in turn as they are.
        case pictures([[UInt8]])
        /// The JPEG files of a folder, in the order of their names.
        case folder(String)
    }
}
