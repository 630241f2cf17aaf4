import BodyRig
import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPResponder
import SimulatedCamera
import Sockets
import Testing

@testable import DriverCanon
@testable import DriverPTP

/// The driver with bodies that send invalid replies, over a real socket.
@Suite(.timeLimit(.minutes(5))) struct HostileBodyTests {
    /// Returns bytes in the text form of a fault.
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16, uppercase: true) + String($0 & 15, radix: 16, uppercase: true) }.joined()
    }

    private static func number(_ number: UInt32) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number >> 16),
            UInt8(number >> 24),
        ]
    }

    /// Returns a record with numbers, and a terminator.
    private static func record(_ code: UInt32, _ numbers: [UInt32], length: UInt32? = nil, isEnded: Bool = true) -> [UInt8] {
        let body = numbers.flatMap(number)
        return number(length ?? UInt32(8 + body.count)) + number(code) + body + (isEnded ? number(8) + number(0) : [])
    }

    private static func withBody(_ faults: [String], _ use: (Camera) async throws -> Void) async throws {
        try await withBody(faults.map { try #require(ResponderFault($0)) }, use)
    }

    private static func withBody(_ faults: [ResponderFault], _ use: (Camera) async throws -> Void) async throws {
        try await BodyRig.serve(BodyRig.simulator(), BodyRig.serving(.canonEOSR5, faults: faults), .canonEOS, use)
    }

    /// Invalid replies to GetEvent.
    private static let replies: [(String, [UInt8])] =
        (0...7 as ClosedRange<UInt32>).map { size in ("a record of \(size) bytes", record(0xC189, [0xD101, 0x28], length: size)) }
        + [
            ("a record past the reply", record(0xC189, [0xD101, 0x28], length: 4000)),
            ("a record of all there is", record(0xC189, [0xD101, 0x28], length: .max)),
            ("no terminator", record(0xC189, [0xD101, 0x28], isEnded: false)),
            ("half a head", [12, 0, 0]),
            ("nothing", []),
            ("a property without a value", record(0xC189, [0xD101])),
            ("a list that is not there", record(0xC18A, [0xD101, 3, 0xFFFF_FFFF])),
            ("a list that is longer than the record", record(0xC18A, [0xD101, 3, 9, 0x28])),
            ("a list of another type", record(0xC18A, [0xD101, 7, 1, 0x28])),
            ("displays of no version", record(0xC1A5, [20, 0x1FFF])),
            ("displays of version 0", record(0xC189, [0xD199, 0], isEnded: false) + record(0xC1A5, [20, 0x1FFF, 1, 2])),
            ("displays that are cut", record(0xC189, [0xD199, 0x14], isEnded: false) + record(0xC1A5, [20, 0x1FFF])),
            ("three image formats", record(0xC189, [0xD120, 3, 16, 1, 0, 3])),
            ("image formats without end", record(0xC18A, [0xD120, 3, 0xFFFF_FFFF, 1, 16, 1, 0, 3])),
            ("65,535 points of focus", record(0xC189, [0xD1D3, 24, 0xFFFF_0014, 0xFFFF_FFFF, 0, 0])),
            ("an object without a name", record(0xC181, [9, 0x10001, 0x3801])),
            ("a transfer of nothing", record(0xC186, [9])),
            ("records nobody knows", record(0xCFFF, [1, 2, 3]) + record(0xFFFF_FFFF, [])),
        ]

    @Test(arguments: replies.indices) func `a reply to GetEvent that is wrong changes nothing else`(_ index: Int) async throws {
        let (name, bytes) = Self.replies[index]
        try await Self.withBody(["data=\(Self.hex(bytes))@0x9116*3"]) { camera in
            // Replies before and after the invalid ones are processed; reconnecting requests missing values again.
            try await camera.disconnectAndConnect()
            let aperture = camera.property(.aperture)
            #expect(aperture.value?.aperture != nil, "\(name)")
            let shot = try await camera.shoot()
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true, "\(name)")
        }
    }

    /// Invalid data of GetViewFinderData.
    private static let frames: [(String, [UInt8])] = [
        ("nothing", []), ("half a head", [9, 0, 0, 0]), ("a segment of no length", record(1, [], length: 0)),
        ("a segment of 7 bytes", record(1, [0xD8FF], length: 7)),
        ("a picture past the data", record(1, [0xE0FF_D8FF], length: 60_000)),
        ("a picture without a beginning", record(1, [0x1234_5678, 0xD9FF_0000])),
        ("a picture without an end", record(1, [0xE0FF_D8FF, 0x1234_5678])),
        ("a picture of nothing", record(1, [])), ("only other things", record(4, [5]) + record(0x99, [1, 2])),
        ("a picture without a size", record(1, [0xD9FF_D8FF])),
        ("a histogram that is short", record(0x11, [1, 2, 3]) + record(1, [0xD9FF_D8FF])),
    ]

    @Test(arguments: frames.indices) func `a frame that is none is passed over, and the next is shown`(_ index: Int) async throws
    {
        let (name, bytes) = Self.frames[index]
        try await Self.withBody(["data=\(Self.hex(bytes))@0x9153*3"]) { camera in
            var seen = 0
            for try await frame in camera.liveView().prefix(2) {
                #expect(frame.size == PixelSize(width: 96, height: 64), "\(name)")
                seen += 1
            }
            #expect(seen == 2, "\(name)")
        }
    }

    @Test func `a frame that is larger than any is passed over, and the next is shown`() async throws {
        let large = ResponderFault(.data([UInt8](repeating: 0xFF, count: 50 << 20)), at: .eosGetViewFinderData, count: 2)
        try await Self.withBody([large]) { camera in
            var seen = 0
            for try await _ in camera.liveView().prefix(2) { seen += 1 }
            #expect(seen == 2)
        }
    }

    @Test func `a clock that is requested and not reported is an error`() async throws {
        try await Self.withBody(["response=0x2005@0x9127*100"]) { camera in
            let error = await #expect(throws: CameraError.self) { try await camera.readClock() }
            #expect(error?.operation == .readClock)
        }
    }

    @Test func `a body that is not ready at first is waited for`() async throws {
        try await Self.withBody(["response=0xA102@0x9153*5", "response=0x2019@0x9153*2"]) { camera in
            var seen = 0
            for try await _ in camera.liveView().prefix(1) { seen += 1 }
            #expect(seen == 1)
        }
    }

    @Test func `a body that refuses reports the reason`() async throws {
        try await Self.withBody(["response=0xA101@0x9128"]) { camera in
            let error = await #expect(throws: CameraError.self) { _ = try await camera.shoot() }
            #expect(error?.code == .batteryLow)
            _ = try await camera.shoot()
        }
    }

    private static let releases: [(UInt32, CameraError.Code)] = [
        (1, .focusFailed), (3, .busy), (7, .storageFull), (8, .writeProtected), (99, .notAvailable),
    ]

    @Test func `an error in a release's parameters is an error although the response is OK`() {
        for (result, code) in Self.releases { #expect(CameraError.release(result, .shoot)?.code == code) }
        #expect(CameraError.release(0, .shoot) == nil)
    }
}

extension Camera {
    fileprivate func disconnectAndConnect() async throws {
        await disconnect()
        try await connect()
    }
}
