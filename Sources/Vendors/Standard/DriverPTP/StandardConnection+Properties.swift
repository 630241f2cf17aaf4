package import CameraModel
import HotShoeSupport
package import PTP
import PTPProperties
package import PTPSession

extension StandardConnection {
    /// Number of unanswered requests after which no further properties are requested.
    private static let silenceLimit = 3

    /// Time for all properties together in which requests are repeated while the camera is busy.
    private static let busyBudget: Duration = .seconds(3)

    /// Requests the descriptions of properties. Those that a busy camera refuses are requested again later.
    func properties(_ codes: [DevicePropCode]) async -> ([PropertyIdentifier], unreadable: Int) {
        await session.withBusyBudget(Self.busyBudget) { await propertiesWithinBudget(codes) }
    }

    private func propertiesWithinBudget(_ codes: [DevicePropCode]) async -> ([PropertyIdentifier], unreadable: Int) {
        var known: [PropertyIdentifier] = []
        var (seen, unreadable, unanswered): (Set<DevicePropCode>, Int, Int) = ([], 0, 0)
        for code in codes.prefix(PropertyCatalog.propertyLimit) where seen.insert(code).inserted {
            if unanswered == Self.silenceLimit {
                unreadable += 1
                continue
            }
            switch await property(code) {
            case .success(let property): known.append(property)
            case .failure(.link): return (known, unreadable)
            case .failure(.refused(_, let response)) where response.code == .deviceBusy: postpone(code)
            // Bodies list properties of other models too (observed behaviour).
            case .failure(.refused(_, let response)) where response.code == .devicePropNotSupported: break
            case .failure(let error):
                unreadable += 1
                if case .timedOut = error { unanswered += 1 }
            }
        }
        return (known, unreadable)
    }

    /// The operations for a property whose code has more than 16 bits; nil for others.
    private func wide(_ code: DevicePropCode) -> StandardExtension.WidePropertyOperations? {
        code.isWide ? additions.wideProperties : nil
    }

    /// Plans the next request of a property that a busy camera has refused.
    private func postpone(_ code: DevicePropCode) {
        state.withLock { state in
            state.propertyRetry.add(code, at: time.now)
            _ = state.propertyRetry.failed(code, at: time.now)
        }
        scheduleRetry()
    }

    /// Requests the properties again that a busy camera has refused.
    func describePostponed() async {
        defer { scheduleRetry() }
        while let code = state.withLock({ $0.propertyRetry.due(at: time.now) }) {
            switch await property(code) {
            case .failure(.link): return
            case .failure(.refused(_, let response)) where response.code == .deviceBusy: return postpone(code)
            case .success(let property):
                state.withLock { $0.propertyRetry.remove(code) }
                report([property])
            case .failure: state.withLock { $0.propertyRetry.remove(code) }
            }
        }
    }

    private func description(_ code: DevicePropCode) async throws(SessionError) -> (DevicePropDesc, TransactionID) {
        let wide = wide(code)
        let operation = wide?.describe ?? .getDevicePropDesc
        let reply = try await session.receive(operation, [code.rawValue], limit: Self.descLimit)
        do throws(DatasetError) {
            let desc = wide == nil ? try DevicePropDesc(reply.bytes) : try WideDevicePropDesc(reply.bytes).desc
            return (desc, reply.response.transaction)
        } catch { throw .malformed(operation, error) }
    }

    /// Requests the description of a property, and stores it. Returns the property.
    func property(_ code: DevicePropCode) async -> Result<PropertyIdentifier, SessionError> {
        // Without properties of 32 bits, the upper half of an event's parameter has no meaning.
        let code = additions.wideProperties == nil ? DevicePropCode(rawValue: code.rawValue & 0xFFFF) : code
        do throws(SessionError) {
            let (desc, transaction) = try await description(code)
            // The description of another property would replace that property's description.
            guard desc.code == code else {
                return .failure(
                    .malformed(.getDevicePropDesc, DatasetError("DevicePropDesc.DevicePropertyCode", at: 0, .typeMismatch))
                )
            }
            guard let property = store([desc], from: transaction).first else {
                return .failure(.tooLarge(.getDevicePropDesc, limit: Self.descLimit))
            }
            return .success(property)
        } catch {
            return .failure(error)
        }
    }

    /// Stores descriptions, and returns their properties. Those without room are left out.
    func store(_ descs: [DevicePropDesc], from transaction: TransactionID) -> [PropertyIdentifier] {
        state.withLock { state in
            descs.compactMap { desc in
                state.catalog.hasRoom(for: desc) ? state.catalog.store(desc, from: transaction).identifier : nil
            }
        }
    }

    /// Returns the state of a property, as the camera last described it; nil if the camera does not have it.
    package func state(of identifier: PropertyIdentifier) -> PropertyState? { state.withLock { $0.catalog.state(identifier) } }

    /// Requests the value of a property of the standard's operations that is an integer of at most 64 bits.
    package func number(_ code: DevicePropCode) async throws(SessionError) -> UInt64 {
        let bytes = try await session.receive(.getDevicePropValue, [code.rawValue]).bytes
        guard (1...8).contains(bytes.count) else {
            throw .malformed(.getDevicePropValue, DatasetError("DevicePropValue", at: 0, .typeMismatch))
        }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a property again and reports it to the host.
    package func refresh(_ code: DevicePropCode) { pump.add(.property(code)) }

    // MARK: Changing

    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        let (code, data) = state.withLock { ($0.catalog.code(identifier), $0.catalog.encode(value, for: identifier)) }
        guard let code else { throw CameraError(.notSupported, "This camera has no such property.") }
        guard let data else { throw CameraError(.invalidValue, "The camera has no such value.") }
        try await send(data, to: code)
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        let (code, data) = state.withLock { ($0.catalog.code(identifier), $0.catalog.stepped(identifier, direction)) }
        guard let code else { throw CameraError(.notSupported, "This camera has no such property.") }
        guard let data else { throw CameraError(.invalidValue, "There is no further value in this direction.") }
        try await send(data, to: code)
    }

    package func setClock(_ date: CameraDate) async throws(CameraError) {
        // Without the time zone: cameras by the standard have none.
        guard let text = date.ptpText(includesZone: false) else {
            throw CameraError(.invalidArgument, "This date does not exist.")
        }
        try await send(.string(text), to: .dateTime)
    }

    func send(_ data: DataValue, to code: DevicePropCode) async throws(CameraError) {
        guard let bytes = try? data.encoded("DevicePropValue") else {
            throw CameraError(.invalidValue, "This value cannot be sent to a camera.")
        }
        try await perform(.setProperty) { session throws(SessionError) in
            _ = try await session.send(wide(code)?.write ?? .setDevicePropValue, [code.rawValue], bytes)
        }
        // Not every camera sends an event for a change that the initiator requested.
        pump.add(.property(code))
    }

    package func readClock() async throws(CameraError) -> CameraDate {
        let bytes = try await perform(.readClock) { session throws(SessionError) in
            try await session.receive(.getDevicePropValue, [DevicePropCode.dateTime.rawValue]).bytes
        }
        let span = bytes.span
        let text = unsafe (try? DataValue(span.bytes, type: .string, "DateTime"))?.string
        guard let date = text.flatMap({ CameraDate(ptp: $0) }) else {
            throw CameraError(.protocolFailure, "The camera's clock shows no date. Set it first.", operation: .readClock)
        }
        return date
    }
}
