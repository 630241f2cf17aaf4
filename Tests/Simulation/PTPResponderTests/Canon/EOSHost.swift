import CameraModel
import PTP
import PTPCanon
import SimulatedCamera

@testable import PTPResponder

/// A client of an EOS body, with its records and properties. For one thread, like ``WireClient``.
final class EOSHost {
    let client: WireClient
    /// Records about files that were received during other waits.
    private var fileRecords: [EventRecord] = []

    struct NotReceived: Error {}

    /// Creates a client in remote mode, without events.
    init(_ client: WireClient) throws {
        self.client = client
        try accept(.eosSetRemoteMode, [1])
    }

    /// Creates a client in event mode, after the initial records.
    static func listening(_ client: WireClient) throws -> EOSHost {
        let host = try EOSHost(client)
        try host.accept(.eosSetEventMode, [1])
        try host.drain()
        return host
    }

    /// Performs an operation that must succeed.
    @discardableResult
    func accept(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> [UInt32] {
        let outcome = try client.run(operation, parameters)
        guard outcome.code == .ok else {
            throw WireClient.Unexpected(what: "\(operation.description(by: .eos)): \(outcome.code)")
        }
        return outcome.parameters
    }

    /// Performs an operation that may be refused.
    func code(_ operation: OperationCode, _ parameters: [UInt32] = [], data: [UInt8]? = nil) throws -> ResponseCode {
        try client.run(operation, parameters, data: data).code
    }

    // MARK: Records

    /// Performs GetEvent; throws if the reply is invalid.
    func reply() throws -> [EventRecord] {
        let reply = EventReply(try client.data(.eosGetEvent))
        guard reply.failure == nil else { throw WireClient.Unexpected(what: "\(reply)") }
        return reply.records
    }

    /// Performs GetEvent until a reply is empty.
    @discardableResult
    func drain() throws -> [EventRecord] {
        var all: [EventRecord] = []
        while case let records = try reply(), !records.isEmpty { all += records }
        return all
    }

    /// Returns all records up to the reply with an expected one. While replies are empty, waits for the body's event.
    func records(until matches: (EventRecord) -> Bool) throws -> [EventRecord] {
        var all: [EventRecord] = []
        while !all.contains(where: matches) {
            guard all.count < 10_000 else { throw NotReceived() }
            let records = try reply()
            if records.isEmpty { _ = try client.event(.eosRequestGetEvent) }
            all += records
        }
        return all
    }

    /// Waits until the body reports a number for a property.
    func wait(for number: Int64, of code: DevicePropCode) throws {
        let content = PropertyContent(number: number, of: code)
        // The same reply may contain records about files, which are requested later.
        fileRecords += try records { $0 == content.map { .propertyChanged(code, $0) } }
            .filter { if case .objectAdded = $0 { true } else if case .transferRequested = $0 { true } else { false } }
    }

    /// Waits for the next file on a card.
    func added() throws -> ObjectRecord {
        func matches(_ record: EventRecord) -> Bool { if case .objectAdded = record { true } else { false } }
        if let index = fileRecords.firstIndex(where: matches), case .objectAdded(let object) = fileRecords.remove(at: index) {
            return object
        }
        for case .objectAdded(let object) in try records(until: matches) { return object }
        throw NotReceived()
    }

    /// Waits for the next files to transfer.
    func transfers(_ count: Int = 1) throws -> [TransferRecord] {
        var found = fileRecords.compactMap { if case .transferRequested(let transfer) = $0 { transfer } else { nil } }
        fileRecords.removeAll { if case .transferRequested = $0 { true } else { false } }
        while found.count < count {
            let records = try records { if case .transferRequested = $0 { true } else { false } }
            found += records.compactMap { if case .transferRequested(let transfer) = $0 { transfer } else { nil } }
        }
        return found
    }

    /// Returns the focus states in records.
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
        guard let content = PropertyContent(number: number, of: code) else { throw NotReceived() }
        return try set(code, content)
    }

    /// Sets a property, which must succeed, and waits until the body reports the value.
    func change(_ code: DevicePropCode, to number: Int64) throws {
        let outcome = try set(code, to: number)
        guard outcome == .ok else { throw WireClient.Unexpected(what: "\(code.description(by: .eos)): \(outcome)") }
        try wait(for: number, of: code)
    }

    /// Requests and returns the value of a property.
    func value(_ code: DevicePropCode) throws -> PropertyContent? {
        try accept(.eosRequestDevicePropValue, [UInt32(code.rawValue)])
        return Self.values(try drain())[code]
    }

    /// Returns the last value of each property in records.
    static func values(_ records: [EventRecord]) -> [DevicePropCode: PropertyContent] {
        var values: [DevicePropCode: PropertyContent] = [:]
        for case .propertyChanged(let code, let content) in records { values[code] = content }
        return values
    }

    /// Returns the last list of values of each property in records.
    static func offered(_ records: [EventRecord]) -> [DevicePropCode: [PropertyContent]] {
        var offered: [DevicePropCode: [PropertyContent]] = [:]
        for case .offeredValuesChanged(let code, let values) in records { offered[code] = values.contents(of: code) }
        return offered
    }
}

extension ServedCamera {
    /// Serves a camera as an EOS body, in aperture priority, with a client.
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
