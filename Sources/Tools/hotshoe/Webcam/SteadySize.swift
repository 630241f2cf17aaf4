import CameraModel

/// Chooses the size of live view: the largest one with which the camera keeps the rate. Pure.
struct SteadySize: Equatable {
    /// The property of the size.
    let property: PropertyIdentifier
    /// The values, from the largest.
    let values: [PropertyValue]
    private(set) var index = 0
    /// Rate of the next larger size, while a smaller one is tried.
    private var earlierRate: Double?
    private var isDecided = false

    /// Finds the property for the size of live view among those of a camera, by its vendor's name; nil without one, and if it has one value only.
    init?(_ states: [PropertyState]) {
        for state in states {
            guard let name = state.vendorName?.lowercased(), name.contains("liveview"), name.contains("size"),
                state.settable.types.contains(.enumeration)
            else { continue }
            let sized = state.settable.values.compactMap { value in Self.pixels(value.label).map { (value, $0) } }
            guard sized.count > 1 else { continue }
            property = state.identifier
            // In the camera's order where sizes are equal.
            values = sized.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
            return
        }
        return nil
    }

    var value: PropertyValue { values[index] }

    /// Adds a measurement with the present value.
    ///
    /// - Parameters:
    ///   - rate: measured frames per second.
    ///   - wanted: the rate that is wanted; four fifths of it are enough.
    /// - Returns: the value to set; nil to keep the present one.
    mutating func measured(_ rate: Double, wanted: Double) -> PropertyValue? {
        if isDecided { return nil }
        if let earlierRate, rate < earlierRate * 1.2 {
            // The size does not limit the rate.
            isDecided = true
            index -= 1
            return value
        }
        guard rate < wanted * 0.8, index + 1 < values.count else {
            isDecided = true
            return nil
        }
        earlierRate = rate
        index += 1
        return value
    }

    /// Number of pixels that a label names, such as "1280 × 720, 30 fps" or "XGA"; nil if it names none.
    static func pixels(_ label: String) -> Int? {
        let named = ["QVGA": 320 * 240, "VGA": 640 * 480, "SVGA": 800 * 600, "XGA": 1024 * 768, "SXGA": 1280 * 1024]
        if let pixels = named[label.uppercased()] { return pixels }
        let parts = label.split { !$0.isNumber && $0 != "x" && $0 != "×" && $0 != " " }
        guard let size = parts.first else { return nil }
        let numbers = size.split { $0 == "x" || $0 == "×" }.map { $0.filter { $0 != " " } }
        guard numbers.count == 2, let width = Int(numbers[0]), let height = Int(numbers[1]), width <= 65535, height <= 65535
        else { return nil }
        return width * height
    }
}
