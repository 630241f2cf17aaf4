package import PTP

/// The data of GetEvent (0x90C7) and GetEventEx (0x941C; observed behaviour). Pure.
///
/// GetEvent has a UINT16 count, then for each event its code, UINT16, and one parameter, UINT32. GetEventEx has a UINT16 count and
/// two unused bytes, then for each event its code, UINT16, the number of its parameters, UINT16, and these, UINT32 each.
package struct NikonEvents: Hashable, Sendable {
    /// The events before the first malformed one.
    package private(set) var events: [Event] = []
    /// Reason why there are no further events; nil if all were parsed.
    package private(set) var failure: DatasetError?

    /// Parses data of GetEventEx (`isWide`) or of GetEvent. Ends with a result for any bytes. A count that exceeds the data
    /// allocates nothing.
    package init(_ bytes: [UInt8], isWide: Bool) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            let count = try reader.integer("Count", as: UInt16.self)
            if isWide { _ = try reader.integer("Unused", as: UInt16.self) }
            for _ in 0..<count { events.append(try Self.event(&reader, isWide: isWide)) }
        } catch { failure = error }
    }

    private static func event(_ reader: inout DatasetReader, isWide: Bool) throws(DatasetError) -> Event {
        let code = try reader.code("EventCode", as: EventCode.self)
        let start = reader.offset
        let count = isWide ? Int(try reader.integer("ParameterCount", as: UInt16.self)) : 1
        guard count <= Parameters.limit else {
            throw DatasetError("ParameterCount", at: start, .tooManyElements(count: count, limit: Parameters.limit))
        }
        var parameters: [UInt32] = []
        for _ in 0..<count { parameters.append(try reader.integer("Parameter", as: UInt32.self)) }
        return Event(code, Parameters(parameters))
    }

    /// Encodes events for GetEventEx (`isWide`) or for GetEvent, which has the first parameter only, 0 if there is none.
    package static func encoded(_ events: [Event], isWide: Bool) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt16(clamping: events.count))
        if isWide { writer.integer(UInt16(0)) }
        for event in events.prefix(Int(UInt16.max)) {
            writer.integer(event.code.rawValue)
            if isWide {
                writer.integer(UInt16(event.parameters.count))
                for index in 0..<event.parameters.count { writer.integer(event.parameters[index]) }
            } else {
                writer.integer(event.parameters[0])
            }
        }
        return writer.bytes
    }
}
