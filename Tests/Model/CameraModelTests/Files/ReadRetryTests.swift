import Testing

@testable import CameraModel

@Suite struct ReadRetryTests {
    private static func error(_ code: CameraError.Code) -> CameraError {
        CameraError(code, "test", response: .init(domain: "PTP", code: 0x200F))
    }

    /// Returns the number of attempts and the time until a read without progress is given up.
    private func attempts(_ patience: ReadRetry.Patience, _ code: CameraError.Code) -> (count: Int, time: Duration) {
        var (retry, now, count) = (ReadRetry(patience, at: .zero), Duration.zero, 1)
        while let pause = retry.pause(after: Self.error(code), offset: 0, at: now) { (now, count) = (now + pause, count + 1) }
        return (count, now)
    }

    @Test(arguments: [CameraError.Code.busy, .notAvailable, .protocolFailure, .cardError, .connectionLost])
    func `a read that may succeed later is repeated for two seconds, or a minute for a new file`(_ code: CameraError.Code) {
        #expect((2...4).contains(attempts(.short, code).time / .seconds(1)))
        #expect((5...10).contains(attempts(.short, code).count))
        #expect((60...62).contains(attempts(.newFile, code).time / .seconds(1)))
    }

    @Test func `a file that the camera does not know may only appear if it is new`() {
        #expect(attempts(.short, .notFound).count == 1)
        #expect(attempts(.newFile, .notFound).count > 10)
    }

    @Test(arguments: [CameraError.Code.fileSystem, .cancelled, .notSupported, .tooLarge, .writeProtected])
    func `other errors are final`(_ code: CameraError.Code) { #expect(attempts(.newFile, code).count == 1) }

    @Test func `a request that was rejected before the camera received it is not repeated`() {
        var retry = ReadRetry(.newFile, at: .zero)
        #expect(retry.pause(after: CameraError(.notAvailable, "test"), offset: 0, at: .zero) == nil)
    }

    @Test func `progress begins the time anew`() {
        var retry = ReadRetry(.short, at: .zero)
        for step in 1...10 {
            let pause = retry.pause(after: Self.error(.busy), offset: UInt64(step), at: .seconds(step * 10))
            #expect(pause == .milliseconds(50))
        }
        #expect(retry.pause(after: Self.error(.busy), offset: 10, at: .seconds(102)) == nil)
    }
}
