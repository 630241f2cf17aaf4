import CameraModel
import HotShoeSupport
import PTP
import TestSupport
import Testing

/// Malformed descriptions of properties.
@Suite(.timeLimit(.minutes(5))) struct PropertyDescriptionTests {
    private static let identifier = PropertyIdentifier.vendor(code: UInt32(HostileCamera.property.rawValue))

    /// The bytes after the property code, with the expected result.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let body: [UInt8]
        /// Expected value; nil if the property is left out.
        let label: String?
        /// Expected number of values to which the property can be set.
        var settable = 0
        var testDescription: String { name }
    }

    private static func body(_ type: UInt16, _ values: [UInt8], _ form: [UInt8]) -> [UInt8] {
        Wire.word(type) + [1] + values + form
    }

    private static let many = (0..<65535).flatMap { Wire.word(UInt16($0)) }

    static let cases: [Case] = [
        Case(name: "an unknown data type", body: body(0x0BAD, [1, 2], [0]), label: nil),
        Case(name: "the undefined data type", body: body(0, [1, 2], [0]), label: nil),
        Case(name: "nothing after the code", body: [], label: nil),
        Case(name: "no form", body: body(2, [1, 2], []), label: "2", settable: 256),
        Case(name: "an unknown form", body: body(2, [1, 2], [77]), label: nil),
        Case(
            name: "text",
            body: body(
                0xFFFF,
                Wire.string([0x41, 0]) + Wire.string([0x42, 0]),
                [2, 2, 0] + Wire.string([0x41, 0]) + Wire.string([0x42, 0])
            ),
            label: "B",
            settable: 2
        ),
        Case(
            name: "128 bits",
            body: body(0x000A, Wire.word(UInt128.max) + Wire.word(UInt128.max), [2, 1, 0] + Wire.word(UInt128.max)),
            label: "340282366920938463463374607431768211455",
            settable: 1
        ),
        Case(
            name: "128 bits in a range",
            body: body(
                0x0009,
                Wire.word(Int128.min) + Wire.word(Int128.min),
                [1] + Wire.word(Int128.min) + Wire.word(Int128.max) + Wire.word(Int128(1))
            ),
            label: "-170141183460469231731687303715884105728"
        ),
        Case(name: "an enumeration of nothing", body: body(2, [1, 2], [2, 0, 0]), label: "2"),
        Case(
            name: "an enumeration of 65,535",
            body: body(4, [0, 0, 5, 0], [2, 0xFF, 0xFF] + many),
            label: "5",
            settable: 65535
        ),
        Case(
            name: "an enumeration of 65,535 that are not there",
            body: body(4, [0, 0, 5, 0], [2, 0xFF, 0xFF, 1, 0]),
            label: nil
        ),
        Case(name: "a count with its bytes swapped", body: body(2, [1, 2], [2, 0, 3, 1, 2, 3]), label: "2", settable: 3),
        Case(name: "a range with step 0", body: body(2, [1, 2], [1, 0, 9, 0]), label: "2", settable: 10),
        Case(name: "a range from more to less", body: body(2, [1, 2], [1, 9, 0, 1]), label: "2"),
        Case(
            name: "a range of all 64-bit numbers",
            body: body(
                7,
                Wire.word(Int64(0)) + Wire.word(Int64(0)),
                [1] + Wire.word(Int64.min) + Wire.word(Int64.max) + Wire.word(Int64(1))
            ),
            label: "0"
        ),
        Case(
            name: "a range with a negative step",
            body: body(
                7,
                Wire.word(Int64(0)) + Wire.word(Int64(0)),
                [1] + Wire.word(Int64(0)) + Wire.word(Int64.max - 1) + Wire.word(Int64.min)
            ),
            label: "0",
            settable: Int.max
        ),
        Case(name: "a value that is not in its list", body: body(2, [1, 200], [2, 2, 0, 1, 2]), label: nil, settable: 2),
        Case(name: "a value that stands twice", body: body(2, [1, 2], [2, 3, 0, 2, 2, 2]), label: "2", settable: 1),
        Case(name: "a second enumeration", body: body(2, [1, 2], [2, 2, 0, 1, 2, 2, 0, 7, 8]), label: "2", settable: 2),
        Case(name: "a second enumeration, cut short", body: body(2, [1, 2], [2, 2, 0, 1, 2, 9]), label: "2", settable: 2),
        Case(
            name: "a megabyte of unrequested data",
            body: body(2, [1, 2], [0]) + [UInt8](repeating: 1, count: 1 << 20),
            label: nil
        ),
    ]

    @Test(arguments: cases) func `an invalid description is left out, or has its valid part`(_ hostile: Case)
        async throws
    {
        let device = try HostileCamera()
        device.when(.getDevicePropDesc) { request in
            guard request.parameters[0] == UInt32(HostileCamera.property.rawValue) else { return HostileCamera.proper(request) }
            return .data(request, Wire.word(UInt16(HostileCamera.property.rawValue)) + hostile.body)
        }
        let rig = try await DriverRig.connected(to: device)
        let property = rig.camera.property(Self.identifier)
        #expect(property.value?.label == hostile.label)
        #expect(rig.camera.property(.batteryLevel).value != nil, "the others are there")
        #expect(property.settable.range?.count ?? property.settable.values.count == hostile.settable)
        if let value = property.settable.values.last { #expect(await ending { try await property.set(value) }.code == nil) }
        if let range = property.settable.range {
            #expect(await ending { try await property.set(.integer(range.minimum)) }.code == nil)
            _ = await ending { try await property.set(.integer(range.maximum)) }
        }
        _ = await ending { try await property.step(.increment) }
        device.behave()
        await rig.camera.disconnect()
        await rig.expectWorks()
    }

    @Test func `a description of another property than the requested one is ignored`() async throws {
        let device = try HostileCamera()
        device.when(.getDevicePropDesc) { request in
            HostileCamera.proper(OperationRequest(request.code, request.transaction, [UInt32(HostileCamera.property.rawValue)]))
        }
        let rig = try await DriverRig.connected(to: device)
        #expect(rig.camera.knownProperties.count == 1)
    }

    @Test func `values of another exposure mode are known when it is active, without an event`() async throws {
        let device = try HostileCamera()
        device.when(.getDeviceInfo, data: HostileCamera.deviceInfo { $0.deviceProps = [.fNumber, .exposureProgramMode] })
        let isSet = Guarded(false)
        device.when(.getDevicePropDesc) { request in
            let isSet = isSet.withLock { $0 }
            let isMode = request.parameters[0] == UInt32(DevicePropCode.exposureProgramMode.rawValue)
            let numbers = (isMode ? [2, 3] : [280, 400]).map { HostileCamera.number($0, .uint16) }
            let desc = DevicePropDesc(
                isMode ? .exposureProgramMode : .fNumber,
                isSettable: isMode || isSet,
                current: numbers[isMode && isSet ? 1 : 0],
                form: .enumeration(numbers)
            )
            return .data(request, try! desc.encoded())
        }
        device.when(.setDevicePropValue) { request in
            isSet.withLock { $0 = true }
            return .response(request)
        }
        let rig = try await DriverRig.connected(to: device)
        #expect(!rig.camera.property(.aperture).settable.isSettable)
        let mode = rig.camera.property(.exposureMode)
        try await mode.set(.exposureMode(.aperturePriority), until: .reflected(timeout: waitLimit))
        #expect(rig.camera.property(.aperture).settable.isSettable)
    }

    @Test func `the number of values is bounded over all properties`() async throws {
        let device = try HostileCamera()
        device.when(
            .getDeviceInfo,
            data: HostileCamera.deviceInfo { $0.deviceProps = (0..<64).map { DevicePropCode(rawValue: 0xD001 + $0) } }
        )
        device.when(.getDevicePropDesc) { request in
            let code = UInt16(truncatingIfNeeded: request.parameters[0])
            return .data(request, Wire.word(code) + Self.body(4, [0, 0, 5, 0], [2, 0xFF, 0xFF] + Self.many))
        }
        let rig = try await DriverRig.connected(to: device)
        let values = rig.camera.knownProperties.reduce(0) { $0 + rig.camera.property($1).settable.values.count }
        #expect(values >= 65535 && values <= 4 * 65535)
        // A known property can be updated, as after a change.
        let known = try #require(rig.camera.knownProperties.first)
        let property = rig.camera.property(known)
        try await property.set(try #require(property.settable.values.first))
        #expect(property.settable.values.count == 65535)
    }

    @Test func `what has changed is reported although the camera is slow, and does not describe another change`() async throws {
        let (device, clock) = (try HostileCamera(), VirtualClock())
        let rig = try await DriverRig.connected(to: device, time: clock)
        let reported = PropertyIdentifier.vendor(code: 0xE000)
        device.when(.getDevicePropDesc) { request in
            // Each description takes 600 ms; the last one never comes.
            if request.parameters[0] == 0xE003 { return .silence }
            clock.advance(by: .milliseconds(600))
            let code = UInt16(truncatingIfNeeded: request.parameters[0])
            return .data(request, Wire.word(code) + Self.body(2, [1, 2], [2, 3, 0, 1, 2, 3]))
        }
        device.when(.getThumb) { request in
            var turn = HostileCamera.Turn.data(request, [1])
            turn.events = (0xE000...0xE003 as ClosedRange<UInt32>).flatMap { Wire.event(.devicePropChanged, [$0]) }
            return turn
        }
        _ = try await rig.file.thumbnail()
        try await until("the first change is reported") { rig.camera.knownProperties.contains(reported) }
    }

    @Test func `properties that only events name are bounded`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getDevicePropDesc) { request in
            let code = UInt16(truncatingIfNeeded: request.parameters[0])
            return .data(request, Wire.word(code) + Self.body(2, [1, 2], [2, 3, 0, 1, 2, 3]))
        }
        for round in 0..<2 as Range<UInt32> {
            device.when(.getThumb) { request in
                var turn = HostileCamera.Turn.data(request, [1])
                turn.events = (0..<2000).flatMap { Wire.event(.devicePropChanged, [0xE000 + round * 2000 + $0]) }
                return turn
            }
            _ = try await rig.file.thumbnail()
            // When this event has been processed, so have the earlier ones.
            let events = rig.camera.events
            device.when(.getThumb) { request in
                var turn = HostileCamera.Turn.data(request, [1])
                turn.events = Wire.event(.storeFull)
                return turn
            }
            _ = try await rig.file.thumbnail()
            for await event in events { if case .notice = event { break } }
        }
        #expect(rig.camera.knownProperties.count <= 1024)
        device.behave()
        await rig.expectWorks()
    }

    @Test func `after three descriptions that time out no more are requested`() async throws {
        let device = try HostileCamera()
        device.when(
            .getDeviceInfo,
            data: HostileCamera.deviceInfo { $0.deviceProps = (0..<1000).map { DevicePropCode(rawValue: 0xD001 + $0) } }
        )
        // No answer, except to a cancellation.
        device.when(.getDevicePropDesc) { _ in .silence }
        let rig = DriverRig(device.address, time: HurriedClock(50))
        _ = await ending { try await rig.camera.connect() }
        #expect(device.received.count { $0.code == .getDevicePropDesc } <= 3)
        device.behave()
        await rig.camera.disconnect()
        await rig.expectWorks()
    }
}
