package import CameraModel
import Glibc

/// Times of files on this computer.
package enum FileTimes {
    /// Sets the modification time of an open file to the date that a camera reports, and keeps the access time. A date without
    /// an offset is local time of this computer's time zone. Ignores errors: the contents matter more than the time.
    static func set(_ descriptor: Int32, to date: CameraDate) {
        guard let seconds = secondsSince1970(date) else { return }
        let times = [
            timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT)),
            timespec(tv_sec: seconds, tv_nsec: date.millisecond * 1_000_000),
        ]
        // SAFETY: `futimens` reads two structures, the length of the array.
        _ = unsafe futimens(descriptor, times)
    }

    /// Returns the seconds since 1970-01-01 00:00 UTC; nil if the C library cannot convert the date.
    package static func secondsSince1970(_ date: CameraDate) -> Int? {
        if let milliseconds = date.millisecondsSince1970 { return Int((milliseconds - Int64(date.millisecond)) / 1000) }
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(date.year - 1900)
        unsafe parts.tm_mon = Int32(date.month - 1)
        unsafe parts.tm_mday = Int32(date.day)
        unsafe parts.tm_hour = Int32(date.hour)
        unsafe parts.tm_min = Int32(date.minute)
        unsafe parts.tm_sec = Int32(date.second)
        // The C library determines whether daylight saving time applies.
        unsafe parts.tm_isdst = -1
        // SAFETY: `mktime` reads and normalises one structure, the local variable.
        let seconds = unsafe mktime(&parts)
        return seconds == -1 ? nil : seconds
    }

    private static var UTIME_OMIT: Int { (1 << 30) - 2 }
}
