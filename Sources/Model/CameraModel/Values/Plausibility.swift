import Exposure

/// The limits of what a quantity can be: cameras report numbers such as 65534 for "no lens" or "unknown". Pure.
///
/// Applied to all that a driver reports. A value outside the limits is no value, and is not offered either.
enum Plausibility {
    /// The capacity of a storage in bytes: up to a pebibyte, eight times that of the largest card there can be (SDUC).
    static let capacities: ClosedRange<UInt64> = 1...1 << 50
    private static let isoSpeeds = 1...20_000_000
    /// Numbers of 16 bits that mean "unknown" and "none", and are no ISO speed of any camera.
    private static let sentinels: ClosedRange<Int> = 0xFFF0...0xFFFF
    /// An hour: the longest exposure that a body can be set to, at Fujifilm. Other numbers are a vendor's own code.
    private static let longestExposure = 3600.0
    /// Stops, of compensations and of the light meter.
    private static let stops = -20.0...20.0
    private static let temperatures = 1000...50_000
    private static let shots = 0...99_999_999
    private static let magnifications = 1...100

    /// Returns whether a property can have a value.
    static func isPossible(_ value: PropertyValue, of property: PropertyIdentifier) -> Bool {
        if let common = value.common { return isPossible(common, of: property) }
        // A bare number of a quantity is one that the driver could not convert.
        switch property.kind {
        case .aperture, .shutterSpeed, .isoSpeed, .exposureCompensation, .zoom, .integer: return !isNumber(value.label)
        case .choice where property == .batteryLevel: return !isNumber(value.label)
        case .choice, .boolean, .videoFormat, .opaque: return true
        }
    }

    private static func isPossible(_ value: CommonValue, of property: PropertyIdentifier) -> Bool {
        switch value {
        case .isoSpeed(let iso):
            guard let speed = iso.speed else { return true }
            return isoSpeeds.contains(speed) && !sentinels.contains(speed)
        case .shutterSpeed(let speed): return speed.seconds.map { $0 > 0 && $0 <= longestExposure } ?? true
        case .exposureCompensation(let compensation): return compensation.stops.map { stops.contains($0.doubleValue) } ?? true
        case .integer(let number) where property == .whiteBalanceTemperature: return temperatures.contains(number)
        case .integer(let number) where property == .shotsAvailable: return shots.contains(number)
        case .zoom(let zoom): return magnifications.contains(zoom.factor)
        default: return true
        }
    }

    /// Whether a label is a number, in decimal or hexadecimal.
    private static func isNumber(_ label: String) -> Bool {
        let digits = label.hasPrefix("-") ? label.dropFirst() : label[...]
        if digits.hasPrefix("0x") { return digits.dropFirst(2).allSatisfy(\.isHexDigit) }
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

extension PropertyState {
    /// The state without impossible values.
    var plausible: PropertyState {
        var state = self
        if let value, !Plausibility.isPossible(value, of: identifier) { state.value = nil }
        if settable.values.contains(where: { !Plausibility.isPossible($0, of: identifier) }) {
            state.settable.values.removeAll { !Plausibility.isPossible($0, of: identifier) }
            if state.settable.values.isEmpty, state.settable.types == .enumeration { state.settable = .none }
        }
        return state
    }
}

extension [StorageInfo] {
    /// The storages without impossible sizes, and with distinct names, by which they are told apart in paths: cards of one name are
    /// numbered by their slot, or by their order.
    var plausible: [StorageInfo] {
        var storages = map { storage in
            var storage = storage
            storage.capacityBytes = storage.capacityBytes.flatMap { Plausibility.capacities.contains($0) ? $0 : nil }
            storage.freeBytes = storage.freeBytes.flatMap { free in
                guard let capacity = storage.capacityBytes else { return Plausibility.capacities.contains(free) ? free : nil }
                return free <= capacity ? free : nil
            }
            if storage.label == storage.name { storage.label = nil }
            return storage
        }
        var taken: Set<String> = []
        for index in storages.indices {
            let name = storages[index].name
            let isShared = storages.indices.contains { $0 != index && self[$0].name.lowercased() == name.lowercased() }
            if isShared { storages[index].name = Self.free(name, at: storages[index].slot ?? index + 1, taken) }
            taken.insert(storages[index].name.lowercased())
        }
        return storages
    }

    private static func free(_ name: String, at number: Int, _ taken: Set<String>) -> String {
        var candidate = "\(name) \(number)"
        var next = 1
        while taken.contains(candidate.lowercased()) {
            candidate = "\(name) \(number)-\(next + 1)"
            next += 1
        }
        return candidate
    }
}
