public import PTP

// Operations that consist of others.

extension PTPSession {
    /// Performs an operation and returns the device's data, collected in memory.
    ///
    /// - Parameters:
    ///   - code: Operation code.
    ///   - parameters: Parameters of the operation.
    ///   - priority: Priority in the queue.
    ///   - limit: Maximum size of the data, in bytes; nil for ``Options/dataLimit``.
    ///   - timeout: Longest time without data or a response; nil for ``Options/transactionTimeout``.
    /// - Returns: The data, with the response, whose code is OK.
    /// - Throws: ``SessionError/tooLarge(_:limit:)`` if the data exceeds the limit; otherwise like
    ///   ``perform(_:_:_:priority:timeout:)``.
    public func receive(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        priority: TransactionPriority = .normal,
        limit: Int? = nil,
        timeout: Duration? = nil
    ) async throws(SessionError) -> ReceivedData {
        let limit = limit ?? options.dataLimit
        let collector = DataCollector(limit: limit)
        let response: OperationResponse
        do throws(SessionError) {
            response = try await perform(code, parameters, .receive(collector), priority: priority, timeout: timeout)
        } catch {
            // The collector cancelled the transaction because the data exceeded the limit.
            if case .cancelled = error, collector.bytes == nil { throw .tooLarge(code, limit: limit) }
            throw error
        }
        guard let bytes = collector.bytes else { throw .tooLarge(code, limit: limit) }
        return ReceivedData(bytes: bytes, response: response)
    }

    /// Performs an operation and parses the device's data as a dataset.
    ///
    /// - Throws: ``SessionError/malformed(_:_:)`` if the data is not the dataset; otherwise like
    ///   ``receive(_:_:priority:limit:timeout:)``.
    public func receive<Content: Dataset>(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        as type: Content.Type,
        priority: TransactionPriority = .normal,
        limit: Int? = nil,
        timeout: Duration? = nil
    ) async throws(SessionError) -> Content {
        let bytes = try await receive(code, parameters, priority: priority, limit: limit, timeout: timeout).bytes
        do throws(DatasetError) { return try Content(bytes) } catch { throw .malformed(code, error) }
    }

    /// Performs an operation that sends bytes to the device.
    @discardableResult
    public func send(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        _ bytes: [UInt8],
        priority: TransactionPriority = .normal,
        timeout: Duration? = nil
    ) async throws(SessionError) -> OperationResponse {
        try await perform(code, parameters, .send(ByteProvider(bytes)), priority: priority, timeout: timeout)
    }

    /// Opens the PTP session (OpenSession, 0x1002), unless this object has opened it before.
    ///
    /// A session that an earlier program left open is closed first, because its transaction IDs are unknown. If the device
    /// refuses that, the existing session is used, unless it refuses because of the transaction ID: then it would refuse all
    /// other operations, too.
    public func open() async throws(SessionError) {
        if isInSession { return }
        do throws(SessionError) {
            try await perform(.openSession, [1])
        } catch {
            guard case .refused(_, let response) = error, response.code == .sessionAlreadyOpened else { throw error }
            do throws(SessionError) { try await perform(.closeSession) } catch {
                if case .refused(_, let response) = error, response.code != .invalidTransactionID { return }
                throw error
            }
            try await perform(.openSession, [1])
        }
    }
}
