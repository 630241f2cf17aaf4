import CameraModel
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Settings of an EOS body: offered, accepted and refused values.
@Suite(.timeLimit(.minutes(5))) struct EOSPropertyTests {
    /// Settings in aperture priority, with the camera's expected value.
    private static let settings: [(DevicePropCode, Int64, PropertyIdentifier, String)] = [
        (.eosAperture, 0x38, .aperture, "f/8"), (.eosISOSpeed, 0x58, .isoSpeed, "ISO 400"), (.eosISOSpeed, 0, .isoSpeed, "auto"),
        (.eosExpCompensation, 0xFB, .exposureCompensation, "−⅔"), (.eosExpCompensation, 0x08, .exposureCompensation, "+1"),
        (.eosWhiteBalance, 1, .whiteBalance, "daylight"), (.eosWhiteBalance, 8, .whiteBalance, "shade"),
        (.eosDriveMode, 4, .driveMode, "continuous high"), (.eosDriveMode, 0x11, .driveMode, "timer short"),
        (.eosFocusMode, 1, .focusMode, "continuous"), (.eosFocusMode, 3, .focusMode, "manual"),
        (.eosLvAfSystem, 2, .autoFocusSystem, "face detection"), (.eosMeteringMode, 1, .meteringMode, "Spot"),
        (.eosAEB, 8, .bracketing, "on"), (.eosHighISONoiseReduction, 3, .noiseReduction, "Strong"),
        (.eosAutoExposureMode, 3, .exposureMode, "M"), (.eosAEModeDial, 1, .exposureMode, "S"),
        (.eosCaptureDestination, 6, .imageDestination, "camera and host"),
    ]

    @Test(arguments: settings.indices) func `a setting reaches the camera, and is reported`(_ index: Int) async throws {
        let (code, number, property, label) = Self.settings[index]
        let value = try await ServedCamera.eos { served, host throws in
            try host.change(code, to: number)
            return served.camera.property(property).value?.label
        }
        #expect(
            value?.lowercased() == label.lowercased()
                || CommonValue(label, for: property) == CommonValue(value ?? "", for: property)
        )
    }

    @Test func `the shutter speed is set in manual mode, and the temperature where the white balance is one`() async throws {
        try await ServedCamera.eos { served, host throws in
            #expect(try host.set(.eosShutterSpeed, to: 0x78) == .invalidDevicePropValue)
            try host.change(.eosAutoExposureMode, to: 3)
            _ = try host.set(.eosShutterSpeed, to: 0x78)
            try host.wait(for: 0x78, of: .eosShutterSpeed)
            #expect(served.camera.property(.shutterSpeed).value?.label == "1/250")
            #expect(try host.set(.eosColorTemperature, to: 3200) == .invalidDevicePropValue)
            try host.change(.eosWhiteBalance, to: 9)
            try host.change(.eosColorTemperature, to: 3200)
            #expect(try host.set(.eosColorTemperature, to: 3201) == .invalidDevicePropValue)
        }
    }

    @Test func `image formats are the files that a picture makes`() async throws {
        try await ServedCamera.eos { served, host throws in
            let formats = [
                ImageFormat(.jpeg(0, compression: 2)), ImageFormat(.raw(0)), ImageFormat(.raw(0), .jpeg(0)),
                ImageFormat(.jpeg(0)),
            ]
            let labels = ["JPEG normal", "RAW", "RAW + JPEG", "JPEG fine"]
            for (format, label) in zip(formats, labels) {
                #expect(try host.set(.eosImageFormat, .imageFormat(format)) == .ok)
                _ = try host.records { $0 == .propertyChanged(.eosImageFormat, .imageFormat(format)) }
                #expect(served.camera.property(.imageQuality).value?.label == label)
            }
            #expect(try host.set(.eosImageFormat, .imageFormat(ImageFormat(.raw(2)))) == .invalidDevicePropValue)
        }
    }

    @Test func `the body stores settings that the camera does not have, from one host to the next`() async throws {
        let served = try ServedCamera(serving: { $0.personality = .canonEOS80D })
        let kept: [(DevicePropCode, Int64)] = [
            (.eosPictureStyle, 0x86), (.eosColorSpace, 2), (.eosMultiAspect, 7), (.eosAloMode, 0x10303),
            (.eosWhiteBalanceAdjustA, -3),
            (.eosAutoPowerOff, 0),
        ]
        try await served.with { served in
            let first = try WireClient.open(served.address)
            let host = try EOSHost.listening(first)
            for (code, number) in kept { try host.change(code, to: number) }
            #expect(try host.set(.eosArtist, .text("Ada")) == .ok)
            #expect(try host.set(.eosColorSpace, to: 3) == .invalidDevicePropValue)
            first.close()
            // The same client replaces its own connections.
            let second = try EOSHost(try WireClient.open(served.address))
            try second.accept(.eosSetEventMode, [1])
            let values = EOSHost.values(try second.drain())
            for (code, number) in kept { #expect(values[code]?.number == number, "\(code.description(by: .eos))") }
            #expect(try second.value(.eosArtist) == .text("Ada"))
        }
    }

    @Test(arguments: EOSModeTests.bodies) func `everything that is offered can be set`(_ personality: Personality) async throws {
        let served = try ServedCamera(serving: { $0.personality = personality })
        served.simulator.turn(.exposureMode, to: "M")
        try await served.client { client in
            let host = try EOSHost(client)
            try host.accept(.eosSetEventMode, [1])
            let offered = EOSHost.offered(try host.drain())
            #expect(offered.count >= 20)
            // Properties that change the values of other properties, or start an action.
            let exceptions: Set<DevicePropCode> = [
                .eosAutoExposureMode, .eosAEModeDial, .eosEVFOutputDevice, .eosEVFRecordStatus, .eosCaptureDestination,
                .eosWhiteBalance,
            ]
            for (code, contents) in offered.sorted(by: { $0.key < $1.key }) where !exceptions.contains(code) {
                #expect(contents.count == Set(contents).count)
                for content in contents {
                    #expect(try host.set(code, content) == .ok, "\(code.description(by: .eos)) \(content)")
                }
                try host.drain()
            }
        }
    }

    @Test func `every value that the camera offers has a number here`() async throws {
        try await ServedCamera.eos(.canonEOS80D) { served, host throws in
            let table = EOSPropertyTable(.d80)
            func check(_ property: PropertyIdentifier, missing: Int = 0) {
                let settable = served.camera.property(property).settable
                for row in table.rows(of: property) {
                    guard case .camera(_, let map) = row.source else { continue }
                    let count = map.offered(settable, of: row.code).count
                    #expect(settable.values.count > 1 && count == settable.values.count - missing, "\(property)")
                }
            }
            for property in [
                PropertyIdentifier.aperture, .isoSpeed, .exposureCompensation, .exposureMode, .driveMode, .whiteBalance,
                .focusMode,
                .meteringMode, .noiseReduction, .imageQuality, .bracketing, .imageDestination, .mirrorLockup,
            ] { check(property) }
            // One of the focus systems has no EOS code.
            check(.autoFocusSystem, missing: 1)
            try host.change(.eosAutoExposureMode, to: 3)
            check(.shutterSpeed)
        }
    }

    @Test func `the clock is reported in seconds, and can be set`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.change(.eosUTCTime, to: 1_900_000_000)
            let content = try host.value(.eosUTCTime)
            #expect((1_900_000_000...1_900_000_060).contains(content?.number ?? 0))
            #expect(try host.set(.eosCameraTime, to: 1_800_000_000) == .ok)
        }
    }

    @Test func `unknown properties, unsupported values and malformed data are refused`() async throws {
        try await ServedCamera.eos { _, host throws in
            #expect(try host.set(DevicePropCode(rawValue: 0xD1FF), .bytes([1, 2, 3, 4])) == .devicePropNotSupported)
            #expect(try host.set(.eosModelID, to: 1) == .invalidDevicePropValue)
            #expect(try host.set(.eosBatteryPower, to: 1) == .invalidDevicePropValue)
            #expect(try host.set(.eosAperture, to: 0x39) == .invalidDevicePropValue)
            #expect(try host.set(.eosOwner, .text(String(repeating: "A", count: 64))) == .invalidDevicePropValue)
            let whole = try PropertyAssignment(.eosAperture, PropertyContent(number: 0x38, of: .eosAperture)!).encoded()
            for count in 0..<whole.count {
                let code = try host.code(.eosSetDevicePropValueEx, data: Array(whole.prefix(count)))
                #expect(code == .invalidDevicePropFormat, "\(count)")
            }
            for length in [0, 7, 8, 0xFF] as [UInt8] {
                var wrong = whole
                wrong[0] = length
                #expect(try host.code(.eosSetDevicePropValueEx, data: wrong) == .invalidDevicePropFormat, "\(length)")
            }
            let format: [UInt8] = [0x1C, 0, 0, 0, 0x20, 0xD1, 0, 0, 3, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 16)
            #expect(try host.code(.eosSetDevicePropValueEx, data: format) == .invalidDevicePropFormat)
            #expect(try host.set(.eosAperture, to: 0x38) == .ok)
        }
    }

    @Test func `a change at the camera is reported with the values that it allows`() async throws {
        try await ServedCamera.eos { served, host throws in
            served.simulator.turn(.exposureMode, to: "M")
            try host.wait(for: 3, of: .eosAutoExposureMode)
            served.simulator.turn(.exposureMode, to: "P")
            let mode = try #require(PropertyContent(number: 0, of: .eosAutoExposureMode))
            // In either order, and in one reply or two.
            var missing: Set<EventRecord> = [
                .offeredValuesChanged(.eosAperture, .numbers([])), .propertyChanged(.eosAutoExposureMode, mode),
            ]
            _ = try host.records { record in
                missing.remove(record)
                return missing.isEmpty
            }
            served.simulator.setBatteryCharge(0.3)
            try host.wait(for: 5, of: .eosBatteryPower)
            served.simulator.setLens(attached: false)
            try host.wait(for: 0, of: .eosLensStatus)
        }
    }
}
