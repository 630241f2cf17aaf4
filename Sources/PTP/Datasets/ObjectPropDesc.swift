/// A property that objects of a format have: the data of GetObjectPropDesc (MTP 1.1 § 5.3.2.3).
public struct ObjectPropDesc: Dataset {
    public var code: ObjectPropCode
    public var type: DataType
    public var isSettable: Bool
    public var defaultValue: DataValue
    /// Properties of one group are quick to fetch together; a device's own numbers.
    public var groupCode: UInt32
    public var form: PropForm

    public init(_ code: ObjectPropCode, isSettable: Bool, defaultValue: DataValue, groupCode: UInt32 = 0, form: PropForm = .none)
    {
        self.code = code
        type = defaultValue.type
        self.isSettable = isSettable
        self.defaultValue = defaultValue
        self.groupCode = groupCode
        self.form = form
    }

    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        code = try reader.code("ObjectPropDesc.PropertyCode")
        type = DataType(rawValue: try reader.integer("ObjectPropDesc.DataType"))
        isSettable = try reader.integer("ObjectPropDesc.GetSet", as: UInt8.self) != 0
        defaultValue = try DataValue(&reader, type: type, "ObjectPropDesc.DefaultValue")
        groupCode = try reader.integer("ObjectPropDesc.GroupCode")
        form = try PropForm(&reader, type: type, "ObjectPropDesc.Form")
    }

    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        guard defaultValue.type == type, form.fits(type) else {
            throw DatasetError("ObjectPropDesc.DefaultValue", at: writer.bytes.count, .typeMismatch)
        }
        writer.code(code)
        writer.integer(type.rawValue)
        writer.integer(UInt8(isSettable ? 1 : 0))
        try defaultValue.write(to: &writer, "ObjectPropDesc.DefaultValue")
        writer.integer(groupCode)
        try form.write(to: &writer, "ObjectPropDesc.Form")
    }
}
