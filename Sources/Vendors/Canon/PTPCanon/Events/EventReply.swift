package import PTP

/// A reply to GetEvent (0x9116): records, then a terminator of eight bytes (observed behaviour).
///
/// Parsing ends with a result for any bytes: the records found, and the reason if there are no more. A record that is only
/// invalid inside is stored as ``EventRecord/malformed(_:_:_:)``, and the records after it are parsed. The memory used is a
/// small multiple of the bytes.
package struct EventReply: Hashable, Sendable {
    /// Records in the order of the reply; with a ``failure``, those before it.
    package var records: [EventRecord]
    /// Reason why parsing ended before a terminator: an invalid or missing length; the offset counts from the start of the
    /// reply. Nil for a complete reply.
    package private(set) var failure: DatasetError?

    /// Creates a reply with records, for encoding.
    package init(records: [EventRecord]) { self.records = records }

    /// Parses a reply. Bytes after the terminator are ignored.
    package init(_ bytes: RawSpan) {
        records = []
        var blocks = BlockReader(bytes)
        do throws(DatasetError) {
            while let block = try blocks.next("Event.Length") {
                if block.type == 0, block.body.isEmpty { return }
                records.append(EventRecord(block, in: bytes))
            }
            let missing = UInt64(Block.headSize)
            failure = DatasetError("Event.Terminator", at: bytes.byteCount, .endsEarly(neededBytes: missing, presentBytes: 0))
        } catch {
            failure = error
        }
    }

    /// Parses a reply.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        unsafe self.init(span.bytes)
    }

    /// The encoded reply, with the terminator.
    ///
    /// - Throws: `DatasetError` for text that is not ASCII, and for too many focus points.
    package func encoded() throws(DatasetError) -> [UInt8] {
        var blocks = BlockWriter()
        for record in records {
            var body = DatasetWriter()
            try record.write(to: &body)
            blocks.append(record.number, body.bytes)
        }
        blocks.append(0, [])
        return blocks.bytes
    }
}
