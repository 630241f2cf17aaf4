package import PTP

/// How wide the numbers of a record about an object are.
package enum ObjectRecordForm: Hashable, Sendable, CaseIterable {
    /// The size has 32 bits.
    case short
    /// The size has 64 bits.
    case wide
    /// As `wide`; the name may be a long one.
    case longName
}

/// An object that a body has made or changed: the records ObjectAddedEx (0xC181, 0xC1A7, 0xC1B6) and ObjectInfoChangedEx (0xC187, 0xC1A8,
/// 0xC1B7; observed behaviour).
///
/// On the wire, in bytes from the record's start: handle at 8, storage at 0xC, format at 0x10 (UINT16), size at 0x1C, then the parent, four
/// bytes that nobody explains, and the name: ASCII and a NUL.
package struct ObjectRecord: Hashable, Sendable {
    package var form: ObjectRecordForm
    package var handle: ObjectHandle
    package var storage: StorageID
    package var format: ObjectFormatCode
    /// In bytes.
    package var size: UInt64
    package var parent: ObjectHandle
    package var name: String

    package init(
        _ handle: ObjectHandle,
        storage: StorageID,
        format: ObjectFormatCode,
        size: UInt64,
        parent: ObjectHandle,
        name: String,
        form: ObjectRecordForm = .short
    ) {
        self.form = form
        self.handle = handle
        self.storage = storage
        self.format = format
        self.size = size
        self.parent = parent
        self.name = name
    }

    init(_ reader: inout DatasetReader, _ form: ObjectRecordForm) throws(DatasetError) {
        self.form = form
        handle = ObjectHandle(rawValue: try reader.integer("ObjectAdded.Handle"))
        storage = StorageID(rawValue: try reader.integer("ObjectAdded.Storage"))
        format = try reader.code("ObjectAdded.Format")
        try reader.skip(10, "ObjectAdded.Unexplained")
        size = try reader.size("ObjectAdded.Size", form)
        parent = ObjectHandle(rawValue: try reader.integer("ObjectAdded.Parent"))
        try reader.skip(4, "ObjectAdded.Unexplained")
        name = try reader.eosText("ObjectAdded.Name")
    }

    func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(handle.rawValue)
        writer.integer(storage.rawValue)
        writer.code(format)
        writer.zeros(10)
        writer.size(size, form)
        writer.integer(parent.rawValue)
        writer.zeros(4)
        try writer.eosText(name, "ObjectAdded.Name")
    }
}

/// An object that waits in a body's memory until the host has fetched it: the record RequestObjectTransfer (0xC186, 0xC1A9, 0xC1B8;
/// observed behaviour). TransferComplete (0x9117) lets it go.
///
/// On the wire, in bytes from the record's start: handle at 8, format at 0xC (UINT16), size at 0x14, name at 0x1C: ASCII and a NUL.
package struct TransferRecord: Hashable, Sendable {
    package var form: ObjectRecordForm
    package var handle: ObjectHandle
    package var format: ObjectFormatCode
    /// In bytes.
    package var size: UInt64
    package var name: String

    package init(
        _ handle: ObjectHandle,
        format: ObjectFormatCode,
        size: UInt64,
        name: String,
        form: ObjectRecordForm = .short
    ) {
        self.form = form
        self.handle = handle
        self.format = format
        self.size = size
        self.name = name
    }

    init(_ reader: inout DatasetReader, _ form: ObjectRecordForm) throws(DatasetError) {
        self.form = form
        handle = ObjectHandle(rawValue: try reader.integer("RequestObjectTransfer.Handle"))
        format = try reader.code("RequestObjectTransfer.Format")
        try reader.skip(6, "RequestObjectTransfer.Unexplained")
        size = try reader.size("RequestObjectTransfer.Size", form)
        // The wide size takes the place of what follows the other.
        if form == .short { try reader.skip(4, "RequestObjectTransfer.Unexplained") }
        name = try reader.eosText("RequestObjectTransfer.Name")
    }

    func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(handle.rawValue)
        writer.code(format)
        writer.zeros(6)
        writer.size(size, form)
        if form == .short { writer.zeros(4) }
        try writer.eosText(name, "RequestObjectTransfer.Name")
    }
}

extension DatasetReader {
    fileprivate mutating func size(_ field: String, _ form: ObjectRecordForm) throws(DatasetError) -> UInt64 {
        form == .short ? UInt64(try integer(field, as: UInt32.self)) : try integer(field)
    }
}

extension DatasetWriter {
    /// A size that is too large for 32 bits is written as all ones.
    fileprivate mutating func size(_ size: UInt64, _ form: ObjectRecordForm) {
        if form == .short { integer(UInt32(clamping: size)) } else { integer(size) }
    }
}
