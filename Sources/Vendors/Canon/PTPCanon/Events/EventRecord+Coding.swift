import PTP

extension EventRecord {
    /// Parses a record in `bytes`. An invalid record is stored unchanged, with the error.
    init(_ block: Block, in bytes: RawSpan) {
        let record = bytes.extracting(block.body.lowerBound - Block.headSize..<block.body.upperBound)
        do throws(DatasetError) {
            self = try Self.read(block.type, record)
        } catch {
            self = .malformed(block.type, Self.body(of: record), error)
        }
    }

    private static func body(of record: RawSpan) -> [UInt8] {
        let body = record.extracting(droppingFirst: Block.headSize)
        return unsafe body.withUnsafeBytes { unsafe Array($0) }
    }

    /// Parses a record, which begins with its length field, so that offsets count from the start of the record.
    private static func read(_ number: UInt32, _ record: RawSpan) throws(DatasetError) -> EventRecord {
        guard let code = UInt16(exactly: number).map({ EventCode(rawValue: $0) }) else { return .other(number, body(of: record)) }
        var reader = DatasetReader(record)
        try reader.skip(Block.headSize, "Event.Head")
        switch code {
        case .eosPropValueChanged, .eosAvailListChanged:
            return try property(code, &reader) ?? .other(number, body(of: record))
        case .eosObjectAddedEx: return .objectAdded(try ObjectRecord(&reader, .short))
        case .eosObjectAddedEx64: return .objectAdded(try ObjectRecord(&reader, .wide))
        case .eosObjectAddedEx64LFN: return .objectAdded(try ObjectRecord(&reader, .longName))
        case .eosObjectInfoChangedEx: return .objectInfoChanged(try ObjectRecord(&reader, .short))
        case .eosObjectInfoChangedEx64: return .objectInfoChanged(try ObjectRecord(&reader, .wide))
        case .eosObjectInfoChangedEx64LFN: return .objectInfoChanged(try ObjectRecord(&reader, .longName))
        case .eosRequestObjectTransfer: return .transferRequested(try TransferRecord(&reader, .short))
        case .eosRequestObjectTransfer64: return .transferRequested(try TransferRecord(&reader, .wide))
        case .eosRequestObjectTransfer64LFN: return .transferRequested(try TransferRecord(&reader, .longName))
        case .eosOLCInfoChanged: return .olcInfoChanged(body(of: record))
        default: return try single(code, &reader) ?? .other(number, body(of: record))
        }
    }

    /// Parses a record about a property; returns nil for a property code of more than 16 bits.
    private static func property(_ code: EventCode, _ reader: inout DatasetReader) throws(DatasetError) -> EventRecord? {
        let property = DevicePropCode(rawValue: try reader.integer("Event.Property"))
        guard !property.isWide else { return nil }
        return code == .eosPropValueChanged
            ? .propertyChanged(property, try PropertyContent(&reader, of: property))
            : .offeredValuesChanged(property, try OfferedValues(&reader, of: property))
    }

    /// Parses a record that consists of one number; returns nil for other codes.
    private static func single(_ code: EventCode, _ reader: inout DatasetReader) throws(DatasetError) -> EventRecord? {
        switch code {
        case .eosObjectRemoved: .objectRemoved(ObjectHandle(rawValue: try reader.integer("ObjectRemoved.Handle")))
        case .eosStorageStatusChanged: .storageStatusChanged(try reader.storage())
        case .eosStorageInfoChanged: .storageInfoChanged(try reader.storage())
        case .eosStoreAdded: .storeAdded(try reader.storage())
        case .eosStoreRemoved: .storeRemoved(try reader.storage())
        case .eosCameraStatusChanged:
            .cameraStatusChanged(CameraStatus(rawValue: try reader.integer("CameraStatusChanged.Status")))
        case .eosWillSoonShutdown: .willSoonShutDown(seconds: try reader.integer("WillSoonShutdown.Seconds"))
        case .eosShutdownTimerUpdated: .shutdownTimerUpdated(seconds: try reader.integer("ShutdownTimerUpdated.Seconds"))
        case .eosBulbExposureTime: .bulbExposureTime(seconds: try reader.integer("BulbExposureTime.Seconds"))
        case .eosAfResult: .autoFocusResult(try reader.integer("AfResult.Result"))
        default: nil
        }
    }
}

extension DatasetReader {
    fileprivate mutating func storage() throws(DatasetError) -> StorageID {
        StorageID(rawValue: try integer("Event.Storage"))
    }
}

extension EventRecord {
    /// Writes the record without its length and code.
    ///
    /// - Throws: `DatasetError` for text that is not ASCII, and for too many focus points.
    func write(to writer: inout DatasetWriter) throws(DatasetError) {
        switch self {
        case .propertyChanged(let property, let content):
            writer.integer(property.rawValue)
            try content.write(to: &writer)
            // Padding would change a value of unknown format.
            if case .bytes = content {} else { writer.pad() }
        case .offeredValuesChanged(let property, let values):
            writer.integer(property.rawValue)
            try values.write(to: &writer)
        case .objectAdded(let object), .objectInfoChanged(let object):
            try object.write(to: &writer)
            writer.pad()
        case .transferRequested(let object):
            try object.write(to: &writer)
            writer.pad()
        case .objectRemoved(let handle): writer.integer(handle.rawValue)
        case .storageStatusChanged(let storage), .storageInfoChanged(let storage), .storeAdded(let storage),
            .storeRemoved(let storage):
            writer.integer(storage.rawValue)
        case .cameraStatusChanged(let status): writer.integer(status.rawValue)
        case .willSoonShutDown(let number), .shutdownTimerUpdated(let number), .bulbExposureTime(let number),
            .autoFocusResult(let number):
            writer.integer(number)
        case .olcInfoChanged(let bytes), .other(_, let bytes), .malformed(_, let bytes, _): writer.raw(bytes)
        }
    }
}
