import CameraModel
import Exposure
import HotShoeSupport
import TestSupport
import Testing

@testable import SimulatedCamera

/// A small and fast simulated camera, with a camera object for it.
struct Rig {
    let simulator: CameraSimulator
    let camera: Camera

    init(
        time: any TimeSource = SystemClock.shared,
        _ change: (inout CameraSimulator.Configuration) -> Void = { _ in }
    ) {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.liveViewSize = PixelSize(width: 96, height: 64)
        configuration.liveViewRate = nil
        change(&configuration)
        simulator = CameraSimulator(configuration, time: time)
        camera = simulator.makeCamera()
    }

    /// A camera that is already connected.
    static func connected(
        time: any TimeSource = SystemClock.shared,
        _ change: (inout CameraSimulator.Configuration) -> Void = { _ in }
    ) async throws -> Rig {
        let rig = Rig(time: time, change)
        try await rig.camera.connect()
        return rig
    }

    static let timeout = waitLimit

    func set(_ property: PropertyIdentifier, _ text: String) async throws {
        try await camera.property(property).set(text: text, until: .reflected(timeout: Self.timeout))
    }

    func label(_ property: PropertyIdentifier) -> String? { camera.property(property).value?.label }

    /// Performs work while another thread is delivering outputs, as slowly as possible.
    func whileAnotherThreadDelivers<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // If another thread really is delivering, wait for it to finish.
        try await until("no other thread delivers") { simulator.shared.withLock { $0.beginDelivering() } }
        let done = Promise<Void, Never>()
        let working = Task {
            defer { done.fulfil(.success(())) }
            return try await work()
        }
        try await until("the work has an output or is done") {
            simulator.shared.withLock { !$0.outbox.isEmpty } || done.current != nil
        }
        for _ in 0..<1000 where done.current == nil { await Task.yield() }
        simulator.shared.withLock { $0.isDelivering = false }
        simulator.withBody { _ in }
        return try await working.value
    }

    /// Returns the first event since `events` was created that satisfies a condition.
    static func first<Value: Sendable>(of events: EventStream<CameraEvent>, _ pick: (CameraEvent) -> Value?) async -> Value? {
        for await event in events {
            if let value = pick(event) { return value }
        }
        return nil
    }
}

extension CameraSimulator.Shared {
    /// Begins delivering; false if another thread is delivering.
    fileprivate mutating func beginDelivering() -> Bool {
        if isDelivering || !outbox.isEmpty { return false }
        isDelivering = true
        return true
    }
}

/// Returns the error that some work throws; nil if it throws none.
func failure(_ work: () async throws -> Void) async -> CameraError? {
    do {
        try await work()
        return nil
    } catch {
        return error as? CameraError
    }
}

/// Returns a body without a driver, for tests of its rules alone.
func makeBody(_ change: (inout CameraSimulator.Configuration) -> Void = { _ in }) -> CameraBody {
    var configuration = CameraSimulator.Configuration()
    configuration.date = CameraDate(year: 2026, month: 1, day: 1, utcOffsetMinutes: 0)
    change(&configuration)
    var body = CameraBody(configuration)
    body.connected()
    body.advance(to: .seconds(1))
    _ = body.drainOutputs()
    return body
}

extension CameraBody {
    /// Performs a command, advances the time, and returns its result and all outputs.
    mutating func obey(_ command: BodyCommand, for span: Duration = .seconds(1)) -> (
        Result<BodyReply, CameraError>?, [BodyOutput]
    ) {
        perform(command, token: 7)
        advance(to: now + span)
        let outputs = drainOutputs()
        let result = outputs.lazy.compactMap { output -> Result<BodyReply, CameraError>? in
            if case .finished(7, let result) = output { result } else { nil }
        }.first
        return (result, outputs)
    }

    mutating func error(of command: BodyCommand) -> CameraError.Code? {
        if case .failure(let error) = obey(command).0 { error.code } else { nil }
    }
}

extension VirtualClock {
    /// Performs work while the time advances in small steps.
    func run<Value: Sendable>(
        until what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(by: .milliseconds(1), until: what, sourceLocation: sourceLocation, work)
    }
}
