import BodyRig
import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPFujifilm
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// The driver with the bodies over a real socket.
@Suite(.timeLimit(.minutes(5))) struct FujifilmConnectionTests {
    private static let settings: [(PropertyIdentifier, CommonValue)] = [
        (.shutterSpeed, .shutterSpeed(.s1_250)), (.shutterSpeed, .shutterSpeed(ShutterSpeed("30")!)),
        (.shutterSpeed, .shutterSpeed(ShutterSpeed("1/3")!)), (.aperture, .aperture(.f8)), (.isoSpeed, .isoSpeed(.iso400)),
        (.whiteBalance, .whiteBalance(.temperature)), (.focusMode, .focusMode(.continuous)),
        (.autoFocusSystem, .autoFocusSystem(.tracking)), (.driveMode, .driveMode(.continuousLow)),
        (.imageDestination, .imageDestination(.host)), (.imageDestination, .imageDestination(.cameraAndHost)),
        (.exposureMode, .exposureMode(.program)),
        (.exposureCompensation, .exposureCompensation(ExposureCompensation(Stops(thirds: -2)))),
    ]

    @Test(arguments: FujifilmRig.bodies) func `settings of the camera model are set, and read back`(_ personality: Personality)
        async throws
    {
        try await FujifilmRig.withBody(personality) { camera in
            #expect(camera.capabilities.isSuperset(of: [.liveView, .halfPress, .shutterControl, .cameraInitiatedTransfer]))
            #expect(!camera.capabilities.contains(.fileAccess) && camera.storages.isEmpty)
            for (property, value) in Self.settings {
                try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
                #expect(camera.property(property).value?.common == value, "\(property)")
            }
            for name in ["RAW", "RAW + JPEG fine"] {
                try await camera.property(.imageQuality).set(text: name, until: .reflected(timeout: waitLimit))
            }
        }
    }

    @Test(arguments: FujifilmRig.bodies) func `every property of the camera model that can be set shows a name, and lists others`(
        _ personality: Personality
    ) async throws {
        try await FujifilmRig.withBody(personality) { camera in
            let settable = camera.knownProperties.map { camera.property($0) }.filter { property in
                if case .vendor = property.identifier { false } else { property.settable.isSettable }
            }
            #expect(settable.count > 11)
            for property in settable {
                let value = try #require(property.value, "\(property.identifier)")
                #expect(value.common != nil || !value.label.hasPrefix("0x"), "\(property.identifier): \(value.label)")
                #expect(property.settable.values.count > 1 || property.settable.range != nil, "\(property.identifier)")
            }
            #expect(camera.property(.batteryLevel).value?.common == .batteryLevel(.full))
            #expect(camera.property(.shotsAvailable).value?.integer.map { $0 > 10 } == true)
        }
    }

    @Test func `the shutter speed is in its own unit`() async throws {
        try await FujifilmRig.withBody(.fujifilmXT4) { camera in
            let shutter = camera.property(.shutterSpeed)
            let wanted = try #require(ShutterSpeed("1/50"))
            try await shutter.set(.shutterSpeed(wanted), until: .reflected(timeout: waitLimit))
            #expect(shutter.value?.shutterSpeed == wanted && shutter.value?.code == 19_686 && shutter.value?.label == "1/50")
        }
    }

    @Test(arguments: FujifilmRig.bodies) func `each automatic ISO setting is automatic, and set by its own number`(
        _ personality: Personality
    ) async throws {
        try await FujifilmRig.withBody(personality) { camera in
            let iso = camera.property(.isoSpeed)
            let automatic = iso.settable.values.filter { $0.isoSpeed == .automatic }
            #expect(automatic.map(\.code) == [-1, -2, -3] && automatic.map(\.label) == ["Auto 1", "Auto 2", "Auto 3"])
            for value in automatic {
                try await iso.set(value)
                try await until("the body shows \(value.label)") { iso.value == value }
            }
            try await iso.set(.isoSpeed(.iso800), until: .reflected(timeout: waitLimit))
        }
    }

    @Test func `settings without a meaning in the camera model are named, and their values too`() async throws {
        try await FujifilmRig.withBody(.fujifilmXT4) { camera in
            let film = camera.property(.colorTone)
            #expect(film.settable.values.count == 18 && film.value?.label == "PROVIA/Standard")
            try await film.set(text: "Classic Chrome", until: .reflected(timeout: waitLimit))
            #expect(film.value?.code == 0xB)
            let grain = camera.property(.vendor(code: 0xD023))
            #expect(grain.value?.label == "Off, small" && grain.state.vendorName == "GrainEffect")
            let tone = camera.property(.vendor(code: 0xD320))
            try await tone.set(text: "15")
            try await until("the tone is set") { tone.value?.integer == 15 }
            // A number without a meaning.
            let zoom = camera.property(.vendor(code: 0xD01B))
            let unknown = try #require(zoom.settable.values.first { $0.code == 7 })
            #expect(unknown.label == "7" || unknown.label == "0x7")
            try await zoom.set(unknown)
            try await until("the number is set") { zoom.value?.code == 7 }
            #expect(camera.property(.vendor(code: 0xD36D)).value?.label.contains("XF18-135mm") == true)
        }
    }

    @Test func `properties that a body lists and does not have are no malformed ones`() async throws {
        try await FujifilmRig.withBody(.fujifilmXT4) { camera in
            #expect(camera.knownProperties.contains(.vendor(code: 0xD10A)))
            #expect(
                !camera.knownProperties.contains(.vendor(code: 0xD107)) && !camera.knownProperties.contains(.vendor(code: 0xD212))
            )
            #expect(camera.warnings.isEmpty)
        }
    }

    @Test(arguments: ["P", "A", "S"]) func `what the camera chooses is shown, and cannot be set`(_ mode: String) async throws {
        try await FujifilmRig.withBody(.fujifilmXT4, mode: mode) { camera in
            let (shutter, aperture) = (camera.property(.shutterSpeed), camera.property(.aperture))
            #expect(shutter.value?.shutterSpeed?.isOrdinary == true && aperture.value?.aperture?.isOrdinary == true)
            #expect(shutter.settable.isSettable == (mode == "S") && aperture.settable.isSettable == (mode == "A"))
        }
    }

    @Test func `without a lens there is no aperture`() async throws {
        let simulator = BodyRig.simulator()
        simulator.setLens(attached: false)
        try await FujifilmRig.withBody(.fujifilmXT4, simulator) { camera in
            #expect(camera.property(.aperture).value == nil && !camera.property(.aperture).settable.isSettable)
        }
    }

    // MARK: Pictures

    @Test(arguments: FujifilmRig.bodies)
    func `RAW and JPEG of one release are one shot, and leave the buffer when they are fetched`(
        _ personality: Personality
    ) async throws {
        try await FujifilmRig.withBody(personality) { camera in
            try await camera.property(.imageQuality).set(text: "RAW + JPEG fine", until: .reflected(timeout: waitLimit))
            let room = camera.property(.shotsAvailable)
            let free = room.value?.integer
            let shot = try await camera.shoot()
            #expect(shot.files.count == 2 && shot.raw != nil && shot.original?.isRAW == false)
            try await until("the buffer has less room") { room.value?.integer == free.map { $0 - 2 } }
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
            #expect(try await shot.raw?.contents().isEmpty == false)
            try await until("the buffer is empty") { room.value?.integer == free }
        }
    }

    @Test func `pictures without an event are found`() async throws {
        var model = FujifilmModel.xt3
        model.announcesPictures = false
        try await FujifilmRig.withBody(.fujifilm(model)) { camera in
            for _ in 0..<2 {
                let shot = try await camera.shoot()
                #expect(shot.files.count == 1)
            }
        }
    }

    @Test func `a declined picture is deleted without being fetched`() async throws {
        try await FujifilmRig.withBody(.fujifilmXT4) { camera in
            let room = camera.property(.shotsAvailable)
            let free = room.value?.integer
            _ = try await camera.shoot()
            let transfer = try #require(camera.pendingTransfers.first)
            try await transfer.decline()
            try await until("the buffer is empty") { room.value?.integer == free }
        }
    }

    @Test func `a full buffer is an error until a picture is fetched`() async throws {
        let personality = Personality.fujifilmXT4
        try await FujifilmRig.withBody(personality, faults: ["response=0x200C@initiate-capture*2"]) { camera in
            // The first answer is that to the half-press.
            let error = await FujifilmRig.error { _ = try await camera.shoot() }
            #expect(error?.code == .busy && error?.message.contains("buffer") == true)
        }
    }

    @Test func `pictures of another program are offered, and then the computer has priority`() async throws {
        var model = FujifilmModel.xt4
        model.leftPictures = 2
        try await FujifilmRig.withBody(.fujifilm(model)) { camera in
            #expect(camera.pendingTransfers.map(\.offer.fileName) == ["DSCF9000.JPG", "DSCF9001.JPG"])
            #expect(camera.property(.vendor(code: 0xD207)).value?.label == "Computer")
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test(arguments: FujifilmRig.bodies) func `bulb opens the shutter until it is released`(_ personality: Personality)
        async throws
    {
        try await FujifilmRig.withBody(personality) { camera in
            try await camera.property(.shutterSpeed).set(.shutterSpeed(.bulb), until: .reflected(timeout: waitLimit))
            #expect(await FujifilmRig.error { _ = try await camera.shoot() }?.code == .notAvailable)
            try await camera.pressShutter()
            try await camera.releaseShutter()
            try await until("the picture is offered") { !camera.pendingTransfers.isEmpty }
            try await camera.property(.shutterSpeed).set(.shutterSpeed(.s1_60), until: .reflected(timeout: waitLimit))
        }
    }

    @Test func `a press without a release takes one picture`() async throws {
        try await FujifilmRig.withBody(.fujifilmXT4) { camera in
            try await camera.pressShutter()
            try await camera.releaseShutter()
            try await until("the picture is offered") { camera.pendingTransfers.count == 1 }
        }
    }

    @Test func `a body that works while the connection opens is waited for`() async throws {
        // The first refusal is that of the mode of the connection.
        let faults = ["response=0xA002@set-device-prop-value*4", "data=0100@get-device-prop-value*3"]
        try await FujifilmRig.withBody(.fujifilmXT4, faults: faults) { camera in
            #expect(camera.property(.vendor(code: 0xD207)).value?.label == "Computer")
        }
    }

    @Test func `the priority returns to the body when the connection ends`() async throws {
        let simulator = BodyRig.simulator()
        let seen = Guarded<[UInt8]>([])
        var personality = Personality.fujifilmXT4
        let row = try #require(personality.operations[.setDevicePropValue])
        personality.operations[row.code] = OperationRow(row.code, row.dataPhase) { device, request, data throws(Refusal) in
            if request.parameters[0] == 0xD207 { seen.withLock { $0.append(data.bytes.first ?? 0) } }
            return try await row.perform(device, request, data)
        }
        try await FujifilmRig.withBody(personality, simulator) { camera in _ = try await camera.shoot() }
        // The picture that was not fetched is deleted first: the body would refuse.
        #expect(seen.withLock { $0 } == [2, 1])
    }

    // MARK: Focusing, live view, movies

    @Test(arguments: FujifilmRig.bodies) func `what cannot be focused on is an error, and no picture`(_ personality: Personality)
        async throws
    {
        let simulator = BodyRig.simulator(faults: [try #require(SimulatedFault("focus-fails"))])
        try await FujifilmRig.withBody(personality, simulator) { camera in
            #expect(await FujifilmRig.error { _ = try await camera.shoot() }?.code == .focusFailed)
            _ = try await camera.shoot()
        }
    }

    @Test func `in the manual focus mode a picture needs no focus`() async throws {
        let simulator = BodyRig.simulator(faults: [try #require(SimulatedFault("focus-fails"))])
        try await FujifilmRig.withBody(.fujifilmXT3, simulator) { camera in
            try await camera.property(.focusMode).set(.focusMode(.manual), until: .reflected(timeout: waitLimit))
            #expect(try await camera.shoot().files.count == 1)
        }
    }

    @Test func `a lens that reports its position is driven, up to its end`() async throws {
        try await FujifilmRig.withBody(.fujifilmGFX100S) { camera in
            #expect(camera.capabilities.contains(.focusDrive))
            let position = camera.property(.vendor(code: 0xD171))
            let before = try #require(position.value?.code)
            for try await _ in camera.liveView().prefix(1) {
                try await camera.driveFocus(FocusStep(.towardsCamera, .medium))
                try await until("the lens is nearer") { position.value?.code == before + 155 }
                try await camera.driveFocus(FocusStep(.towardsInfinity, .small))
                try await until("the lens is farther") { position.value?.code == before + 124 }
                try await position.set(text: "25190")
                try await until("the lens is at its end") { position.value?.code == 25190 }
                let end = await FujifilmRig.error { try await camera.driveFocus(FocusStep(.towardsCamera, .large)) }
                #expect(end?.code == .focusDidNotMove)
            }
        }
        try await FujifilmRig.withBody(.fujifilmXT4) { camera in #expect(!camera.capabilities.contains(.focusDrive)) }
    }

    @Test(arguments: FujifilmRig.bodies) func `live view continues after a picture`(_ personality: Personality) async throws {
        try await FujifilmRig.withBody(personality) { camera in
            var count = 0
            for try await frame in camera.liveView().prefix(6) {
                #expect(frame.byteCount > 100)
                count += 1
                if count == 2 { #expect(try await camera.shoot().files.count == 1) }
            }
            #expect(count == 6)
            await camera.stopLiveView()
        }
    }

    @Test(arguments: [Personality.fujifilmXT4, .fujifilmXT3]) func `a movie is recorded, and the drive mode is as before`(
        _ personality: Personality
    ) async throws {
        try await FujifilmRig.withBody(personality) { camera in
            #expect(camera.capabilities.contains(.videoRecording))
            let mode = camera.property(.driveMode)
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            try await until("the drive mode is that of movies") { mode.value?.label == "Movie" }
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
            try await until("the drive mode is as before") { mode.value?.common == .driveMode(.single) }
        }
    }
}
