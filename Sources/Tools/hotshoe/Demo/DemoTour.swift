import CameraModel
import CameraRecords
import HotShoe
import SimulatedCamera

/// The demonstration of the SDK with one simulated camera: each step does what any program would do, and prints the result.
struct DemoTour {
    static let frameCount = 90

    private let simulator: CameraSimulator
    private let saver: FileSaver
    let context: CommandContext
    let report: DemoReport
    private let clock = ContinuousClock()

    init(_ simulator: CameraSimulator, _ saver: FileSaver, _ context: CommandContext) {
        self.simulator = simulator
        self.saver = saver
        self.context = context
        report = DemoReport(context: context)
    }

    func run() async throws {
        let start = clock.now
        let discovery = CameraDiscovery(clientName: "hotshoe", providers: [SimulatedCameraProvider([simulator])])
        let camera = try await discovery.first(timeout: context.timeout ?? DefaultTimeout.enumeration)
        try report.report(
            "Found",
            "\(camera.displayName, .bold) (serial \(camera.description.serialNumber ?? "–")), \(camera.description.transport.rawValue)",
            ["camera": .text(camera.displayName), "serialNumber": .text(camera.description.serialNumber ?? "")]
        )
        do {
            try await visit(camera)
        } catch {
            await camera.disconnect()
            throw error
        }
        await camera.disconnect()
        let seconds = start.duration(to: clock.now) / .seconds(1)
        try report.report(
            "Finished",
            "disconnected after \(Amounts.decimal(seconds, places: 1)) s",
            ["seconds": .number(seconds)]
        )
    }

    private func visit(_ camera: Camera) async throws {
        try await step(camera) { _ in try await connect(camera) }
        try await DemoLiveView(tour: self, camera: camera).run()
        try await step(camera) { _ in try await changeAperture(camera) }
        let shown = ExposureReading(camera)
        let shot = try await step(camera) { recovery in try await shoot(camera, autofocus: recovery != .shootWithoutAutofocus) }
        let metadata = try await step(camera) { _ in try await reportExposure(shot, camera) }
        try await step(camera) { _ in try await save(shot) }
        try check(metadata, against: shown)
    }

    // MARK: Steps

    /// Performs a step, and recovers once from a failure if possible.
    func step<Value>(_ camera: Camera, _ work: (DemoRecovery?) async throws -> Value) async throws -> Value {
        do { return try await work(nil) } catch {
            guard !Task.isCancelled, let recovery = DemoRecovery(after: error) else { throw error }
            try reportError(error)
            try report.report("Recovery", in: .green, "\(recovery.text)", ["what": .text(recovery.text)])
            if recovery == .reconnect, camera.connectionState != .connecting {
                await camera.disconnect()
                // In the demonstration the cable is plugged in again, as a user would do with a real camera.
                simulator.plugIn()
                try await context.connect(camera, for: .stillsShooting)
            }
            return try await work(recovery)
        }
    }

    private func reportError(_ error: any Error) throws {
        let failure = CommandFailure(error)
        let code = (error as? CameraError).map { String(describing: $0.code) } ?? String(describing: failure.code)
        let what = (failure.subject.map { "\($0): " } ?? "") + (failure.message ?? "")
        try report.report(
            "Error",
            in: .yellow,
            "\(what) (\(code))",
            ["code": .text(code), "message": .text(failure.message ?? "")]
        )
    }

    private func connect(_ camera: Camera) async throws {
        if camera.connectionState != .connected { try await context.connect(camera, for: .stillsShooting) }
        let size = simulator.configuration.liveViewSize
        let (cards, properties) = (camera.storages.count, camera.knownProperties.count)
        try report.report(
            "Connected",
            "\(cards) cards, \(properties) properties, live view \(size)",
            ["cards": .count(cards), "properties": .count(properties), "liveView": .text(size.description)]
        )
    }

    private func changeAperture(_ camera: Camera) async throws {
        let (aperture, shutter) = (camera.property(.aperture), camera.property(.shutterSpeed))
        let (before, shutterBefore) = (aperture.value?.label ?? "–", shutter.value)
        let start = clock.now
        let wanted = try await aperture.settableValue(for: "f/2.8")
        try await TimeLimit.run(DefaultTimeout.answer, "aperture") { try await aperture.set(wanted, until: .accepted) }
        let accepted = start.duration(to: clock.now)
        try await aperture.wait(timeout: DefaultTimeout.answer) { $0.value?.matches(wanted) ?? false }
        let shown = start.duration(to: clock.now)
        try report.report(
            "aperture",
            "\(before) → \(wanted.label, .bold)   (accepted after \(milliseconds(accepted)) ms, "
                + "shown by the camera after \(milliseconds(shown)) ms)",
            [
                "from": .text(before), "to": .text(wanted.label), "acceptedAfter": .number(accepted / .seconds(1)),
                "shownAfter": .number(shown / .seconds(1)),
            ]
        )
        // Automatic exposure may answer later, or not change at all.
        _ = try? await shutter.wait(timeout: .milliseconds(500)) { $0.value != shutterBefore }
        let (from, to) = (shutterBefore?.label ?? "–", shutter.value?.label ?? "–")
        try report.report(
            "shutter",
            "\(from) → \(to, .bold)   (automatic exposure's answer)",
            ["from": .text(from), "to": .text(to)]
        )
    }

    private func milliseconds(_ duration: Duration) -> String { Amounts.decimal(duration / .milliseconds(1), places: 0) }

    private func shoot(_ camera: Camera, autofocus: Bool) async throws -> RemoteFile {
        let shot = try await TimeLimit.run(.seconds(10), "shoot") { try await camera.shoot(ShootOptions(autofocus: autofocus)) }
        guard let original = shot.original else {
            throw CommandFailure(.internalError, "shoot", "The camera took a picture and names no file. Please report this.")
        }
        return original
    }

    private func reportExposure(_ file: RemoteFile, _ camera: Camera) async throws -> ExposureReading {
        guard let item = file.item else {
            throw CommandFailure(.internalError, file.name, "The picture is not on the card. Please report this.")
        }
        let metadata = try await TimeLimit.run(.seconds(5), file.name) { try await item.pictureMetadata() }
        let exposure = ExposureReading(metadata)
        let pixels = metadata.pixelSize ?? item.info.pixelSize
        let megapixels = pixels.map { Double($0.width) * Double($0.height) / 1e6 } ?? 0
        try report.report(
            "Shot",
            "\(file.name, .bold)  \(Amounts.decimal(megapixels, places: 1)) MP  \(exposure)",
            ["file": .text(file.name), "megapixels": .number(megapixels), "exposure": .text(exposure.description)]
        )
        return exposure
    }

    private func save(_ file: RemoteFile) async throws {
        guard let saved = try await saver.save([file]).first else { return }
        try report.report(
            "Saved",
            "\(saved.path, .bold)  \(saved.amount)",
            [
                "path": .text(saved.path), "size": .count(Int(clamping: saved.size)),
                "seconds": .number(saved.duration / .seconds(1)),
            ]
        )
    }

    /// Checks that the picture was taken with the displayed exposure.
    private func check(_ picture: ExposureReading, against shown: ExposureReading) throws {
        guard picture.agrees(with: shown) else {
            throw CommandFailure(
                .internalError,
                "demo",
                "The picture has \(picture), but the camera was set to \(shown). Please report this."
            )
        }
        try report.report(
            "Checked",
            "the picture's EXIF agrees with what was set: \(picture)",
            ["exposure": .text(picture.description)]
        )
    }
}
