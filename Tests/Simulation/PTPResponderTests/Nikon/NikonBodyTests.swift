import CameraModel
import PTP
import PTPNikon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Nikon bodies on the wire: description, preconditions, events, memory, live view, movies.
@Suite(.timeLimit(.minutes(5))) struct NikonBodyTests {
    private static let bodies: [Personality] = [.nikonZ6II, .nikonD850]

    private static func withClient(
        _ personality: Personality,
        faults: [String] = [],
        turning mode: String = "A",
        _ body: @escaping @Sendable (WireClient) throws -> Void
    ) async throws {
        let served = try ServedCamera(faults: faults) {
            $0.liveViewSize = PixelSize(width: 96, height: 64)
        } serving: {
            $0.personality = personality
        }
        served.simulator.turn(.exposureMode, to: mode)
        try await served.client(body)
    }

    /// Polls DeviceReady until the body is not busy.
    private static func ready(_ client: WireClient) throws -> ResponseCode {
        while true {
            let code = try client.run(.nikonDeviceReady).code
            if code != .deviceBusy { return code }
        }
    }

    private static func events(_ client: WireClient, isWide: Bool = false) throws -> [Event] {
        let reply = NikonEvents(try client.data(isWide ? .nikonGetEventEx : .nikonGetEvent), isWide: isWide)
        guard reply.failure == nil else { throw WireClient.Unexpected(what: "\(reply)") }
        return reply.events
    }

    /// Polls events until one has a code.
    private static func event(_ code: EventCode, _ client: WireClient) throws -> Event {
        while true { if let event = try events(client).first(where: { $0.code == code }) { return event } }
    }

    private static func number(_ code: DevicePropCode, _ client: WireClient) throws -> UInt64 {
        try client.data(.getDevicePropValue, [UInt32(code.rawValue)]).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @discardableResult
    private static func set(_ code: DevicePropCode, _ bytes: [UInt8], _ client: WireClient) throws -> ResponseCode {
        try client.run(.setDevicePropValue, [UInt32(code.rawValue)], data: bytes).code
    }

    // MARK: Description

    @Test(arguments: bodies) func `a body reports its vendor, and its properties by an operation`(_ personality: Personality)
        async throws
    {
        try await Self.withClient(personality) { client throws in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.manufacturer == "Nikon Corporation" && info.vendorExtension == .nikon && info.serialNumber == "SIM-0001")
            #expect(info.deviceProps.allSatisfy { !$0.isVendor } && info.deviceProps.contains(.fNumber))
            let isNew = personality.name == "nikon-z6-2"
            #expect(info.operations.contains(.nikonGetEventEx) == isNew && info.operations.contains(.nikonGetEvent))
            let codes = try client.data(.nikonGetVendorPropCodes)
            let span = codes.span
            var reader = unsafe DatasetReader(span.bytes)
            let listed: [DevicePropCode] = try reader.codes("codes")
            #expect(Set(listed).isSuperset(of: [.nikonExposureTime, .nikonRecordingMedia, .nikonLiveViewProhibitCondition]))
            #expect(listed.contains(.nikonExposureIndexEx) == isNew)
            if isNew {
                let all = try client.numbers(.nikonGetVendorCodes, [0xD])
                #expect(all.filter { $0 <= 0xFFFF } == listed.map(\.rawValue) && all.contains(0x1D074))
            }
            for code in listed { _ = try client.data(.getDevicePropDesc, [UInt32(code.rawValue)]) }
        }
    }

    @Test func `properties with wide numbers have operations of their own`() async throws {
        try await Self.withClient(.nikonZ6II) { client throws in
            let (mode, aperture): (UInt32, UInt32) = (0x1D074, 0x5007)
            let bytes = try client.data(.nikonGetDevicePropDescEx, [mode])
            let desc = try WideDevicePropDesc(bytes).desc
            #expect(desc.code == .nikonMovieShutterMode && desc.current.integer() == 1 && desc.isSettable)
            #expect(bytes.prefix(4) == [0x74, 0xD0, 1, 0])
            #expect(try client.run(.getDevicePropDesc, [mode]).code == .devicePropNotSupported)
            #expect(try client.run(.nikonSetDevicePropValueEx, [mode], data: [2]).code == .ok)
            #expect(try client.data(.nikonGetDevicePropValueEx, [mode]) == [2])
            #expect(try Self.event(.devicePropChanged, client).parameters[0] == mode)
            #expect(try client.run(.nikonSetDevicePropValueEx, [mode], data: [3]).code == .invalidDevicePropValue)
            #expect(try client.run(.nikonSetDevicePropValueEx, [aperture], data: [0, 0]).code == .devicePropNotSupported)
        }
    }

    // MARK: Preconditions

    @Test(arguments: bodies) func `the mode dial is set under the initiator's control only`(_ personality: Personality)
        async throws
    {
        try await Self.withClient(personality) { client throws in
            #expect(try Self.set(.exposureProgramMode, [2, 0], client) == .accessDenied)
            #expect(try client.run(.nikonChangeCameraMode, [1]).code == .ok)
            #expect(try Self.set(.exposureProgramMode, [2, 0], client) == .ok)
            #expect(try client.run(.nikonChangeCameraMode, [0]).code == .ok)
            #expect(try Self.set(.exposureProgramMode, [1, 0], client) == .accessDenied)
        }
    }

    @Test(arguments: bodies) func `events that are not read for too long make the body busy until they are`(
        _ personality: Personality
    )
        async throws
    {
        try await Self.withClient(personality, faults: ["body-hang@0x90C8"]) { client throws in
            #expect(try client.run(.nikonDeviceReady).code == .ok)
            #expect(try client.run(.nikonStartLiveView).code == .deviceBusy)
            while try !Self.events(client).isEmpty {}
            #expect(try client.run(.nikonStartLiveView).code == .ok)
        }
    }

    @Test(arguments: bodies) func `a picture in memory prevents live view and another picture until it is removed`(
        _ personality: Personality
    ) async throws {
        try await Self.withClient(personality) { client throws in
            #expect(try client.run(.nikonInitiateCaptureRecInMedia, [.max, 1]).code == .ok)
            #expect(try Self.ready(client) == .ok)
            let handle = try Self.event(.nikonObjectAddedInSDRAM, client).parameters[0]
            #expect(handle == 0xFFFF_0001)
            #expect(try Self.number(.nikonLiveViewProhibitCondition, client) == 1 << 12)
            #expect(try client.run(.nikonStartLiveView).code == .nikonInvalidStatus)
            #expect(try client.run(.nikonInitiateCaptureRecInMedia, [.max, 1]).code == .deviceBusy)
            #expect(try client.run(.nikonDelImageSDRAM, [handle]).code == .ok)
            #expect(try client.run(.nikonDelImageSDRAM, [handle]).code == .invalidObjectHandle)
            #expect(try client.run(.nikonStartLiveView).code == .ok)
        }
    }

    @Test(arguments: bodies) func `a picture that has been transferred is replaced by the next`(_ personality: Personality)
        async throws
    {
        try await Self.withClient(personality) { client throws in
            for _ in 0..<3 {
                #expect(try client.run(.nikonInitiateCaptureRecInMedia, [.max, 1]).code == .ok)
                #expect(try Self.ready(client) == .ok)
                let handle = try Self.event(.nikonObjectAddedInSDRAM, client).parameters[0]
                #expect(try client.data(.getObject, [handle]).starts(with: [0xFF, 0xD8]))
                #expect(try Self.number(.nikonLiveViewProhibitCondition, client) == 0)
            }
        }
    }

    @Test(arguments: bodies) func `a picture to the card is an object, and completion is an event`(_ personality: Personality)
        async throws
    {
        try await Self.withClient(personality) { client throws in
            #expect(try client.run(.nikonInitiateCaptureRecInMedia, [0xFFFF_FFFE, 0]).code == .ok)
            var found: [EventCode] = []
            while !found.contains(.captureComplete) { found += try Self.events(client).map(\.code) }
            #expect(found.firstIndex(of: .objectAdded) ?? .max < found.firstIndex(of: .captureComplete) ?? 0)
            #expect(try client.run(.nikonInitiateCaptureRecInMedia, [0, 3]).code == .invalidParameter)
        }
    }

    @Test(arguments: bodies) func `bulb stays open until it is terminated`(_ personality: Personality) async throws {
        try await Self.withClient(personality, turning: "M") { client throws in
            #expect(try Self.set(.nikonExposureTime, [0xFF, 0xFF, 0xFF, 0xFF], client) == .ok)
            #expect(try client.run(.nikonInitiateCaptureRecInMedia, [.max, 0]).code == .nikonShutterSpeedBulb)
            _ = try client.run(.nikonChangeCameraMode, [1])
            #expect(try client.run(.nikonInitiateCaptureRecInMedia, [.max, 0]).code == .ok)
            #expect(try Self.ready(client) == .nikonBulbReleaseBusy)
            #expect(try client.run(.nikonTerminateCapture, [0, 0]).code == .ok)
            #expect(try Self.ready(client) == .ok)
            _ = try Self.event(.objectAdded, client)
        }
    }

    // MARK: Live view and movies

    @Test(arguments: bodies) func `frames have the body's header`(_ personality: Personality) async throws {
        try await Self.withClient(personality) { client throws in
            #expect(try client.run(.nikonGetLiveViewImg).code == .nikonNotLiveView)
            #expect(try client.run(.nikonStartLiveView).code == .ok)
            #expect(try Self.ready(client) == .ok)
            #expect(try Self.number(.nikonLiveViewStatus, client) == 1)
            var outcome = try client.run(.nikonGetLiveViewImg)
            while outcome.code == .deviceBusy { outcome = try client.run(.nikonGetLiveViewImg) }
            let data = try #require(outcome.data)
            let header = unsafe LiveViewHeader(data.span.bytes)
            #expect(header?.layout == (personality.name == "nikon-z6-2" ? .z : .d500))
            #expect(header?.space == PixelSize(width: 96, height: 64))
            // The focus area moves to a place, at which AfDrive focuses.
            #expect(try client.run(.nikonChangeAfArea, [20, 20]).code == .ok)
            #expect(try client.run(.nikonAfDrive).code == .ok)
            #expect(try Self.ready(client) == .ok)
            #expect(try client.run(.nikonMfDrive, [3, 1]).code == .invalidParameter)
            #expect(try client.run(.nikonMfDrive, [1, 20]).code == .ok)
            #expect(try Self.ready(client) == .ok)
            #expect(try client.run(.nikonEndLiveView).code == .ok)
            #expect(try Self.number(.nikonLiveViewStatus, client) == 0)
            #expect(try client.run(.nikonMfDrive, [1, 20]).code == .nikonNotLiveView)
        }
    }

    @Test(arguments: bodies) func `a movie requires live view, the selector and the application mode`(_ personality: Personality)
        async throws
    {
        try await Self.withClient(personality) { client throws in
            #expect(try client.run(.nikonStartMovieRecInCard).code == .nikonNotLiveView)
            _ = try client.run(.nikonStartLiveView)
            _ = try Self.ready(client)
            #expect(try client.run(.nikonStartMovieRecInCard).code == .nikonInvalidStatus)
            #expect(try Self.set(.nikonLiveViewSelector, [1], client) == .ok)
            if personality.name == "nikon-z6-2" {
                #expect(try client.run(.nikonStartMovieRecInCard).code == .nikonInvalidStatus)
                #expect(try client.run(.nikonChangeApplicationMode, [1]).code == .ok)
                #expect(try Self.number(.nikonApplicationMode, client) == 1)
            }
            #expect(try client.run(.nikonStartMovieRecInCard).code == .ok)
            #expect(try Self.ready(client) == .ok)
            _ = try Self.event(.nikonMovieRecordStarted, client)
            #expect(try Self.number(.nikonMovRecProhibitCondition, client) == 1 << 10)
            #expect(try client.run(.nikonEndMovieRec).code == .ok)
            #expect(try Self.ready(client) == .ok)
            _ = try Self.event(.nikonMovieRecordComplete, client)
            #expect(try client.run(.nikonEndMovieRec).code == .nikonInvalidStatus)
        }
    }

    @Test func `a card that is missing is the reason why live view and movies are refused`() async throws {
        let served = try ServedCamera {
            $0.cards = []
        } serving: {
            $0.personality = .nikonZ6II
        }
        try await served.client { client throws in
            #expect(try Self.number(.nikonLiveViewProhibitCondition, client) == 1 << 14)
            // No card, photos selected, no application mode.
            #expect(try Self.number(.nikonMovRecProhibitCondition, client) == 1 << 0 | 1 << 13 | 1 << 14)
            #expect(try client.run(.nikonStartLiveView).code == .nikonInvalidStatus)
        }
    }

    // MARK: Pairing

    @Test func `an unpaired body has few operations, and displays a number that it also returns`() async throws {
        try await Self.withClient(.nikonZ6II, faults: ["unpaired"]) { client throws in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(
                Set(info.operations) == [
                    .getDeviceInfo, .openSession, .closeSession, .nikonEndPairing, .nikonGetVendorCodes, .nikonStartPairing,
                ]
            )
            for code in [OperationCode.nikonChangeApplicationMode, .nikonGetEventEx, .getStorageIDs, .nikonStartLiveView] {
                #expect(try client.run(code).code == .operationNotSupported, "\(code)")
            }
            // Not before it has begun, and not with another number.
            #expect(try client.run(.nikonEndPairing, [0x2001]).code == .accessDenied)
            #expect(PairingNumber(try client.data(.nikonStartPairing)) != nil)
            #expect(try client.run(.nikonEndPairing, [0x2002]).code == .invalidParameter)
            #expect(try client.run(.nikonEndPairing, [0x2001]).code == .accessDenied)
            _ = try client.data(.nikonStartPairing)
            #expect(try client.run(.nikonEndPairing, [0x2001]).code == .ok)
            let paired = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(Set(paired.operations).isSuperset(of: [.nikonGetEventEx, .nikonStartPairing, .nikonStartLiveView]))
        }
    }

    @Test(arguments: bodies) func `a body that was never unpaired has no operation that pairs`(_ personality: Personality)
        async throws
    {
        try await Self.withClient(personality) { client throws in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(Set(info.operations).isDisjoint(with: [.nikonStartPairing, .nikonEndPairing]))
            #expect(try client.run(.nikonStartPairing).code == .operationNotSupported)
        }
    }

    @Test func `the fault has a text, for PTP/IP only`() throws {
        let fault = try #require(ResponderFault("unpaired"))
        #expect(fault.kind == .unpaired && fault.description == "unpaired")
        #expect(fault.isKnown(on: .ip) && !fault.isKnown(on: .usb))
    }
}
