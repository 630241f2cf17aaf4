package import CameraModel
import Exposure

/// A property's value as a number with its unit, for JSON. Pure.
package struct Quantity: Equatable {
    package let number: Double
    /// The unit; nil for a number whose unit is not known.
    package let unit: String?

    /// The number of a value; nil for one that is no number, such as "auto" or a name.
    package init?(_ value: PropertyValue?, of property: PropertyIdentifier) {
        switch value?.common {
        case .isoSpeed(let iso): self.init(iso.speed.map(Double.init), "ISO")
        case .shutterSpeed(let speed): self.init(speed.seconds, "s")
        case .aperture(let aperture): self.init(aperture.fNumber, "f-number")
        case .exposureCompensation(let compensation): self.init(compensation.stops?.doubleValue, "EV")
        case .integer(let number): self.init(Double(number), Self.unit(of: property))
        case .zoom(let zoom): self.init(Double(zoom.factor), "times")
        case .videoFormat(let format): self.init(format.framesPerSecond, "frames/s")
        default: return nil
        }
    }

    private init?(_ number: Double?, _ unit: String?) {
        guard let number else { return nil }
        // As cameras show them: a third of a stop is 0.333, 1/3 s is 0.333333.
        let scale = unit == "s" ? 1_000_000.0 : 1000.0
        self.number = (number * scale).rounded() / scale
        self.unit = unit
    }

    private static func unit(of property: PropertyIdentifier) -> String? {
        switch property {
        case .whiteBalanceTemperature: "K"
        case .shotsAvailable: "pictures"
        default: nil
        }
    }
}
