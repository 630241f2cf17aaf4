/// Properties of any number of objects: the data of GetObjectPropList, SetObjectPropList and SendObjectPropList
/// (MTP 1.1 § E.2.1).
public struct ObjectPropList: Dataset {
    /// One property of one object.
    public struct Element: Hashable, Sendable {
        /// Handle of the object.
        public var object: ObjectHandle
        /// Code of the property.
        public var code: ObjectPropCode
        /// Value of the property.
        public var value: DataValue

        /// Creates an element.
        public init(_ object: ObjectHandle, _ code: ObjectPropCode, _ value: DataValue) {
            self.object = object
            self.code = code
            self.value = value
        }
    }

    /// The properties.
    public var elements: [Element]

    /// Creates a list.
    public init(_ elements: [Element] = []) { self.elements = elements }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        // The smallest element has a value of one byte.
        let count = try reader.count("ObjectPropList.NumberOfElements", elementSize: 9)
        elements = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            let object = ObjectHandle(rawValue: try reader.integer("ObjectPropList.ObjectHandle"))
            let code: ObjectPropCode = try reader.code("ObjectPropList.PropertyCode")
            let type = DataType(rawValue: try reader.integer("ObjectPropList.DataType"))
            elements.append(Element(object, code, try DataValue(&reader, type: type, "ObjectPropList.Value")))
        }
    }

    /// Writes the dataset.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(UInt32(clamping: elements.count))
        for element in elements {
            writer.integer(element.object.rawValue)
            writer.code(element.code)
            writer.integer(element.value.type.rawValue)
            try element.value.write(to: &writer, "ObjectPropList.Value")
        }
    }
}
