/// Something that operations send as their data, with fields in a fixed order.
public protocol Dataset: Hashable, Sendable {
    /// Reads the fields; what follows them is left.
    init(_ reader: inout DatasetReader) throws(DatasetError)

    /// Writes the fields.
    func write(to writer: inout DatasetWriter) throws(DatasetError)
}

extension Dataset {
    /// Reads a dataset that stands alone. Bytes after its last field are left alone: newer devices add fields.
    public init(_ bytes: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        try self.init(&reader)
    }

    /// Reads a dataset that stands alone.
    public init(_ bytes: [UInt8]) throws(DatasetError) {
        let span = bytes.span
        try unsafe self.init(span.bytes)
    }

    /// The dataset's bytes.
    public func encoded() throws(DatasetError) -> [UInt8] {
        var writer = DatasetWriter()
        try write(to: &writer)
        return writer.bytes
    }
}
