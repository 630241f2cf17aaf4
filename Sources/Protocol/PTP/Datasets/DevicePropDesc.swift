/// Description of a device property: the data of GetDevicePropDesc (ISO 15740 § 13.3.3).
public struct DevicePropDesc: Dataset {
    /// Code of the property.
    public var code: DevicePropCode
    /// Data type of its values.
    public var type: DataType
    /// Whether the property can be set.
    public var isSettable: Bool
    /// Value after a reset.
    public var factoryDefault: DataValue
    /// Current value.
    public var current: DataValue
    /// Allowed values, as received; they need not include the current value.
    public var form: PropForm

    /// Creates a description. Without a factory default, the current value is used.
    public init(_ code: DevicePropCode, isSettable: Bool, factoryDefault: DataValue? = nil, current: DataValue, form: PropForm) {
        self.code = code
        type = current.type
        self.isSettable = isSettable
        self.factoryDefault = factoryDefault ?? current
        self.current = current
        self.form = form
    }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        try self.init(&reader, code: try reader.code("DevicePropDesc.DevicePropertyCode"))
    }

    /// Reads the fields after the code.
    fileprivate init(_ reader: inout DatasetReader, code: DevicePropCode) throws(DatasetError) {
        self.code = code
        type = DataType(rawValue: try reader.integer("DevicePropDesc.DataType"))
        isSettable = try reader.integer("DevicePropDesc.GetSet", as: UInt8.self) != 0
        factoryDefault = try DataValue(&reader, type: type, "DevicePropDesc.FactoryDefaultValue")
        current = try DataValue(&reader, type: type, "DevicePropDesc.CurrentValue")
        form = try PropForm(&reader, type: type, "DevicePropDesc.Form")
    }

    /// Writes the dataset.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        guard !code.isWide else {
            throw DatasetError(
                "DevicePropDesc.DevicePropertyCode",
                at: writer.bytes.count,
                .unexpectedNumber(UInt64(code.rawValue))
            )
        }
        writer.code(code)
        try writeRest(to: &writer)
    }

    /// Writes the fields after the code.
    fileprivate func writeRest(to writer: inout DatasetWriter) throws(DatasetError) {
        guard current.type == type, factoryDefault.type == type, form.fits(type) else {
            throw DatasetError("DevicePropDesc.CurrentValue", at: writer.bytes.count, .typeMismatch)
        }
        writer.integer(type.rawValue)
        writer.integer(UInt8(isSettable ? 1 : 0))
        try factoryDefault.write(to: &writer, "DevicePropDesc.FactoryDefaultValue")
        try current.write(to: &writer, "DevicePropDesc.CurrentValue")
        try form.write(to: &writer, "DevicePropDesc.Form")
    }
}

/// Description of a device property whose code has 32 bits, the data of vendors' operations in place of GetDevicePropDesc (observed
/// behaviour of Nikon Z bodies). All other fields are the standard's.
public struct WideDevicePropDesc: Dataset {
    /// The description.
    public var desc: DevicePropDesc

    /// Creates a dataset.
    public init(_ desc: DevicePropDesc) { self.desc = desc }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        let code = DevicePropCode(rawValue: try reader.integer("DevicePropDesc.DevicePropertyCode"))
        desc = try DevicePropDesc(&reader, code: code)
    }

    /// Writes the dataset.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(desc.code.rawValue)
        try desc.writeRest(to: &writer)
    }
}
