import CameraModel
import Glibc
import Testing

@testable import PictureSaving

/// Partial files of a program that was killed during a download.
@Suite struct PartialFileTests {
    @Test(
        arguments: [
            ("IMG_0001.JPG.4711-1.part", 4711), ("a.b.1-22.part", 1), ("IMG_0001.JPG", nil), ("x.part", nil), ("x.12.part", nil),
            ("x.a-1.part", nil), ("x.-1-1.part", nil), ("x.12-.part", nil), ("x.99999999999-1.part", nil), ("x.0-1.part", nil),
        ] as [(String, pid_t?)]
    ) func `the writer of a partial file is in its name`(_ name: String, _ writer: pid_t?) {
        #expect(PartialFiles.writer(of: name) == writer)
    }

    @Test func `only partial files of programs that have ended are removed`() throws {
        var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
        // SAFETY: the template is terminated, and outlives the call.
        _ = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Larger than any process ID of Linux (PID_MAX_LIMIT is 2²²).
        let gone = "4194999-1.part"
        let names = ["A.JPG.\(gone)", "A.JPG.\(getpid())-1.part", "A.JPG", "LOCKED.JPG.\(gone)", "B.part"]
        for name in names { close(unsafe open("\(folder)/\(name)", O_WRONLY | O_CREAT, 0o644)) }
        _ = unsafe symlink("\(folder)/A.JPG", "\(folder)/LINK.\(gone)")
        let locked = unsafe open("\(folder)/LOCKED.JPG.\(gone)", O_RDWR)
        #expect(flock(locked, LOCK_EX | LOCK_NB) == 0)
        PartialFiles.sweep(folder)
        let left = (names + ["LINK.\(gone)"]).filter { unsafe access("\(folder)/\($0)", F_OK) == 0 }
        #expect(left == Array(names.dropFirst()) + ["LINK.\(gone)"])
        close(locked)
        for name in left { unsafe unlink("\(folder)/\(name)") }
        #expect(unsafe rmdir(folder) == 0)
    }
}
