import CameraModel
import Exposure
import HotShoeSupport
import ImageFormats
import TestSupport
import Testing

@testable import SimulatedCamera

@Suite("Shooting")
struct ShootingTests {
    private func exif(_ file: RemoteFile) async throws -> EXIFMetadata {
        let bytes = try await file.contents()
        return try EXIFMetadata(jpeg: bytes.span)
    }

    @Test("a picture's EXIF is the exposure that was set")
    func exposureInFile() async throws {
        let rig = try await Rig.connected()
        try await rig.set(.exposureMode, "M")
        try await rig.set(.aperture, "f/4")
        try await rig.set(.shutterSpeed, "1/60")
        try await rig.set(.isoSpeed, "ISO 800")
        let metadata = try await exif(try #require(try await rig.camera.shoot().original))
        #expect(metadata.fNumber?.value == 4)
        #expect(metadata.exposureTime == EXIFRational(1, 60))
        #expect(metadata.isoSpeed == 800)
        #expect(metadata.exposureProgram == .manual)
        #expect(metadata.bodySerialNumber == "SIM-0001")
    }

    @Test("RAW + JPEG returns both, each with its own bytes, marked as a pair")
    func pair() async throws {
        let rig = try await Rig.connected()
        try await rig.set(.imageQuality, "RAW + JPEG")
        let shot = try await rig.camera.shoot()
        #expect(shot.files.map(\.name).sorted() == ["IMG_0001.DNG", "IMG_0001.JPG"])
        let (raw, original) = (try #require(shot.raw), try #require(shot.original))
        #expect(original.name == "IMG_0001.JPG")
        #expect(try await raw.contents().prefix(2) == [0x49, 0x49])
        #expect(try await original.contents().prefix(2) == [0xFF, 0xD8])
        #expect(raw.item?.info.companions == [original.item!.info.handle])
        #expect(try await original.item!.loadMetadata().info.size == UInt64(try await original.contents().count))
    }

    @Test("of two simultaneous shots the second is refused as busy, and the first is taken")
    func twoAtOnce() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.speed.focusing = .seconds(1) }
        try await rig.camera.connect()
        let first = Task { try await rig.camera.shoot() }
        // The shot waits for autofocus.
        await clock.waitForTimers(1)
        try await until("the shutter release is pressed") { rig.simulator.shared.withLock { $0.body.shooting.press != nil } }
        #expect(await failure { try await rig.camera.shoot() }?.code == .busy)
        clock.advance(by: .seconds(5))
        #expect(try await first.value.files.count == 1)
        let third = Task { try await rig.camera.shoot() }
        try await until("the shutter release is pressed") { rig.simulator.shared.withLock { $0.body.shooting.press != nil } }
        clock.advance(by: .seconds(5))
        #expect(try await third.value.files.count == 1)
    }

    @Test("a full card, a locked card and no card: no picture, and the reason")
    func cards() async throws {
        let full = try await Rig.connected { $0.cards = [.init(capacityBytes: 100)] }
        #expect(await failure { try await full.camera.shoot() }?.code == .storageFull)
        #expect(full.label(.shotsAvailable) == "0")
        #expect(full.label(.readyForCapture) == "off")
        let locked = try await Rig.connected { $0.cards = [.init(isLocked: true)] }
        #expect(await failure { try await locked.camera.shoot() }?.code == .writeProtected)
        let none = try await Rig.connected { $0.cards = [] }
        #expect(await failure { try await none.camera.shoot() }?.code == .cardError)
        try await none.set(.imageDestination, "host")
        #expect(try await none.camera.shoot().files.count == 1)
    }

    @Test("the second card is used when the first is full")
    func secondCard() async throws {
        let rig = try await Rig.connected { $0.cards = [.init(capacityBytes: 10), .init(label: "SPARE")] }
        let item = try #require(try await rig.camera.shoot().original?.item)
        #expect(rig.camera.storages.first { $0.info.identifier == item.info.storage }?.info.label == "SPARE")
    }

    @Test("failed focusing takes no picture; without autofocus a picture is taken")
    func focusFails() async throws {
        let rig = try await Rig.connected { $0.faults = [SimulatedFault(.focusFails, .during(.shoot))] }
        #expect(await failure { try await rig.camera.shoot() }?.code == .focusFailed)
        #expect(try await rig.camera.shoot(ShootOptions(autofocus: false)).files.count == 1)
        #expect(try await rig.camera.shoot().files.count == 1)
    }

    @Test("a 30 s exposure lasts 30 s of the camera's time, and returns its picture")
    func longExposure() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock)
        try await rig.camera.connect()
        let mode = Task {
            try await rig.set(.exposureMode, "M")
            try await rig.set(.shutterSpeed, "30 s")
        }
        try await clock.advance(by: .milliseconds(1), until: "the shutter speed is set") { rig.label(.shutterSpeed) == "30 s" }
        try await mode.value
        let begun = clock.now
        let shot = Task { try await rig.camera.shoot() }
        try await clock.advance(by: .milliseconds(1), until: "the shutter is open") {
            rig.simulator.shared.withLock { $0.body.shooting.isOpen }
        }
        clock.advance(by: .seconds(29))
        #expect(rig.simulator.shared.withLock { $0.body.shooting.isOpen })
        clock.advance(by: .seconds(2))
        #expect(try await shot.value.files.count == 1)
        #expect(clock.now - begun < .seconds(35))
    }

    @Test("in bulb the shutter is open for as long as it is pressed")
    func bulb() async throws {
        var body = makeBody()
        body.reflect(.exposureMode, PropertyValue(.exposureMode(.bulb)))
        #expect(body.error(of: .shoot(autofocus: true)) == .notAvailable)
        _ = body.obey(.pressShutter, for: .seconds(100))
        #expect(body.shooting.isOpen)
        let (_, outputs) = body.obey(.releaseShutter, for: .zero)
        let job = outputs.compactMap { output -> DevelopmentJob? in if case .develop(let job) = output { job } else { nil } }
            .first
        #expect(abs((job?.exposure.shutterSpeed.seconds ?? 0) - 100) < 1)
    }

    @Test("a held shutter takes pictures at the drive mode's rate until it is released")
    func burst() {
        var body = makeBody()
        body.reflect(.driveMode, PropertyValue(.driveMode(.continuousHigh)))
        body.perform(.pressShutter, token: 1)
        var exposures = 0
        func develop(_ outputs: [BodyOutput], _ body: inout CameraBody) {
            for case .develop(let job) in outputs {
                exposures += 1
                body.developed(job)
            }
        }
        for _ in 0..<100 {
            body.advance(to: body.now + .milliseconds(10))
            develop(body.drainOutputs(), &body)
        }
        #expect((8...11).contains(exposures))
        _ = body.obey(.releaseShutter, for: .zero)
        let atRelease = exposures
        body.advance(to: body.now + .seconds(2))
        develop(body.drainOutputs(), &body)
        #expect(exposures == atRelease)
        body.advance(to: body.now + .seconds(2))
        #expect(body.isReadyForCapture)
    }

    @Test("bracketing takes three pictures a stop apart, after the self-timer")
    func bracketingAndTimer() {
        var body = makeBody()
        body.reflect(.bracketing, PropertyValue(.boolean(true)))
        body.reflect(.driveMode, PropertyValue(.driveMode(.timerShort)))
        let begun = body.now
        body.perform(.shoot(autofocus: true), token: 1)
        var stops: [Double] = []
        while stops.count < 3, body.now < begun + .seconds(20) {
            body.advance(to: body.now + .milliseconds(20))
            for case .develop(let job) in body.drainOutputs() {
                stops.append(job.exposure.stops)
                body.developed(job)
            }
            if stops.count == 1 { #expect(body.now - begun >= .seconds(2)) }
        }
        #expect(stops.count == 3)
        #expect(abs(stops[1] - (stops[0] - 1)) < 0.4 && abs(stops[2] - (stops[0] + 1)) < 0.4)
    }

    @Test("mirror lock-up: the first press raises the mirror, the second takes the picture")
    func mirrorLockup() async throws {
        let rig = try await Rig.connected()
        try await rig.set(.mirrorLockup, "on")
        #expect(rig.label(.mirrorLockupStage) == "ready")
        #expect(try await rig.camera.shoot().files.isEmpty)
        try await rig.camera.property(.mirrorLockupStage).wait(timeout: Rig.timeout) { $0.value?.label == "mirror up" }
        #expect(try await rig.camera.shoot().files.count == 1)
    }

    @Test("an unconnected camera keeps the pictures of its own button")
    func buttonOnBody() async throws {
        let rig = try await Rig.connected()
        let events = rig.camera.events
        rig.simulator.pressShutterButton()
        let item = await Rig.first(of: events) { event -> ItemInfo? in
            if case .itemAdded(let item) = event, item.kind == .image { item } else { nil }
        }
        #expect(item?.name == "IMG_0001.JPG")
    }
}
