import BindingModel

/// The unit of a number.
package enum Unit: String, Hashable, Sendable, CaseIterable {
    case nanoseconds
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    case unixNanoseconds = "nanoseconds since 1970"
    case microseconds
    case milliseconds
    case seconds
    case minutes
    case hours
    case days
    case bits
    case bytes
    case kilobytes
    case megabytes
    case pixels
    case points
    case millimetres
    case millimeters
    case centimetres
    case centimeters
    case metres
    case meters
    case kilometres
    case kilometers
    case degrees
    case radians
    case percent
    case stops
    case hertz
    case kilohertz
    case megahertz
    case kelvin
    case kelvins
    case decibels
    case volts
    case millivolts
    case framesPerSecond = "frames per second"
    case samplesPerSecond = "samples per second"
    case bytesPerSecond = "bytes per second"
    case bitsPerSecond = "bits per second"

    /// The unit that a type implies: durations and points in time have one; other numbers do not.
    init?(_ crossing: Crossing) {
        switch crossing.shape {
        case .duration: self = .nanoseconds
        case .date: self = .unixNanoseconds
        default:
            switch crossing.type {
            case .adapted(.interval), .optional(.adapted(.interval)): self = .seconds
            case .optional(.duration), .array(.duration): self = .nanoseconds
            case .optional(.date), .array(.date): self = .unixNanoseconds
            default: return nil
            }
        }
    }

    /// The unit that a documentation names as "in pixels".
    init?(documentation: String) {
        // The longest first: "bytes per second" begins with "bytes".
        for unit in Self.longestFirst {
            guard let range = documentation.firstRange(of: "in \(unit.rawValue)") else { continue }
            let before = documentation[..<range.lowerBound].last, after = documentation[range.upperBound...].first
            let isWord = before?.isLetter != true && after?.isLetter != true && after != "-"
            if isWord {
                self = unit
                return
            }
        }
        return nil
    }

    private static let longestFirst = allCases.sorted { ($0.rawValue.count, $1.rawValue) > ($1.rawValue.count, $0.rawValue) }

    /// The unit of a value: that of its type, or for a number the one in its documentation.
    init?(_ crossing: Crossing, documentation: String) {
        if let unit = Unit(crossing) {
            self = unit
        } else if crossing.isNumeric, let unit = Unit(documentation: documentation) {
            self = unit
        } else {
            return nil
        }
    }
}

extension Crossing {
    /// Whether the value is a number, or an optional, array or range of numbers.
    fileprivate var isNumeric: Bool { type.isNumeric || shape == .scalar && type == .void }
}

extension BindingType {
    fileprivate var isNumeric: Bool {
        switch self {
        case .integer, .float, .double: true
        case .optional(let wrapped), .array(let wrapped), .set(let wrapped): wrapped.isNumeric
        case .range(let bound, _): bound.isNumeric
        default: false
        }
    }
}

extension LoweredParameter {
    /// The unit of its number; nil if it has none, or no documentation names it.
    package var unit: Unit? {
        switch role {
        case .timeout: .nanoseconds
        default: crossing.flatMap { Unit($0, documentation: unitDocumentation) }
        }
    }

    /// The text that may name the unit: the parameter's documentation, or for the result of a getter that of the property.
    private var unitDocumentation: String { documentation.isEmpty ? remark : documentation }
}

extension AggregateField {
    /// The unit of its number; nil if it has none, or no documentation names it.
    package var unit: Unit? { Unit(crossing, documentation: notes.documentation) }
}
