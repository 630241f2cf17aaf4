import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPProperties
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Settings and readings in the protocol.
@Suite(.timeLimit(.minutes(5))) struct PropertyTests {
    private static func desc(_ client: WireClient, _ code: DevicePropCode) throws -> DevicePropDesc {
        try DevicePropDesc(try client.data(.getDevicePropDesc, [UInt32(code.rawValue)]))
    }

    private static func values(_ desc: DevicePropDesc) -> [DataValue] {
        if case .enumeration(let values) = desc.form { values } else { [] }
    }

    @Test func `every property of the camera is there, with each number once, and its value among them`() async throws {
        let served = try ServedCamera()
        served.simulator.turn(.exposureMode, to: "M")
        try await served.client { client throws -> Void in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            let shown = Set(info.deviceProps)
            for row in Personality.genericProperties { #expect(shown.contains(row.code), "\(row.property)") }
            #expect(Set(Personality.genericProperties.map(\.property)) == Set(PropertyIdentifier.known))
            for code in info.deviceProps {
                let desc = try Self.desc(client, code)
                #expect(desc.code == code)
                let current = try client.data(.getDevicePropValue, [UInt32(code.rawValue)])
                let expected = try desc.current.encoded("value")
                if code != .dateTime { #expect(current == expected) }
                let values = Self.values(desc)
                #expect(Set(values).count == values.count)
                if desc.isSettable && !values.isEmpty { #expect(values.contains(desc.current), "\(code)") }
            }
        }
    }

    @Test func `every value that is listed can be set, and is read back`() async throws {
        let served = try ServedCamera { $0.pictureSize = PixelSize(width: 16, height: 16) }
        served.simulator.turn(.exposureMode, to: "M")
        try await served.client { client throws -> Void in
            for code in try DeviceInfo(try client.data(.getDeviceInfo)).deviceProps where code != .exposureProgramMode {
                let desc = try Self.desc(client, code)
                guard desc.isSettable, code != .dateTime else { continue }
                for value in Self.values(desc).prefix(6) + [desc.current] {
                    let wire = try value.encoded("value")
                    #expect(try client.run(.setDevicePropValue, [UInt32(code.rawValue)], data: wire).code == .ok)
                    let shown = try client.data(.getDevicePropValue, [UInt32(code.rawValue)])
                    #expect(shown == wire, "\(code) \(value)")
                }
            }
        }
    }

    @Test func `standard properties have the standard's units`() async throws {
        let served = try ServedCamera()
        served.simulator.turn(.exposureMode, to: "M")
        served.simulator.turn(.aperture, to: "f/2.8")
        served.simulator.turn(.shutterSpeed, to: "1/125")
        served.simulator.turn(.isoSpeed, to: "ISO 400")
        let numbers = try await served.client { client in
            try ([0x5007, 0x500D, 0x500F, 0x500E, 0xD019] as [UInt32]).map { code in
                let value = try Self.desc(client, DevicePropCode(rawValue: code)).current
                return try #require(value.integer(UInt32.self))
            }
        }
        #expect(numbers == [280, 80, 400, 1, 1 << 16 | 125])
    }

    @Test func `a value that is read-only, unsupported or of the wrong size is refused`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            #expect(try client.run(.getDevicePropDesc, [0x5FFF]).code == .devicePropNotSupported)
            #expect(try client.run(.getDevicePropValue, [0]).code == .devicePropNotSupported)
            #expect(try client.run(.setDevicePropValue, [0x5FFF], data: [0]).code == .devicePropNotSupported)
            #expect(try client.run(.setDevicePropValue, [0x5001], data: [50]).code == .accessDenied)
            #expect(try client.run(.setDevicePropValue, [0x5005], data: [0x33, 0x33]).code == .invalidDevicePropValue)
            for data in [[], [2], [2, 0, 0]] as [[UInt8]] {
                #expect(try client.run(.setDevicePropValue, [0x5005], data: data).code == .invalidDevicePropFormat)
            }
            #expect(try client.run(.setDevicePropValue, [0x5005]).code == .invalidDevicePropFormat)
            #expect(try client.run(.setDevicePropValue, [0x5011], data: [2, 0x41, 0, 0, 0]).code == .invalidDevicePropValue)
        }
    }

    @Test func `the clock is the camera's own: it continues from the time that was set`() async throws {
        let time = VirtualClock()
        let start = CameraDate(year: 2001, month: 2, day: 3, hour: 4, utcOffsetMinutes: 60)
        let served = try ServedCamera(cameraTime: time) { $0.date = start }
        try await served.client { client throws -> Void in
            func shown() throws -> String? {
                let desc = try Self.desc(client, .dateTime)
                let value = try client.data(.getDevicePropValue, [0x5011])
                let expected = try desc.current.encoded("value")
                #expect(desc.isSettable && desc.form == .none && value == expected)
                return desc.current.string
            }
            let before = try #require(try shown())
            #expect(before == "20010203T040000+0100")
            time.advance(by: .seconds(3601))
            #expect(try shown() == "20010203T050001+0100")
            let wanted = try DataValue.string("20300102T235959").encoded("value")
            #expect(try client.run(.setDevicePropValue, [0x5011], data: wanted).code == .ok)
            #expect(try shown() == "20300102T235959")
            time.advance(by: .seconds(2))
            #expect(try shown() == "20300103T000001")
        }
    }

    @Test func `a reset restores the values from the beginning of the session`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let before = try client.data(.getDevicePropValue, [0x5005])
            #expect(try client.run(.setDevicePropValue, [0x5005], data: [4, 0]).code == .ok)
            #expect(try client.run(.setDevicePropValue, [0x5013], data: [2, 0]).code == .ok)
            #expect(try Self.desc(client, .whiteBalance).factoryDefault.encoded("value") == before)
            #expect(try client.run(.resetDevicePropValue, [0x5005]).code == .ok)
            #expect(try client.data(.getDevicePropValue, [0x5005]) == before)
            #expect(try client.run(.resetDevicePropValue, [0xFFFF_FFFF]).code == .ok)
            #expect(try client.data(.getDevicePropValue, [0x5013]) == [1, 0])
            #expect(try client.run(.resetDevicePropValue, [0x5001]).code == .accessDenied)
        }
    }

    @Test func `a range is a range`() async throws {
        let served = try ServedCamera()
        served.simulator.turn(.whiteBalance, to: "color temperature")
        try await served.client { client throws -> Void in
            let desc = try Self.desc(client, DevicePropCode(rawValue: 0xD018))
            guard case .range(let minimum, let maximum, let step) = desc.form else {
                Issue.record("no range")
                return
            }
            #expect([minimum, maximum, step].map { $0.integer(Int.self) } == [2500, 10_000, 100])
            #expect(try client.run(.setDevicePropValue, [0xD018], data: [0x88, 0x13]).code == .ok)
            #expect(try Self.desc(client, DevicePropCode(rawValue: 0xD018)).current.integer(Int.self) == 5000)
            #expect(try client.run(.setDevicePropValue, [0xD018], data: [0x89, 0x13]).code == .invalidDevicePropValue)
        }
    }

    @Test func `a property that is set in steps only can be set to a value`() async throws {
        let served = try ServedCamera { $0.exposureSetType = .stepping }
        served.simulator.turn(.exposureMode, to: "A")
        try await served.client { client throws -> Void in
            let desc = try Self.desc(client, .fNumber)
            #expect(desc.isSettable && desc.form == .none)
            #expect(try client.run(.setDevicePropValue, [0x5007], data: [0x20, 0x03]).code == .ok)
            #expect(try Self.desc(client, .fNumber).current.integer(Int.self) == 800)
        }
    }

    @Test func `numbers of a table stand for one value each`() {
        for row in Personality.genericProperties {
            if case .choice(let type, let numbers) = row.coding {
                #expect(Set(numbers.values).count == numbers.count, "\(row.property)")
                #expect(numbers.values.allSatisfy { IntegerValue($0, as: type) != nil })
            }
        }
        #expect(Set(Personality.genericProperties.map(\.code)).count == Personality.genericProperties.count)
    }

    @Test(arguments: CameraError.Code.allCases) func `every error of a camera has a response`(code: CameraError.Code) {
        #expect(ResponseCode(CameraError(code, "x")) != .ok)
        let bridged = CameraError(code, "x", response: .init(domain: "PTP", code: 0xA002))
        #expect(ResponseCode(bridged).rawValue == 0xA002)
    }
}
