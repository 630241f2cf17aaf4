/// A device with a plug. Subclasses define its function.
open class Appliance {
    /// Name on the device.
    public let name: String
    /// Number of times that it was switched on.
    public private(set) var uses: Int = 0
    /// In watts.
    public var power: Double {
        didSet { if power < 0 { power = 0 } }
    }

    public init(name: String, power: Double = 1000) {
        self.name = name
        self.power = max(0, power)
    }

    /// Switches it on.
    ///
    /// - Returns: what is heard.
    open func start() -> String {
        uses &+= 1
        return "\(name) hums"
    }

    /// Whether it uses more than another one.
    public func isStronger(than other: Appliance) -> Bool { power > other.power }

    /// The appliance that a kitchen begins with.
    public class func standard() -> Appliance { Appliance(name: "kettle") }
}

/// Bakes.
public final class Oven: Appliance {
    /// In degrees Celsius.
    public var temperature: Int = 20
    public internal(set) var door: Door = .closed

    /// The positions of the door.
    public enum Door: Sendable {
        case open, closed
    }

    public init(temperature: Int = 180) {
        super.init(name: "oven", power: 3000)
        self.temperature = temperature
    }

    /// There is no oven with less than one watt.
    public init?(watts: Double) {
        guard watts >= 1 else { return nil }
        super.init(name: "oven", power: watts)
    }

    override public func start() -> String {
        _ = super.start()
        return "oven heats to \(temperature)"
    }

    /// Opens the door, or closes it.
    public func setDoor(_ door: Door = .open) { self.door = door }
}

/// Stirs.
public final class Mixer: Appliance {
    public enum Speed: Int, Sendable, CaseIterable {
        case slow = 1
        case medium = 5
        case fast = 9
    }

    public var speed = Speed.slow

    /// - Throws: ``KitchenError/tooHot(degrees:limit:)`` when asked for more than 5000 watts.
    public init(power: Double) throws {
        guard power <= 5000 else { throw KitchenError.tooHot(degrees: 5001, limit: 5000) }
        super.init(name: "mixer", power: power)
    }

    override public func start() -> String {
        _ = super.start()
        return "mixer turns at \(speed.rawValue)"
    }
}

/// An error in a kitchen.
public enum KitchenError: Error, Hashable {
    case closed
    case tooHot(degrees: Int, limit: Int)
    case missing(String)
    /// Another error, and where it happened.
    case wrapped(Detail)

    /// More about an error.
    public struct Detail: Hashable, Sendable {
        public var place: String
        public var codes: [Int32]

        public init(place: String, codes: [Int32]) {
            self.place = place
            self.codes = codes
        }
    }
}
