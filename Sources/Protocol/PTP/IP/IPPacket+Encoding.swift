extension IPPacket {
    /// Returns the encoded packet; for a packet with data only the header.
    ///
    /// - Throws: ``DatasetError`` for a name that has more than 39 UTF-16 units (CIPA DC-X005 § 2.3.1.1) or contains a NUL.
    public func encoded() throws(DatasetError) -> [UInt8] {
        var writer = DatasetWriter()
        try write(to: &writer)
        return writer.bytes
    }

    /// Appends the encoded packet; see ``encoded()``.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        switch self {
        case .initCommandRequest(let request):
            Self.head(&writer, .initCommandRequest, 20 + Self.nameBytes(request.name))
            writer.raw(request.initiator.bytes)
            try Self.name(&writer, request.name, "InitCommandRequest.FriendlyName")
            writer.integer(request.version)
        case .initCommandAck(let ack):
            Self.head(&writer, .initCommandAck, 24 + Self.nameBytes(ack.name))
            writer.integer(ack.connection)
            writer.raw(ack.responder.bytes)
            try Self.name(&writer, ack.name, "InitCommandAck.FriendlyName")
            writer.integer(ack.version)
        case .initEventRequest(let connection): Self.write(&writer, .initEventRequest, connection)
        case .initEventAck: Self.head(&writer, .initEventAck, 0)
        case .initFail(let reason): Self.write(&writer, .initFail, reason.rawValue)
        case .operationRequest(let request, let dataFollows):
            Self.head(&writer, .operationRequest, 10 + request.parameters.count * 4)
            // 1: no data, or data from the responder; 2: data from the initiator.
            writer.integer(UInt32(dataFollows ? 2 : 1))
            Self.message(&writer, request.code.rawValue, request.transaction, request.parameters)
        case .operationResponse(let response):
            Self.head(&writer, .operationResponse, 6 + response.parameters.count * 4)
            Self.message(&writer, response.code.rawValue, response.transaction, response.parameters)
        case .event(let event):
            Self.head(&writer, .event, 6 + event.parameters.count * 4)
            Self.message(&writer, event.code.rawValue, event.transaction, event.parameters)
        case .startData(let transaction, let totalBytes):
            Self.write(&writer, .startData, transaction.rawValue, bodyBytes: 12)
            writer.integer(totalBytes ?? .max)
        case .data(let transaction, let payloadBytes, let isLast):
            Self.write(&writer, isLast ? .endData : .data, transaction.rawValue, bodyBytes: 4 + payloadBytes)
        case .cancel(let transaction): Self.write(&writer, .cancel, transaction.rawValue)
        case .probeRequest: Self.head(&writer, .probeRequest, 0)
        case .probeResponse: Self.head(&writer, .probeResponse, 0)
        }
    }

    /// Writes a header and the number that follows it.
    private static func write(_ writer: inout DatasetWriter, _ kind: Kind, _ number: UInt32, bodyBytes: Int = 4) {
        head(&writer, kind, bodyBytes)
        writer.integer(number)
    }

    /// Writes the fields that requests, responses and events have in common.
    private static func message(
        _ writer: inout DatasetWriter,
        _ code: UInt16,
        _ transaction: TransactionID,
        _ parameters: Parameters
    ) {
        writer.integer(code)
        writer.integer(transaction.rawValue)
        parameters.write(to: &writer)
    }

    private static func head(_ writer: inout DatasetWriter, _ kind: Kind, _ bodyBytes: Int) {
        writer.integer(UInt32(clamping: 8 + bodyBytes))
        writer.integer(kind.rawValue)
    }

    private static func nameBytes(_ name: String) -> Int { (name.utf16.count + 1) * 2 }

    private static func name(_ writer: inout DatasetWriter, _ name: String, _ field: String) throws(DatasetError) {
        guard name.utf16.count <= 39, !name.utf16.contains(0) else {
            throw DatasetError(field, at: writer.bytes.count, .textNotEncodable(utf16Count: name.utf16.count))
        }
        for unit in name.utf16 { writer.integer(unit) }
        writer.integer(UInt16(0))
    }
}
