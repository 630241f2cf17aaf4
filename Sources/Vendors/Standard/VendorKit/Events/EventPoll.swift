package import PTP

/// A vendor's operation that returns the events since its last call, as data.
package struct EventPoll<Record: Sendable>: Sendable {
    /// Operation that returns the records.
    package var code: OperationCode
    /// Parameters of the operation.
    package var parameters: Parameters
    /// Size of the largest reply that contains no record, in bytes. Larger ones are processed in a task, as their consequences take
    /// time.
    package var emptySize: Int
    /// Maximum size of a reply, in bytes.
    package var replyLimit: Int
    /// Pauses between two requests.
    package var pauses: PollRate.Limits
    /// Parses a reply. Returns the records before the first malformed one, and logs the failure.
    package var records: @Sendable ([UInt8]) -> [Record]

    /// Creates a poll.
    package init(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        emptySize: Int,
        replyLimit: Int = 4 << 20,
        pauses: PollRate.Limits = PollRate.Limits(),
        records: @escaping @Sendable ([UInt8]) -> [Record]
    ) {
        (self.code, self.parameters, self.emptySize, self.replyLimit) = (code, parameters, emptySize, replyLimit)
        (self.pauses, self.records) = (pauses, records)
    }
}
