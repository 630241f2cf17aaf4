public import BindingSupport

/// A weather station.
public final class Station: Sendable {
    /// A measurement.
    public struct Reading: Hashable, Sendable {
        /// Temperature in degrees Celsius.
        public var temperature: Double
        /// The sky.
        public var sky: Sky

        /// Creates a measurement.
        public init(temperature: Double, sky: Sky = .clear) {
            (self.temperature, self.sky) = (temperature, sky)
        }
    }

    /// Cloud cover.
    public enum Sky: Sendable { case clear, cloudy }

    private let readings = Guarded<[Reading]>([])

    /// The name of the station.
    public let name: String

    /// Creates a station without measurements.
    public init(name: String) { self.name = name }

    /// Adds a measurement.
    public func record(_ reading: Reading) { readings.withLock { $0.append(reading) } }

    /// Returns the mean temperature; throws without measurements.
    public func mean() async throws -> Double {
        let all = readings.withLock { $0 }
        if all.isEmpty { throw NoReading() }
        return all.map(\.temperature).reduce(0, +) / Double(all.count)
    }

    /// Calls a function with each measurement, on a queue.
    public func replay(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (Reading) -> Void
    ) -> Subscription {
        let delivery = CallbackDelivery<Reading>(capacity: 100, queue: queue, handler: handler)
        for reading in readings.withLock({ $0 }) { delivery.send(reading) }
        return Subscription { delivery.cancel(waits: $0) }
    }
}

/// The station has no measurement.
public struct NoReading: Error, Hashable {
    /// Creates the error.
    public init() {}
}
