package import PTP

/// A reply to GetEvent (0x9116): records, then a terminator of eight bytes (observed behaviour).
///
/// Whatever the bytes, reading ends and has a result: the records that could be found, and why there are no more. A record that is wrong
/// only inside is one of them (``EventRecord/malformed(_:_:_:)``); those behind it are read. What is made is a small multiple of the
/// bytes.
package struct EventStream: Hashable, Sendable {
    /// In the order in which they came; what stood before a ``failure`` is here.
    package var records: [EventRecord]
    /// Why reading ended before a terminator: a length that cannot be, or none at all; the offset counts from the reply's start.
    /// Nil for a reply that is whole.
    package private(set) var failure: DatasetError?

    /// A reply with these records, to be written.
    package init(records: [EventRecord]) { self.records = records }

    /// Reads a reply. Bytes behind the terminator are passed over.
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

    /// Reads a reply.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        unsafe self.init(span.bytes)
    }

    /// The reply's bytes, with the terminator.
    ///
    /// - Throws: For text that is not ASCII, and for more points of focus than have room.
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
