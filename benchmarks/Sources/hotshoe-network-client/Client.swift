import Glibc
import HotShoe

/// `hotshoe-network-client PLACE NAME COUNT [FILE]`: fetches a file of a camera COUNT times, and drops or writes it. See
/// ``Place``. Prints one line: seconds, bytes, peak memory in KiB, the file's handle.
///
/// `hotshoe-network-client connect SECONDS PORT…`: connects to all of these cameras, and stays idle for this time. See
/// ``ManyCameras``.
///
/// `hotshoe-network-client live PLACE COUNT handler|stream`: see ``LiveView``.
///
/// `hotshoe-network-client shoot PLACE COUNT FILE`: see ``Shooting``.
@main
enum Client {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count > 4, arguments[1] == "live", let count = Int(arguments[3]) {
            return try await LiveView.watch(arguments[2], frames: count, arguments[4])
        }
        if arguments.count > 4, arguments[1] == "shoot", let count = Int(arguments[3]) {
            return try await Shooting.shoot(arguments[2], pictures: count, into: arguments[4])
        }
        if arguments.count > 3, arguments[1] == "connect", let seconds = Int(arguments[2]) {
            return try await ManyCameras.connect(arguments[3...].compactMap { UInt16($0) }, idle: .seconds(seconds))
        }
        guard arguments.count >= 4, let count = Int(arguments[3]) else { exit(2) }
        let camera = try await Place.camera(arguments[1])
        try await camera.connect()
        let file = try await find(arguments[2], in: camera)
        let clock = ContinuousClock()
        let begin = clock.now
        var bytes: UInt64 = 0
        for _ in 0..<count {
            if arguments.count > 4 {
                try await file.write(to: arguments[4], replacing: true)
            } else {
                try await file.download { _ in .proceed }
            }
            bytes += file.size ?? 0
        }
        let (seconds, attoseconds) = begin.duration(to: clock.now).components
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let handle = file.item.map { String($0.info.handle.number) } ?? "0"
        print(Double(seconds) + Double(attoseconds) / 1e18, bytes, usage.ru_maxrss, handle)
        await camera.disconnect()
    }

    private static func find(_ name: String, in camera: Camera) async throws -> RemoteFile {
        for storage in camera.storages {
            var waiting = try await storage.items()
            while let item = waiting.popLast() {
                if item.name == name { return item.file }
                if item.isFolder { waiting += try await item.items() }
            }
        }
        fatalError("there is no \(name) on the camera")
    }
}
