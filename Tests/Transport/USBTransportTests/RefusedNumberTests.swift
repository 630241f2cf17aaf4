import HotShoeSupport
import PTP
import PTPSession
import Testing

@testable import USBTransport

/// A device on USB that answers InvalidTransactionID (0x2004).
@Suite(.timeLimit(.minutes(5))) struct RefusedNumberTests {
    /// A device that refuses the numbers that the function selects, and returns data otherwise.
    private static func rig(_ isRefused: @escaping @Sendable (UInt32) -> Bool) throws -> (USBSessionRig, Numbers) {
        let numbers = Numbers()
        let device = FakeDevice { request, _ in
            let number = request.transaction.rawValue
            numbers.list.withLock { $0.append(number) }
            if isRefused(number) { return [.bytes(DeviceContainer.ok(request, .invalidTransactionID))] }
            if request.code != .getThumb { return [.bytes(DeviceContainer.ok(request))] }
            return [.bytes(DeviceContainer.data(request, pattern(700))), .bytes(DeviceContainer.ok(request))]
        }
        return (try USBSessionRig(device), numbers)
    }

    /// The numbers that a device has received.
    private final class Numbers: Sendable {
        let list = Guarded<[UInt32]>([])
    }

    private static func code(_ work: () async throws(SessionError) -> Void) async -> ResponseCode? {
        do throws(SessionError) {
            try await work()
            return .ok
        } catch { return error.response?.code }
    }

    @Test func `the refusal is the result of an operation, with data in either direction or none`() async throws {
        let (rig, numbers) = try Self.rig { $0 % 2 == 1 }
        let session = rig.session
        var codes: [ResponseCode?] = []
        for _ in 0..<2 {
            codes.append(await Self.code { () async throws(SessionError) in _ = try await session.receive(.getThumb, [1]) })
        }
        for _ in 0..<2 {
            codes.append(await Self.code { () async throws(SessionError) in try await session.perform(.deleteObject, [1]) })
        }
        for _ in 0..<2 {
            codes.append(
                await Self.code { () async throws(SessionError) in
                    try await session.send(.sendObject, [], pattern(2000))
                }
            )
        }
        #expect(codes == [.invalidTransactionID, .ok, .invalidTransactionID, .ok, .invalidTransactionID, .ok])
        #expect(numbers.list.withLock { $0 } == [1, 2, 3, 4, 5, 6])
        #expect(await rig.close() == ["close"], "no recovery was needed")
    }

    @Test func `a device that refuses every number is left`() async throws {
        let (rig, numbers) = try Self.rig { _ in true }
        let session = rig.session
        for _ in 0..<3 {
            let code = await Self.code { () async throws(SessionError) in _ = try await session.receive(.getThumb, [1]) }
            #expect(code == .invalidTransactionID)
        }
        guard case .success(.protocolBroken) = await rig.end.result() else {
            Issue.record("the session ends")
            return
        }
        #expect(numbers.list.withLock { $0 } == [1, 2, 3])
    }
}
