package import PTP

/// Width of the numbers in an object record.
package enum ObjectRecordForm: Hashable, Sendable, CaseIterable {
    /// 32-bit size.
    case short
    /// 64-bit size.
    case wide
    /// 64-bit size, and a name that may be long.
    case longName
}

/// An object that a body has added or changed: the records ObjectAddedEx (0xC181, 0xC1A7, 0xC1B6) and ObjectInfoChangedEx
/// (0xC187, 0xC1A8, 0xC1B7; observed behaviour).
///
/// Format, in bytes from the start of the record: handle at 8, storage at 0xC, format at 0x10 (UINT16), size at 0x1C, then
/// the parent, four bytes of unknown meaning, and the name in ASCII with a NUL.
package struct ObjectRecord: Hashable, Sendable {
    package var form: ObjectRecordForm
    package var handle: ObjectHandle
    package var storage: StorageID
    package var format: ObjectFormatCode
    /// Size in bytes.
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

/// An object in a body's memory that waits for its transfer: the record RequestObjectTransfer (0xC186, 0xC1A9, 0xC1B8;
/// observed behaviour). TransferComplete (0x9117) frees the memory.
///
/// Format, in bytes from the start of the record: handle at 8, format at 0xC (UINT16), size at 0x14, name at 0x1C in ASCII
/// with a NUL.
package struct TransferRecord: Hashable, Sendable {
    package var form: ObjectRecordForm
    package var handle: ObjectHandle
    package var format: ObjectFormatCode
    /// Size in bytes.
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
        // The 64-bit size also occupies the four bytes after the 32-bit size.
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
    /// Writes a size; one that exceeds 32 bits is written as 0xFFFFFFFF in the short form.
    fileprivate mutating func size(_ size: UInt64, _ form: ObjectRecordForm) {
        if form == .short { integer(UInt32(clamping: size)) } else { integer(size) }
    }
}
