import CameraModel
import PTP
import PTPCanon
import SimulatedCamera

@testable import PTPResponder

/// A client of an EOS body: its records, and its way to set properties. As ``WireClient``, for one thread.
final class EOSHost {
    let client: WireClient
    /// What was told of files while something else was waited for.
    private var filesTold: [EventRecord] = []

    struct NeverSaid: Error {}

    /// A host that is in charge, and hears of nothing yet.
    init(_ client: WireClient) throws {
        self.client = client
        try accept(.eosSetRemoteMode, [1])
    }

    /// The same with the body's queue, after what it says first.
    static func listening(_ client: WireClient) throws -> EOSHost {
        let host = try EOSHost(client)
        try host.accept(.eosSetEventMode, [1])
        try host.drain()
        return host
    }

    /// Does what must work.
    @discardableResult
    func accept(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> [UInt32] {
        let outcome = try client.run(operation, parameters)
        guard outcome.code == .ok else { throw WireClient.Unexpected(what: "\(operation.eosDescription): \(outcome.code)") }
        return outcome.parameters
    }

    /// Does what may be refused.
    func code(_ operation: OperationCode, _ parameters: [UInt32] = [], data: [UInt8]? = nil) throws -> ResponseCode {
        try client.run(operation, parameters, data: data).code
    }

    // MARK: Records

    /// One reply to GetEvent, which must be whole.
    func reply() throws -> [EventRecord] {
        let stream = PTPCanon.EventStream(try client.data(.eosGetEvent))
        guard stream.failure == nil else { throw WireClient.Unexpected(what: "\(stream)") }
        return stream.records
    }

    /// Replies until one has nothing.
    @discardableResult
    func drain() throws -> [EventRecord] {
        var all: [EventRecord] = []
        while case let records = try reply(), !records.isEmpty { all += records }
        return all
    }

    /// Everything up to a record that is waited for, and what came with it. While there is nothing, the body's own event is waited for.
    func records(until isMeant: (EventRecord) -> Bool) throws -> [EventRecord] {
        var all: [EventRecord] = []
        while !all.contains(where: isMeant) {
            guard all.count < 10_000 else { throw NeverSaid() }
            let records = try reply()
            if records.isEmpty { _ = try client.event(.eosRequestGetEvent) }
            all += records
        }
        return all
    }

    /// Waits until the body says a number of a property.
    func wait(for number: Int64, of code: DevicePropCode) throws {
        let content = PropertyContent(number: number, of: code)
        // A file may be told of in the same reply, and asked for later.
        filesTold += try records { $0 == content.map { .propertyChanged(code, $0) } }
            .filter { if case .objectAdded = $0 { true } else if case .transferRequested = $0 { true } else { false } }
    }

    /// The next file that is on a card.
    func added() throws -> ObjectRecord {
        func isMeant(_ record: EventRecord) -> Bool { if case .objectAdded = record { true } else { false } }
        if let index = filesTold.firstIndex(where: isMeant), case .objectAdded(let object) = filesTold.remove(at: index) {
            return object
        }
        for case .objectAdded(let object) in try records(until: isMeant) { return object }
        throw NeverSaid()
    }

    /// The next files that are to be fetched.
    func transfers(_ count: Int = 1) throws -> [TransferRecord] {
        var found = filesTold.compactMap { if case .transferRequested(let transfer) = $0 { transfer } else { nil } }
        filesTold.removeAll { if case .transferRequested = $0 { true } else { false } }
        while found.count < count {
            let records = try records { if case .transferRequested = $0 { true } else { false } }
            found += records.compactMap { if case .transferRequested(let transfer) = $0 { transfer } else { nil } }
        }
        return found
    }

    /// What focusing came to, as the displays have it.
    static func focus(_ records: [EventRecord], version: UInt32) -> [OLCInfo.Focus] {
        records.compactMap {
            if case .olcInfoChanged(let bytes) = $0 { try? OLCInfo(bytes, version: version).focus } else { nil }
        }
    }

    // MARK: Properties

    func set(_ code: DevicePropCode, _ content: PropertyContent) throws -> ResponseCode {
        try self.code(.eosSetDevicePropValueEx, data: try PropertyAssignment(code, content).encoded())
    }

    func set(_ code: DevicePropCode, to number: Int64) throws -> ResponseCode {
        guard let content = PropertyContent(number: number, of: code) else { throw NeverSaid() }
        return try set(code, content)
    }

    /// Sets what must be accepted, and waits until the body shows it.
    func change(_ code: DevicePropCode, to number: Int64) throws {
        let outcome = try set(code, to: number)
        guard outcome == .ok else { throw WireClient.Unexpected(what: "\(code.eosDescription): \(outcome)") }
        try wait(for: number, of: code)
    }

    /// What a body says of a property when it is asked.
    func value(_ code: DevicePropCode) throws -> PropertyContent? {
        try accept(.eosRequestDevicePropValue, [UInt32(code.rawValue)])
        return Self.values(try drain())[code]
    }

    /// The last value of each property in records.
    static func values(_ records: [EventRecord]) -> [DevicePropCode: PropertyContent] {
        var values: [DevicePropCode: PropertyContent] = [:]
        for case .propertyChanged(let code, let content) in records { values[code] = content }
        return values
    }

    /// The last list of each property in records.
    static func offered(_ records: [EventRecord]) -> [DevicePropCode: [PropertyContent]] {
        var offered: [DevicePropCode: [PropertyContent]] = [:]
        for case .offeredValuesChanged(let code, let values) in records { offered[code] = values.contents(of: code) }
        return offered
    }
}

extension ServedCamera {
    /// A camera that is served as an EOS body, in aperture priority, and its host.
    static func eos<Value: Sendable>(
        _ personality: Personality = .canonEOSR5,
        faults: [String] = [],
        change: (inout CameraSimulator.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (ServedCamera, EOSHost) throws -> Value
    ) async throws -> Value {
        let served = try ServedCamera(faults: faults, change) { $0.personality = personality }
        served.simulator.turn(.exposureMode, to: "A")
        return try await served.with { served in try body(served, try EOSHost.listening(try WireClient.open(served.address))) }
    }
}
