import CameraModel
import HotShoeSupport
import PTP
import Testing

/// Answers that violate the order of a transaction.
@Suite(.timeLimit(.minutes(5))) struct TransactionTests {
    /// A camera's answer to GetThumb, with the expected result.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Expected error; nil for success.
        let code: CameraError.Code?
        let turn: @Sendable (OperationRequest) -> HostileCamera.Turn
        var testDescription: String { name }
    }

    private static let data: [UInt8] = [1, 2, 3]

    private static func renumbered(_ request: OperationRequest, by difference: Int) -> OperationRequest {
        let id = TransactionID(rawValue: UInt32(truncatingIfNeeded: Int(request.transaction.rawValue) + difference))
        return OperationRequest(request.code, id)
    }

    static let outOfOrder: [Case] = [
        Case(name: "OK instead of data", code: .noData) { .response($0) },
        Case(name: "a refusal instead of data", code: .notFound) { .response($0, .invalidObjectHandle) },
        Case(name: "an unknown response", code: .protocolFailure) { .response($0, ResponseCode(rawValue: 0xFFFF)) },
        Case(name: "no data in the data", code: .noData) { .data($0, []) },
        Case(name: "data twice", code: .connectionLost) { request in
            .raw(
                Wire.data(request.transaction, data) + Wire.data(request.transaction, data) + Wire.response(request)
            )
        },
        Case(name: "the response twice", code: nil) {
            .raw(Wire.data($0.transaction, data) + Wire.response($0) + Wire.response($0))
        },
        Case(name: "a stale answer, then the right one", code: nil) { request in
            let stale = renumbered(request, by: -1)
            return .raw(
                Wire.data(stale.transaction, [9]) + Wire.response(stale) + Wire.data(request.transaction, data)
                    + Wire.response(request)
            )
        },
        Case(name: "a stale answer from long ago, then the right one", code: nil) { request in
            let stale = renumbered(request, by: -0x7FFF_FFFF)
            return .raw(Wire.response(stale) + Wire.data(request.transaction, data) + Wire.response(request))
        },
        Case(name: "data of a future transaction", code: .connectionLost) { request in
            .raw(Wire.data(renumbered(request, by: 1).transaction, data))
        },
        Case(name: "a response of a future transaction", code: .connectionLost) { request in
            .raw(Wire.response(renumbered(request, by: 1)))
        },
        Case(name: "the data of the right one, the response of a future one", code: .connectionLost) { request in
            .raw(Wire.data(request.transaction, data) + Wire.response(renumbered(request, by: 0x7FFF_FFFF)))
        },
        Case(name: "a response amid the data", code: .connectionLost) { request in
            .raw(Wire.start(request.transaction, 9) + Wire.response(request))
        },
    ]

    @Test(arguments: outOfOrder) func `an answer out of order ends the call with a specific error, and the camera works again`(
        _ hostile: Case
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getThumb, hostile.turn)
        let result = await ending { try await rig.file.thumbnail() }
        #expect(result.code == hostile.code)
        if case .success(let bytes) = result { #expect(bytes == Self.data) }
        device.behave()
        await rig.expectWorks()
    }

    static let endless: [Case] = [
        Case(name: "nothing", code: nil) { _ in .silence },
        Case(name: "data without a response", code: nil) { .raw(Wire.data($0.transaction, data)) },
        Case(name: "the beginning of data", code: nil) { .raw(Wire.start($0.transaction, 100)) },
        Case(name: "a stale answer and no other", code: nil) { request in
            let stale = renumbered(request, by: -1)
            return .raw(Wire.data(stale.transaction, [9]) + Wire.response(stale))
        },
        Case(name: "nothing but events", code: nil) { _ in
            HostileCamera.Turn(endlessEvents: Wire.event(EventCode(rawValue: 0xC001)))
        },
        Case(name: "nothing but probes", code: nil) { _ in
            HostileCamera.Turn(endlessEvents: Wire.packet(.probeRequest))
        },
        Case(name: "nothing but stale answers", code: nil) { request in
            HostileCamera.Turn(endlessAnswer: Wire.response(renumbered(request, by: -1)))
        },
        Case(name: "empty packets of data without end", code: nil) { request in
            HostileCamera.Turn(
                answer: Wire.start(request.transaction, nil),
                endlessAnswer: Wire.packet(.data(request.transaction, payloadBytes: 0, isLast: false))
            )
        },
        Case(name: "one byte of data at a time, hours of it", code: nil) { request in
            HostileCamera.Turn(
                answer: Wire.start(request.transaction, nil),
                endlessAnswer: Wire.packet(.data(request.transaction, payloadBytes: 1, isLast: false)) + [0]
            )
        },
    ]

    @Test(arguments: endless) func `an answer that never ends times out, and the camera works again`(
        _ hostile: Case
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device, time: HurriedClock(50))
        device.when(.getThumb, hostile.turn)
        let result = await ending { try await rig.file.thumbnail() }
        // The link ends soon after the call: either error may be reported first.
        #expect(result.code == .timedOut || result.code == .connectionLost)
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a silent camera can be disconnected while a picture is awaited`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device, time: HurriedClock(50))
        device.when(.initiateCapture) { _ in .silence }
        async let requested: Void = device.untilReceived { request, _ in request.code == .initiateCapture }
        async let shot = ending { try await rig.camera.shoot() }
        await requested
        await rig.camera.disconnect()
        #expect(await shot.code == .notConnected)
        device.behave()
        // The next client waits until the camera has been left.
        await DriverRig(device.address).expectWorks()
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 40, 240]) func `a response may have any number of parameters`(_ count: Int)
        async throws
    {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        for operation in [OperationCode.setObjectProtection, .sendObjectInfo, .initiateOpenCapture, .getObjectHandles] {
            device.when(operation) { request in
                let parameters = (0..<count).flatMap { Wire.word(UInt32($0)) }
                let head = Wire.word(UInt32(14 + parameters.count)) + Wire.word(UInt32(7)) + Wire.word(UInt16(0x2001))
                let handles = operation == .getObjectHandles ? Wire.data(request.transaction, Wire.array([7])) : []
                return .raw(handles + head + Wire.word(request.transaction.rawValue) + parameters)
            }
        }
        #expect(await ending { try await rig.file.setProtected(true) }.code == nil)
        #expect(await ending { try await rig.list().count }.code == nil)
        #expect(await ending { try await rig.camera.pressShutter() }.code == nil)
        // The third response parameter of an upload is the object's handle: without it, the upload fails.
        let upload = await ending { try await rig.camera.storages[0].upload("B.JPG", size: 1) { _ in [1] } }
        #expect(upload.code != nil)
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a shutter that could not be released can be released again`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        try await rig.camera.pressShutter()
        device.when(.terminateOpenCapture) { .response($0, .generalError) }
        #expect(await ending { try await rig.camera.releaseShutter() }.code == .protocolFailure)
        device.behave()
        try await rig.camera.releaseShutter()
        let released = device.received.filter { $0.code == .terminateOpenCapture }
        let pressed = device.received.filter { $0.code == .initiateOpenCapture }
        #expect(released.map { $0.parameters[0] } == [pressed[0].transaction.rawValue, pressed[0].transaction.rawValue])
    }

    @Test func `a shutter is released by the number of its own press, for any number in the camera's answer`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.initiateOpenCapture) { .raw(Wire.response(OperationRequest($0.code, .session))) }
        try await rig.camera.pressShutter()
        try await rig.camera.releaseShutter()
        let pressed = try #require(device.received.first { $0.code == .initiateOpenCapture })
        let released = try #require(device.received.first { $0.code == .terminateOpenCapture })
        #expect(released.parameters[0] == pressed.transaction.rawValue)
    }
}
