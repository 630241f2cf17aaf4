/// An exposure value (EV): how much light there is, or what a pair of aperture and shutter speed is right for, at ISO 100.
///
/// EV 0 is one second at f/1; each stop less light in the picture, or more in the scene, is one more. It is also known as
/// light value. Nominal settings give exact values: f/16 and 1/125 s are EV 15, a sunny day.
public struct ExposureValue: Sendable, Hashable {
    /// The value as stops above EV 0; positive means more light in the scene.
    public let stops: Stops

    /// Creates an exposure value from stops above EV 0.
    public init(_ stops: Stops) {
        self.stops = stops
    }

    /// The EV that is exposed normally with these settings, rounded to a sixth; `nil` if one is special.
    public init?(aperture: Aperture, shutterSpeed: ShutterSpeed, iso: ISOSpeed = .iso100) {
        guard let aperture = aperture.relativeLight, let shutterSpeed = shutterSpeed.relativeLight else { return nil }
        guard let iso = iso.relativeLight else { return nil }
        self.init(-Stops(nearest: aperture + shutterSpeed + iso))
    }

    /// The EV of a scene by its luminance in cd/m², rounded to a sixth; `nil` unless positive and finite.
    ///
    /// The calibration of reflected light meters is K = 12.5.
    public init?(luminance: Double) {
        self.init(stopsInRatio: luminance * 100 / Self.reflectedLightCalibration)
    }

    /// The EV of a scene by its illuminance in lux, rounded to a sixth; `nil` unless positive and finite.
    ///
    /// The calibration of incident light meters is C = 250, for a flat receptor.
    public init?(illuminance: Double) {
        self.init(stopsInRatio: illuminance * 100 / Self.incidentLightCalibration)
    }

    private init?(stopsInRatio ratio: Double) {
        guard ratio > 0, ratio.isFinite else { return nil }
        self.init(Stops(nearest: LightRatio.stops(in: ratio)))
    }

    /// EV 0: one second at f/1 and ISO 100.
    public static let zero = ExposureValue(.zero)

    /// The value as a number, as in "EV 12.3".
    public var doubleValue: Double { stops.doubleValue }

    /// The luminance that this value stands for, in cd/m², with K = 12.5.
    public var luminance: Double { Self.reflectedLightCalibration / 100 * LightRatio.of(stops: doubleValue) }

    /// The illuminance that this value stands for, in lux, with C = 250.
    public var illuminance: Double { Self.incidentLightCalibration / 100 * LightRatio.of(stops: doubleValue) }

    private static let reflectedLightCalibration = 12.5
    private static let incidentLightCalibration = 250.0
}

extension ExposureValue {
    /// The aperture that exposes this light normally at a given time and speed; nominal, `nil` past the scale or for
    /// specials.
    public func aperture(at shutterSpeed: ShutterSpeed, iso: ISOSpeed = .iso100) -> Aperture? {
        Self(aperture: .f1, shutterSpeed: shutterSpeed, iso: iso).flatMap { Aperture.f1.adding($0.stops - stops) }
    }

    /// The shutter speed that exposes this light normally at a given aperture and speed; nominal, `nil` past the scale or
    /// for specials.
    public func shutterSpeed(at aperture: Aperture, iso: ISOSpeed = .iso100) -> ShutterSpeed? {
        Self(aperture: aperture, shutterSpeed: .s1, iso: iso).flatMap { ShutterSpeed.s1.adding($0.stops - stops) }
    }

    /// The ISO speed that exposes this light normally at a given aperture and time; nominal, `nil` past the scale or for
    /// specials.
    public func iso(at aperture: Aperture, shutterSpeed: ShutterSpeed) -> ISOSpeed? {
        Self(aperture: aperture, shutterSpeed: shutterSpeed).flatMap { ISOSpeed.iso100.adding($0.stops - stops) }
    }
}

extension ExposureValue: Comparable {
    /// Orders from dark scenes to bright ones.
    public static func < (lhs: ExposureValue, rhs: ExposureValue) -> Bool {
        lhs.stops < rhs.stops
    }

    /// How many stops brighter the first scene is.
    public static func - (lhs: ExposureValue, rhs: ExposureValue) -> Stops {
        lhs.stops - rhs.stops
    }

    /// The value of a scene that is brighter by a number of stops.
    public static func + (lhs: ExposureValue, rhs: Stops) -> ExposureValue {
        ExposureValue(lhs.stops + rhs)
    }

    /// The value of a scene that is darker by a number of stops.
    public static func - (lhs: ExposureValue, rhs: Stops) -> ExposureValue {
        ExposureValue(lhs.stops - rhs)
    }
}

extension ExposureValue: LosslessStringConvertible, Codable {
    /// "EV 12⅓", "EV -2".
    public var description: String {
        (stops < .zero ? "EV -" : "EV ") + stops.magnitudeText
    }

    /// Parses an exposure value: "EV 12⅓", "12.3", "-2 EV", "LV 12"; otherwise `nil`.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description) else { return nil }
        let isNamed = cursor.read(anyOf: "ev", "lv")
        cursor.skipSpace()
        guard let stops = cursor.readStops() else { return nil }
        cursor.skipSpace()
        guard cursor.isAtEnd || (!isNamed && cursor.readRest("ev", "lv")) else { return nil }
        self.init(stops)
    }

    /// Decodes the description; throws `DecodingError.dataCorrupted` where it does not parse.
    public init(from decoder: any Decoder) throws {
        try self.init(fromTextIn: decoder)
    }

    /// Encodes the description.
    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}
