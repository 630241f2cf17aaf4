import CameraModel
import Exposure
import PTP
import Testing

@testable import PTPCanon

/// Display contents that a simulated body encodes and a driver parses.
@Suite struct OLCDisplayTests {
    private static let versions: [UInt32] = Array(7...0x14)

    @Test(arguments: versions) func `encoded displays are parsed again, in every version`(_ version: UInt32) throws {
        let all: [OLCInfo.Focus] = [.idle, .hunting, .found, .failed, .unexplained(result: 3, activity: 4)]
        for focus in all {
            let parts = try #require(
                OLCInfo.display(
                    version: version,
                    shutterSpeed: 0x78,
                    aperture: 0x38,
                    isoSpeed: 0x58,
                    exposureTenths: -7,
                    focus: focus
                )
            )
            let info = try OLCInfo(try #require(OLCInfo(version: version, parts)).encoded, version: version)
            #expect(info.failure == nil && info.rest.isEmpty && info.parts.count == 5)
            #expect(info.focus == focus && info.exposure?.stops == Stops(nearest: -0.7))
            let codes = Dictionary(uniqueKeysWithValues: info.properties.map { ($0.code, $0.content) })
            #expect(codes[.eosShutterSpeed] == .integer(IntegerValue(0x78, as: .uint16)!))
            #expect(codes[.eosAperture] == .integer(IntegerValue(0x38, as: .uint16)!))
            #expect(codes[.eosISOSpeed] == .integer(IntegerValue(0x58, as: .uint16)!))
        }
    }

    @Test func `unknown values have no part, and an unknown version has none at all`() {
        #expect(OLCInfo.display(version: 8)?.isEmpty == true)
        #expect(OLCInfo.display(version: 8, aperture: 1)?.keys.map { $0 } == [.aperture])
        for version in [0, 6, 0x15, .max] as [UInt32] { #expect(OLCInfo.display(version: version, aperture: 1) == nil) }
    }
}
