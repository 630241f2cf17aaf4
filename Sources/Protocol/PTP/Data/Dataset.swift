/// A structure with fields in a fixed order that operations transfer as data.
public protocol Dataset: Hashable, Sendable {
    /// Reads the fields; leaves the bytes after them.
    ///
    /// - Throws: ``DatasetError`` if the bytes are not a valid dataset.
    init(_ reader: inout DatasetReader) throws(DatasetError)

    /// Writes the fields.
    ///
    /// - Throws: ``DatasetError`` for a value that cannot be encoded.
    func write(to writer: inout DatasetWriter) throws(DatasetError)
}

extension Dataset {
    /// Parses a standalone dataset. Ignores bytes after its last field, because newer devices append fields.
    ///
    /// - Throws: ``DatasetError`` if the bytes are not a valid dataset.
    public init(_ bytes: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        try self.init(&reader)
    }

    /// Parses a standalone dataset. Ignores bytes after its last field.
    ///
    /// - Throws: ``DatasetError`` if the bytes are not a valid dataset.
    public init(_ bytes: [UInt8]) throws(DatasetError) {
        let span = bytes.span
        try unsafe self.init(span.bytes)
    }

    /// Returns the encoded dataset.
    ///
    /// - Throws: ``DatasetError`` for a value that cannot be encoded.
    public func encoded() throws(DatasetError) -> [UInt8] {
        var writer = DatasetWriter()
        try write(to: &writer)
        return writer.bytes
    }
}
