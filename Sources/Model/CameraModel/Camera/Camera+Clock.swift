import Glibc

// The clock of a camera is set while it is being connected, if the program wants that.

extension Camera {
    /// Sets the camera's clock to this computer's. Returns a warning if that failed.
    static func synchronizeClock(of connection: any CameraConnection) async -> ConnectionWarning? {
        do throws(CameraError) {
            guard let clock = connection.clock else { throw .notSupported(.setClock) }
            try await clock.setClock(.now())
            return nil
        } catch {
            return error.code == .notSupported
                ? ConnectionWarning(
                    kind: .clockNotSupported,
                    category: .other,
                    message: "This camera's clock cannot be set by remote control."
                )
                : ConnectionWarning(
                    kind: .clockNotSet,
                    category: .other,
                    message: "The camera's clock was not set. \(error.message)"
                )
        }
    }
}

extension CameraDate {
    /// Returns this computer's time and time zone.
    public static func now() -> CameraDate {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        var seconds = time.tv_sec
        var local = unsafe tm()
        unsafe localtime_r(&seconds, &local)
        return CameraDate(
            millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000,
            utcOffsetMinutes: unsafe local.tm_gmtoff / 60
        )
    }
}
