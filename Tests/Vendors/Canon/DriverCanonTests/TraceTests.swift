import CameraModel
import Exposure
import Foundation
import HotShoeSupport
import IPTransport
import PTP
import PTPCanon
import PTPResponder
import PTPSession
import SimulatedCamera
import Sockets
import TestWaiting
import Testing

@testable import DriverCanon
@testable import DriverPTP

/// Performs every function of an EOS body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them
/// again.
@Suite(.timeLimit(.minutes(5))) struct TraceTests {
    fileprivate enum Body: String, CaseIterable {
        case r5 = "canon-eos-r5"
        case d80 = "canon-eos-80d"

        var personality: Personality { self == .r5 ? .canonEOSR5 : .canonEOS80D }
    }

    private static func withCamera(
        _ body: Body,
        faults: [SimulatedFault] = [],
        _ use: (Camera, Trace) async throws -> Void
    ) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.faults = faults
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 32, height: 16)
        configuration.liveViewSize = PixelSize(width: 96, height: 64)
        let simulator = CameraSimulator(configuration)
        simulator.turn(.exposureMode, to: "M")
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = body.personality
        let trace = Trace()
        try await EOSRig.serve(simulator, serving, link: { TracedLink($0, trace) }) { try await use($0, trace) }
    }

    @Test(arguments: Body.allCases) fileprivate func `a body receives the recorded requests`(_ body: Body)
        async throws
    {
        var lines: [String] = []
        try await Self.withCamera(body) { camera, trace in
            func step(_ name: String, _ work: () async throws -> Void) async {
                do { try await work() } catch { trace.note("\(error)") }
                lines += ["", "# \(name)"] + trace.drain()
            }
            await step("connect") {}
            await step("set") {
                let aperture = camera.property(.aperture)
                try await aperture.set(.aperture(.f8), until: .reflected(timeout: waitLimit))
                try await aperture.step(.increment)
            }
            await step("half-press") {
                try await camera.engageAutoFocus()
                try await camera.disengageAutoFocus()
            }
            await step("picture, to the card") { _ = try await camera.shoot() }
            await step("picture, without autofocus") { _ = try await camera.shoot(ShootOptions(autofocus: false)) }
            await step("picture, to the computer") {
                try await camera.property(.imageDestination).set(
                    .imageDestination(.host),
                    until: .reflected(timeout: waitLimit)
                )
                let file = try #require(try await camera.shoot().original)
                #expect(try await file.contents().starts(with: [0xFF, 0xD8]))
                try await camera.property(.imageDestination).set(
                    .imageDestination(.camera),
                    until: .reflected(timeout: waitLimit)
                )
            }
            await step("shutter held down") {
                try await camera.pressShutter()
                try await camera.releaseShutter()
            }
            await step("live view, enlarged, focused, driven") {
                for try await _ in camera.liveView().prefix(2) {
                    try await camera.setLiveViewCrop(Rect(x: 10, y: 10, width: 12, height: 8))
                    try await camera.panLiveView(to: Point(x: 60, y: 30))
                    try await camera.setLiveViewCrop(nil)
                    try await camera.property(.liveViewZoom).set(.zoom(ZoomLevel(factor: 5)), until: .accepted)
                    try await camera.engageAutoFocus()
                    try await camera.disengageAutoFocus()
                    try await camera.driveFocus(FocusStep(.towardsCamera, .small))
                    try await camera.driveFocus(FocusStep(.towardsInfinity, .large))
                    try await camera.touchFocus(at: Point(x: 20, y: 20))
                }
                await camera.stopLiveView()
            }
            await step("video") {
                try await camera.startRecording()
                try await until("the camera records") { camera.recording.isRecording }
                try await camera.stopRecording()
            }
            await step("clock") {
                try await camera.setClock(try #require(CameraDate(year: 2030, month: 1, day: 2)))
                let shown = try await camera.readClock()
                #expect(shown.year == 2030 && shown.month == 1 && shown.day == 2)
            }
            await camera.disconnect()
            await step("disconnect") {}
        }
        let text = lines.dropFirst().joined(separator: "\n") + "\n"
        let path = Self.folder + "/\(body.rawValue).txt"
        if ProcessInfo.processInfo.environment["HOTSHOE_RECORD"] != nil {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(text == (try? String(contentsOfFile: path, encoding: .utf8)), "see \(path)")
    }

    @Test(arguments: Body.allCases) fileprivate func `a body that finds no focus is not left with its button pressed`(
        _ body: Body
    ) async throws {
        try await Self.withCamera(body, faults: [try #require(SimulatedFault("focus-fails"))]) { camera, trace in
            _ = trace.drain()
            let error = await #expect(throws: CameraError.self) { try await camera.engageAutoFocus() }
            #expect(error?.code == .focusFailed)
            #expect(trace.drain().last == "RemoteReleaseOff (0x00000001) → OK")
        }
    }

    @Test(arguments: Body.allCases) fileprivate func `a body that has focus shows where`(_ body: Body) async throws {
        try await Self.withCamera(body) { camera, _ in
            let events = camera.events
            #expect(camera.focusInfo?.areas.contains(where: \.isActive) == true)
            #expect(camera.focusInfo?.areas.contains(where: \.hasFocus) == false)
            try await camera.engageAutoFocus()
            for await event in events {
                if case .focus(let focus) = event, focus?.areas.contains(where: \.hasFocus) == true { break }
            }
            try await camera.disengageAutoFocus()
            for await event in events {
                if case .focus(let focus) = event, focus?.areas.contains(where: \.hasFocus) == false { break }
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}

/// Operations sent to a body, without those whose number depends on timing: event requests and repeated frame requests.
/// **Thread-safe.**
private final class Trace: Sendable {
    private let lines = Guarded<[String]>([])

    /// Records a Canon operation, except for those that are repeated at intervals.
    func add(_ request: OperationRequest, _ data: String, _ response: String) {
        guard request.code.rawValue & 0xFF00 == 0x9100, request.code != .eosGetEvent else { return }
        let line = "\(request.code.eosDescription) \(request.parameters)\(data) → \(response)"
        if request.code == .eosGetViewFinderData, lines.withLock({ $0.contains(line) }) { return }
        note(line)
    }

    func note(_ line: String) { lines.withLock { if $0.last != line { $0.append(line) } } }

    func drain() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

/// A link that records its transactions.
private final class TracedLink: Link {
    private let link: IPConnection
    private let trace: Trace
    /// The session's current transaction with the one that replaces it on the link.
    private let current = Guarded<(LinkTransaction, LinkTransaction)?>(nil)

    init(_ link: IPConnection, _ trace: Trace) {
        self.link = link
        self.trace = trace
    }

    func start(_ observer: any LinkObserver) { link.start(observer) }
    func probe() { link.probe() }
    func close() { link.close() }

    func perform(_ transaction: LinkTransaction) {
        let (request, trace) = (transaction.request, trace)
        var (data, sent): (LinkTransaction.Data, @Sendable () -> String) = (transaction.data, { "" })
        if case .send(let provider) = data {
            let traced = TracedProvider(provider)
            (data, sent) = (.send(traced), { " " + traced.text })
        }
        let words = sent
        let traced = LinkTransaction(transaction.code, transaction.parameters, data) { result in
            switch result {
            case .success(let response) where response.code == .eosObjectNotReady || response.code == .deviceBusy: break
            case .success(let response):
                trace.add(
                    request,
                    words(),
                    response.code.eosDescription + (response.parameters.isEmpty ? "" : " \(response.parameters)")
                )
            case .failure(let failure): trace.add(request, words(), "\(failure)")
            }
            transaction.finished(result)
        }
        traced.begin(request.transaction)
        current.withLock { $0 = (transaction, traced) }
        link.perform(traced)
    }

    func cancel(_ transaction: LinkTransaction) {
        let traced = current.withLock { $0.flatMap { $0.0 === transaction ? $0.1 : nil } }
        if let traced { link.cancel(traced) }
    }
}

/// A data provider that records the data. **Thread-safe.**
private final class TracedProvider: DataProvider {
    private let provider: any DataProvider
    private let bytes = Guarded<[UInt8]>([])

    init(_ provider: any DataProvider) { self.provider = provider }

    var byteCount: UInt64 { provider.byteCount }
    /// The data in hexadecimal, in groups of four bytes.
    var text: String {
        bytes.withLock { bytes in
            stride(from: 0, to: bytes.count, by: 4)
                .map { start in
                    bytes[start..<min(start + 4, bytes.count)].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                        .joined()
                }
                .joined(separator: " ")
        }
    }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe provider.read(into: memory)
        bytes.withLock { unsafe $0.append(contentsOf: memory[..<count]) }
        return count
    }
}
