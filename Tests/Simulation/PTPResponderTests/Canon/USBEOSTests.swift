import CameraModel
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// EOS bodies on USB: records, live view, and pictures for the host.
@Suite(.timeLimit(.minutes(5))) struct USBEOSTests {
    private static let bodies = Personality.eosBodies.map(\.name)

    private static func serve<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (ServedUSBCamera, USBPTPClient) throws -> Value
    ) async throws -> Value {
        let personality = try #require(Personality.named(name))
        let served = try ServedUSBCamera(
            { $0.liveViewSize = PixelSize(width: 96, height: 64) },
            serving: { $0.personality = personality }
        )
        served.simulator.turn(.exposureMode, to: "A")
        return try await served.with { served in
            let client = try USBPTPClient.open(served.address)
            for (operation, value) in [(OperationCode.eosSetRemoteMode, 1), (.eosSetEventMode, 1)] as [(OperationCode, UInt32)] {
                guard try client.run(operation, [value]).code == .ok else { throw WireClient.Unexpected(what: "\(operation)") }
            }
            return try body(served, client)
        }
    }

    @Test(arguments: bodies) func `a body reports its properties, and announces new records`(_ name: String)
        async throws
    {
        try await Self.serve(name) { served, client throws -> Void in
            var reported = Set<DevicePropCode>()
            while true {
                let reply = EventReply(try client.data(.eosGetEvent))
                #expect(reply.failure == nil)
                if reply.records.isEmpty { break }
                for case .propertyChanged(let code, _) in reply.records { reported.insert(code) }
            }
            #expect(reported.count > 20)
            served.simulator.turn(.isoSpeed, to: "800")
            var records: [EventRecord] = []
            while records.isEmpty {
                // The first events may be for records that were already read.
                _ = try client.event(.eosRequestGetEvent)
                records = EventReply(try client.data(.eosGetEvent)).records
            }
        }
    }

    @Test(arguments: bodies) func `frames of live view arrive whole, for any transfer size`(_ name: String) async throws {
        try await Self.serve(name) { served, client throws -> Void in
            for code in [DevicePropCode.eosEVFOutputDevice, .eosEVFMode] {
                let number: Int64 = code == .eosEVFMode ? 1 : 2
                let content = try #require(PropertyContent(number: number, of: code))
                let assignment = try PropertyAssignment(code, content).encoded()
                #expect(try client.run(.eosSetDevicePropValueEx, data: assignment).code == .ok)
            }
            for readSize in [512, 1024, 16384, 1 << 20] {
                client.readSize = readSize
                var frames = 0
                while frames < 3 {
                    let outcome = try client.run(.eosGetViewFinderData, [0x0020_0000, 0, 0])
                    guard outcome.code == .ok, let data = outcome.data else { continue }
                    // The data contains a complete picture.
                    let start = data.indices.dropLast().first { data[$0] == 0xFF && data[$0 + 1] == 0xD8 }
                    let end = data.indices.dropLast().last { data[$0] == 0xFF && data[$0 + 1] == 0xD9 }
                    #expect(start != nil && end != nil)
                    frames += 1
                }
            }
        }
    }
}
