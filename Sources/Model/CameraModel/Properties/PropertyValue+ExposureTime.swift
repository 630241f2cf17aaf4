import Exposure

extension PropertyValue {
    /// The exposure time that a shutter speed means, rounded up to milliseconds; nil for other values, bulb and automatic ones.
    package var exposureTime: Duration? {
        shutterSpeed?.seconds.map { .milliseconds(Int64(($0 * 1000).rounded(.up))) }
    }
}
