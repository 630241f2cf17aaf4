// TXT records: for any contents, parsed entries can be written and parsed again unchanged.

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let record = TXTRecord(parsing: bytes)
    let again = TXTRecord(parsing: record.encoded)
    precondition(again.entries == record.entries, "a record is another when it is read again")
    for entry in record.entries { precondition(record[entry.key.uppercased()] == entry) }
    return 0
}
