import CameraModel
import FakeCamera
import Testing

/// The comparison of files by name, size and date.
@Suite struct FileIdentityTests {
    private static func identity(_ name: String = "A.JPG", size: UInt64? = 10, date milliseconds: Int64? = 1_000_000_000)
        -> FileIdentity
    {
        var item = CameraRig.item(1, name, size: size)
        item.created = milliseconds.map { CameraDate(millisecondsSince1970: $0) }
        return FileIdentity(item)
    }

    @Test func `a file is the same after a restart of its camera, with a date of lower resolution`() {
        let file = Self.identity()
        for other in [
            Self.identity(), Self.identity(date: 1_000_001_999), Self.identity(date: 999_998_000), Self.identity(size: nil),
        ] {
            #expect(file.isSameAfterRestart(as: other) && other.isSameAfterRestart(as: file))
        }
        #expect(!file.matches(Self.identity(date: 1_000_001_999)))
    }

    @Test func `a new file of the same name is another one`() {
        let file = Self.identity()
        for other in [
            Self.identity(date: 1_000_002_001), Self.identity(size: 11), Self.identity("B.JPG"), Self.identity(date: nil),
        ] {
            #expect(!file.isSameAfterRestart(as: other) && !other.isSameAfterRestart(as: file))
        }
    }
}
