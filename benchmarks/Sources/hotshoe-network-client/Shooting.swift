import Glibc
import HotShoe

/// Takes pictures, each until its files are on the disk.
enum Shooting {
    /// Prints one line: the milliseconds of each picture.
    static func shoot(_ place: String, pictures: Int, into path: String) async throws {
        let camera = try await Place.camera(place)
        try await camera.connect()
        let clock = ContinuousClock()
        var took: [Double] = []
        for _ in 0...pictures {
            let begin = clock.now
            let shot = try await camera.shoot()
            for file in shot.files { try await file.write(to: path, replacing: true) }
            took.append(begin.duration(to: clock.now) / .milliseconds(1))
        }
        // The first one is not counted.
        print(took.dropFirst().map { String(describing: $0) }.joined(separator: " "))
        await camera.disconnect()
    }
}
