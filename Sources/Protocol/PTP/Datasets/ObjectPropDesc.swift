/// Description of an object property for a format: the data of GetObjectPropDesc (MTP 1.1 § 5.3.2.3).
public struct ObjectPropDesc: Dataset {
    /// Code of the property.
    public var code: ObjectPropCode
    /// Data type of its values.
    public var type: DataType
    /// Whether the property can be set.
    public var isSettable: Bool
    /// Default value.
    public var defaultValue: DataValue
    /// Group of properties that are quick to fetch together; the device assigns the numbers.
    public var groupCode: UInt32
    /// Allowed values.
    public var form: PropForm

    /// Creates a description.
    public init(_ code: ObjectPropCode, isSettable: Bool, defaultValue: DataValue, groupCode: UInt32 = 0, form: PropForm = .none)
    {
        self.code = code
        type = defaultValue.type
        self.isSettable = isSettable
        self.defaultValue = defaultValue
        self.groupCode = groupCode
        self.form = form
    }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        code = try reader.code("ObjectPropDesc.PropertyCode")
        type = DataType(rawValue: try reader.integer("ObjectPropDesc.DataType"))
        isSettable = try reader.integer("ObjectPropDesc.GetSet", as: UInt8.self) != 0
        defaultValue = try DataValue(&reader, type: type, "ObjectPropDesc.DefaultValue")
        groupCode = try reader.integer("ObjectPropDesc.GroupCode")
        form = try PropForm(&reader, type: type, "ObjectPropDesc.Form")
    }

    /// Writes the dataset.
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
