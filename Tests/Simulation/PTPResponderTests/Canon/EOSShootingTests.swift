import CameraModel
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// The shutter button and the resulting pictures.
@Suite(.timeLimit(.minutes(5))) struct EOSShootingTests {
    /// Presses the button halfway and fully, and releases it. Returns the results of the presses.
    private static func shoot(_ host: EOSHost, withoutFocus: UInt32 = 0) throws -> [UInt32] {
        let results = try [1, 2].map { try host.accept(.eosRemoteReleaseOn, [$0, withoutFocus])[0] }
        try host.accept(.eosRemoteReleaseOff, [2])
        try host.accept(.eosRemoteReleaseOff, [1])
        return results
    }

    @Test(arguments: [(Personality.canonEOSR5, ObjectRecordForm.wide), (.canonEOS80D, .short)])
    func `a picture is taken and reported in the body's own form`(_ personality: Personality, _ form: ObjectRecordForm)
        async throws
    {
        try await ServedCamera.eos(personality) { _, host throws in
            #expect(try Self.shoot(host) == [0, 0])
            let object = try host.added()
            #expect(object.form == form && object.name == "IMG_0001.JPG" && object.format == .exifJPEG)
            #expect(object.storage == StorageID(rawValue: 0x0001_0001) && object.parent != .none)
            let bytes = try host.client.data(.getObject, [object.handle.rawValue])
            #expect(UInt64(bytes.count) == object.size && bytes.starts(with: [0xFF, 0xD8]))
            #expect(try host.client.data(.eosGetObject, [object.handle.rawValue]) == bytes)
        }
    }

    @Test func `during a half-press the displays show the result of focusing`() async throws {
        try await ServedCamera.eos(.canonEOS80D) { served, host throws in
            try host.accept(.eosSetRequestOLCInfoGroup, [0x1FFF])
            func focus(_ end: OLCInfo.Focus) throws -> [OLCInfo.Focus] {
                EOSHost.focus(try host.records { EOSHost.focus([$0], version: 8) == [end] }, version: 8)
            }
            try host.accept(.eosRemoteReleaseOn, [1, 0])
            #expect(try focus(.found) == [.hunting, .found])
            try host.accept(.eosRemoteReleaseOff, [1])
            #expect(try focus(.idle) == [.idle])
            served.simulator.inject(SimulatedFault("focus-fails")!)
            try host.accept(.eosRemoteReleaseOn, [1, 0])
            #expect(try focus(.failed) == [.hunting, .failed])
            #expect(try host.accept(.eosRemoteReleaseOn, [2, 0]) == [1])
            // The second attempt succeeds; without autofocus there is no focusing.
            #expect(try host.accept(.eosRemoteReleaseOn, [2, 0]) == [0])
        }
    }

    @Test func `an error is the first parameter of a response that is OK`() async throws {
        try await ServedCamera.eos { served, host throws in
            served.simulator.inject(SimulatedFault("focus-fails")!)
            #expect(try host.accept(.eosRemoteReleaseOn, [3, 0]) == [1])
            try host.accept(.eosRemoteReleaseOff, [3])
            #expect(try host.accept(.eosRemoteReleaseOn, [3, 1]) == [0])
            #expect(try host.accept(.eosRemoteReleaseOn, [2, 1]) == [3])
            try host.accept(.eosRemoteReleaseOff, [3])
            _ = try host.added()
        }
        for (card, result) in [(CameraSimulator.Card(capacityBytes: 1000), 7 as UInt32), (.init(isLocked: true), 8)] {
            try await ServedCamera.eos(change: { $0.cards = [card] }) { _, host throws in
                #expect(try host.accept(.eosRemoteReleaseOn, [2, 1]) == [result])
            }
        }
    }

    @Test func `a burst continues until the button is released`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.change(.eosDriveMode, to: 4)
            #expect(try host.accept(.eosRemoteReleaseOn, [3, 1]) == [0])
            let names = try (0..<3).map { _ in try host.added().name }
            try host.accept(.eosRemoteReleaseOff, [3])
            #expect(names.count == 3)
        }
    }

    @Test func `the shutter stays open in bulb mode, and the seconds are counted`() async throws {
        try await ServedCamera.eos { _, host throws in
            #expect(try host.code(.eosBulbStart) == .eosOperationRefused)
            #expect(try host.code(.eosBulbEnd) == .eosOperationRefused)
            try host.change(.eosAutoExposureMode, to: 4)
            #expect(try host.accept(.eosBulbStart) == [0])
            #expect(try host.accept(.eosBulbStart) == [3])
            _ = try host.records { $0 == .bulbExposureTime(seconds: 1) }
            #expect(try host.accept(.eosBulbEnd) == [0])
            #expect(try host.added().name == "IMG_0001.JPG")
        }
    }

    @Test func `the older release operation takes the picture immediately`() async throws {
        try await ServedCamera.eos(.canonEOS80D) { served, host throws in
            #expect(try host.accept(.eosRemoteRelease) == [0])
            _ = try host.added()
            served.simulator.inject(SimulatedFault("focus-fails")!)
            #expect(try host.accept(.eosRemoteRelease) == [1])
        }
    }

    @Test func `with the mirror locked up the first release raises it, and it can be brought down`() async throws {
        try await ServedCamera.eos(.canonEOS80D) { _, host throws in
            try host.change(.eosMirrorUpSetting, to: 1)
            #expect(try host.accept(.eosRemoteReleaseOn, [3, 1]) == [0])
            try host.wait(for: 2, of: .eosMirrorLockupState)
            try host.accept(.eosRemoteReleaseOff, [3])
            try host.accept(.eosResetMirrorLockupState)
            try host.wait(for: 1, of: .eosMirrorLockupState)
        }
    }

    @Test func `positions that the button does not have are refused`() async throws {
        try await ServedCamera.eos { _, host throws in
            for position in [0, 4, 0xFFFF_FFFF] as [UInt32] {
                #expect(try host.code(.eosRemoteReleaseOn, [position]) == .invalidParameter)
                #expect(try host.code(.eosRemoteReleaseOff, [position]) == .invalidParameter)
            }
            // Releasing an unpressed button has no effect.
            try host.accept(.eosRemoteReleaseOff, [3])
        }
    }

    @Test func `a host that leaves does not leave the shutter open`() async throws {
        let served = try ServedCamera(serving: { $0.personality = .canonEOSR5 })
        served.simulator.turn(.exposureMode, to: "bulb")
        try await served.with { served in
            let client = try WireClient.open(served.address)
            let host = try EOSHost.listening(client)
            #expect(try host.accept(.eosBulbStart) == [0])
            client.close()
            let next = try WireClient.open(served.address, initiator: IPIdentifier("10112233-4455-6677-8899-aabbccddeeff")!)
            let second = try EOSHost.listening(next)
            #expect(try second.accept(.eosRemoteReleaseOn, [1, 1]) == [0])
            #expect(try second.client.files().count >= 2)
        }
    }
}
