/// The sensitivity of sensor or film as an ISO speed, or the camera's own choice of it.
///
/// The number is kept unchanged: ISO 110 and 450 are not rounded to their neighbours. Speeds ascend by number, and `automatic`
/// stands before all of them.
public struct ISOSpeed: ExposureSetting {
    private enum Setting: Hashable {
        case automatic
        case speed(Int)
    }

    private let setting: Setting

    /// The camera chooses the speed.
    public static let automatic = ISOSpeed(setting: .automatic)

    /// Creates an ISO speed from its arithmetic number, 1 to 9,999,999; otherwise `nil`.
    public init?(_ speed: Int) {
        guard (1...9_999_999).contains(speed) else { return nil }
        self.init(setting: .speed(speed))
    }

    private init(setting: Setting) {
        self.setting = setting
    }

    /// The ISO speed; `nil` for `automatic`.
    public var speed: Int? {
        guard case .speed(let speed) = setting else { return nil }
        return speed
    }

    /// Orders by speed, and `automatic` before all.
    public static func < (lhs: ISOSpeed, rhs: ISOSpeed) -> Bool {
        switch (lhs.speed, rhs.speed) {
        case (let lhs?, let rhs?): lhs < rhs
        case (nil, _?): true
        case (_, nil): false
        }
    }
}

extension ISOSpeed {
    /// ISO 50, below the native range of most sensors.
    public static let iso50 = ISOSpeed(setting: .speed(50))
    /// ISO 100.
    public static let iso100 = ISOSpeed(setting: .speed(100))
    /// ISO 200.
    public static let iso200 = ISOSpeed(setting: .speed(200))
    /// ISO 400.
    public static let iso400 = ISOSpeed(setting: .speed(400))
    /// ISO 800.
    public static let iso800 = ISOSpeed(setting: .speed(800))
    /// ISO 1600.
    public static let iso1600 = ISOSpeed(setting: .speed(1600))
    /// ISO 3200.
    public static let iso3200 = ISOSpeed(setting: .speed(3200))
    /// ISO 6400.
    public static let iso6400 = ISOSpeed(setting: .speed(6400))
    /// ISO 12800.
    public static let iso12800 = ISOSpeed(setting: .speed(12800))
    /// ISO 25600.
    public static let iso25600 = ISOSpeed(setting: .speed(25600))
    /// ISO 51200.
    public static let iso51200 = ISOSpeed(setting: .speed(51200))
    /// ISO 102400.
    public static let iso102400 = ISOSpeed(setting: .speed(102400))
}

extension ISOSpeed {
    private static let scale = NominalScale<ISOSpeed>(
        light: .rises,
        thirds: (NominalValues.isoThirds.first, NominalValues.isoThirds.speeds.map { ISOSpeed(setting: .speed($0)) }),
        halves: (NominalValues.isoHalves.first, NominalValues.isoHalves.speeds.map { ISOSpeed(setting: .speed($0)) }),
        measure: { 6 * LightRatio.stops(in: Double($0.speed ?? 100) / 100) }
    )

    /// ISO 32 to 409600.
    public static var nominalRange: ClosedRange<ISOSpeed> {
        ISOSpeed(setting: .speed(32))...ISOSpeed(setting: .speed(409_600))
    }

    /// Whether this is a speed; false for `automatic`.
    public var isOrdinary: Bool { speed != nil }

    /// The brightness relative to ISO 100, in stops: 2 for ISO 400; `nil` for `automatic`.
    public var relativeLight: Double? { isOrdinary ? Self.scale.light(of: self) : nil }

    /// The nominal speed that makes the picture `stops` brighter: ISO 400 plus one stop is ISO 800. See
    /// ``ExposureSetting/adding(_:)``.
    public func adding(_ stops: Stops) -> ISOSpeed? {
        isOrdinary ? Self.scale.value(self, adding: stops) : nil
    }

    /// How much brighter this speed makes the picture than `other`; `nil` if either is `automatic`.
    public func stops(from other: ISOSpeed) -> Stops? {
        isOrdinary && other.isOrdinary ? Self.scale.stops(of: self, from: other) : nil
    }

    /// The speeds a camera shows, a step apart, within `range`; ascending.
    public static func nominalSeries(_ step: StopFraction, in range: ClosedRange<ISOSpeed>) -> [ISOSpeed] {
        scale.values(step).filter(range.contains)
    }
}

extension ISOSpeed {
    /// "ISO 400", or "auto".
    public var description: String {
        speed.map { "ISO \($0)" } ?? "auto"
    }

    /// Parses an ISO speed: "ISO 400", "iso400" or only "400"; "auto" or "ISO auto" for `automatic`.
    ///
    /// - Returns: `nil` for anything else, and for numbers outside 1 to 9,999,999.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description) else { return nil }
        _ = cursor.read(anyOf: "iso")
        cursor.skipSpace()
        if cursor.readRest("auto", "automatic") {
            self = .automatic
            return
        }
        guard let speed = cursor.readInteger(), cursor.isAtEnd else { return nil }
        self.init(speed)
    }
}
