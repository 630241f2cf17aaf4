import CameraModel
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Description and modes of an EOS body.
@Suite(.timeLimit(.minutes(5))) struct EOSModeTests {
    static let bodies: [Personality] = [.canonEOSR5, .canonEOS80D]

    @Test(arguments: [(Personality.canonEOSR5, "Canon EOS R5"), (.canonEOS80D, "Canon EOS 80D")])
    func `a body reports its vendor, and the camera's own serial number`(_ personality: Personality, _ model: String) async throws
    {
        let served = try ServedCamera(serving: { $0.personality = personality })
        try await served.client { client in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.manufacturer == "Canon Inc." && info.model == model && info.serialNumber == "SIM-0001")
            #expect(info.deviceVersion == "3-1.0.0")
            #expect(info.vendorExtension == .canon && info.deviceProps == [.batteryLevel])
            #expect(
                Set(info.operations).isSuperset(of: [.eosGetEvent, .eosSetDevicePropValueEx, .eosRemoteReleaseOn, .getObject])
            )
            #expect(!info.operations.contains(.initiateCapture))
            #expect(info.operations.contains(.eosRemoteRelease) == (model == "Canon EOS 80D"))
            #expect(info.events.contains(.eosRequestGetEvent))
            #expect(client.ack.name == model)
            let ex = try DeviceInfoEx(try client.data(.eosGetDeviceInfoEx))
            #expect(Set(ex.properties).isSuperset(of: [.eosAperture, .eosEVFOutputDevice, .eosOLCInfoVersion]))
            let added: EventCode = model == "Canon EOS R5" ? .eosObjectAddedEx64 : .eosObjectAddedEx
            #expect(ex.events.contains(added) && !ex.unexplained.isEmpty)
        }
    }

    @Test(arguments: bodies) func `the vendor's operations require remote mode`(_ personality: Personality) async throws {
        let served = try ServedCamera(serving: { $0.personality = personality })
        try await served.client { client in
            let exceptions: Set<OperationCode> = [
                .eosGetDeviceInfoEx, .eosSetRemoteMode, .eosGetRemoteMode, .eosGetObject, .eosGetPartialObject, .eosGetObject64,
                .eosGetPartialObject64, .eosGetStorageIDs, .eosGetStorageInfo,
            ]
            let all = try DeviceInfo(try client.data(.getDeviceInfo)).operations.filter {
                $0.rawValue >= 0x9100 && $0.rawValue < 0x9800
            }
            for operation in all where !exceptions.contains(operation) {
                let data: [UInt8]? = operation == .eosSetDevicePropValueEx ? [1, 2, 3] : nil
                let outcome = try client.run(operation, [1, 1, 1], data: data)
                #expect(outcome.code == .eosOperationRefused, "\(operation.description(by: .eos))")
            }
        }
    }

    @Test func `unknown modes are refused, and the mode can be read`() async throws {
        let served = try ServedCamera(serving: { $0.personality = .canonEOSR5 })
        try await served.client { client throws in
            for (mode, code) in [(2, ResponseCode.invalidParameter), (0xFFFF_FFFF, .invalidParameter), (0x11, .ok), (0x15, .ok)] {
                #expect(try client.run(.eosSetRemoteMode, [UInt32(mode)]).code == code)
            }
            #expect(try client.run(.eosGetRemoteMode).parameters == [0x15])
            for (mode, code) in [(3, ResponseCode.invalidParameter), (2, .ok), (0, .ok)] {
                #expect(try client.run(.eosSetEventMode, [UInt32(mode)]).code == code)
            }
            #expect(try client.data(.eosGetEvent) == [8, 0, 0, 0, 0, 0, 0, 0])
            for mode in [1, 0] as [UInt32] { #expect(try client.run(.eosSetRemoteMode, [mode]).code == .ok) }
            #expect(try client.run(.eosGetEvent).code == .eosOperationRefused)
        }
    }

    @Test(arguments: bodies) func `on entering its event mode a body reports all its properties once`(_ personality: Personality)
        async throws
    {
        let served = try ServedCamera(serving: { $0.personality = personality })
        try await served.client { client in
            let host = try EOSHost(client)
            try host.accept(.eosSetEventMode, [1])
            _ = try client.event(.eosRequestGetEvent)
            let records = try host.drain()
            let ex = try DeviceInfoEx(try client.data(.eosGetDeviceInfoEx))
            let reported = records.compactMap { if case .propertyChanged(let code, _) = $0 { code } else { nil } }
            #expect(reported.count == Set(reported).count && Set(reported).isSubset(of: ex.properties))
            let onRequest: Set<DevicePropCode> = [.eosOwner, .eosArtist, .eosCopyright, .eosSerialNumber]
            #expect(Set(ex.properties).subtracting(reported).subtracting([.eosFocusInfoEx]) == onRequest)
            // The version of the displays is reported before their contents.
            #expect(reported.firstIndex(of: .eosOLCInfoVersion)! < 3)
            #expect(records.allSatisfy { if case .malformed = $0 { false } else { true } })
            // Setting the mode again does not restart the queue.
            try host.accept(.eosSetEventMode, [1])
            #expect(EOSHost.values(try host.drain())[.eosAperture] == nil)
        }
    }

    @Test func `text and the serial number are reported on request`() async throws {
        try await ServedCamera.eos { _, host throws in
            #expect(try host.value(.eosSerialNumber) == .text("SIM-0001"))
            #expect(try host.value(.eosOwner) == .text(""))
            for code in [DevicePropCode.eosOwner, .eosArtist, .eosCopyright] {
                #expect(try host.set(code, .text("Ada L.")) == .ok)
                #expect(try host.value(code) == .text("Ada L."))
            }
            #expect(try host.set(.eosSerialNumber, .text("X")) == .invalidDevicePropValue)
            for number in [0, 0xD1FF, 0xFFFF_FFFF] as [UInt32] {
                #expect(try host.code(.eosRequestDevicePropValue, [number]) == .devicePropNotSupported)
            }
        }
    }

    @Test func `locks, staying on and the host's room are accepted`() async throws {
        try await ServedCamera.eos { _, host throws in
            for operation in [OperationCode.eosSetUILock, .eosResetUILock, .eosKeepDeviceOn] { try host.accept(operation) }
            try host.change(.eosCaptureDestination, to: 4)
            #expect(try host.value(.eosAvailableShots)?.number == 0)
            try host.accept(.eosPCHDDCapacity, [0x0FFF_FFFF, 0x1000, 1])
            #expect(EOSHost.values(try host.drain())[.eosAvailableShots]?.number == 9999)
            try host.accept(.eosPCHDDCapacity, [0, 0x1000, 1])
            #expect(EOSHost.values(try host.drain())[.eosAvailableShots]?.number == 0)
        }
    }

    @Test func `the end of the session ends both modes`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.accept(.closeSession)
            try host.accept(.openSession, [1])
            #expect(try host.code(.eosGetEvent) == .eosOperationRefused)
        }
    }

    @Test func `displays report the requested parts that have changed`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.accept(.eosSetRequestOLCInfoGroup, [0x1FFF])
            func displays(_ records: [EventRecord]) -> [OLCInfo] {
                records.compactMap { if case .olcInfoChanged(let bytes) = $0 { try? OLCInfo(bytes, version: 0x12) } else { nil } }
            }
            let first = try #require(displays(try host.drain()).first)
            #expect(first.failure == nil && first.rest.isEmpty)
            #expect(Set(first.parts.keys).isSuperset(of: [.shutterSpeed, .aperture, .isoSpeed]))
            try host.accept(.eosSetRequestOLCInfoGroup, [0x1FFF])
            #expect(displays(try host.drain()).allSatisfy { $0.parts[.aperture] == nil })
            try host.change(.eosAperture, to: 0x38)
            try host.accept(.eosSetRequestOLCInfoGroup, [1 << 3])
            try host.change(.eosAperture, to: 0x40)
            #expect(displays(try host.drain()).allSatisfy { $0.parts[.aperture] == nil })
        }
    }

    @Test func `the standard's events are reported as records only`() async throws {
        try await ServedCamera.eos { served, host throws in
            served.simulator.pressShutterButton()
            let object = try host.added()
            #expect(object.name == "IMG_0001.JPG" && object.form == .wide && object.size > 0)
            #expect(try host.client.info(object.handle.rawValue).filename == object.name)
            served.simulator.removeCards()
            // Waits for both cards, because pending changes would be reported in the standard's form after the mode change.
            let cards = [0x0001_0001, 0x0002_0001].map { EventRecord.storeRemoved(StorageID(rawValue: $0)) }
            let gone = try host.records { $0 == cards[1] }
            #expect(gone.contains(cards[0]))
            try host.accept(.eosSetEventMode, [0])
            served.simulator.insertCards()
            // From now on in the standard's form; all events before only announced records.
            #expect(try host.client.events(before: .storeAdded).allSatisfy { $0.code == .eosRequestGetEvent })
        }
    }
}
