import CameraReports
import JSONText
import PTP

/// Reads a camera report.
struct ReportReading {
    private let document: JSONValue

    init(_ bytes: [UInt8]) throws(RecordingError) {
        let span = bytes.span
        do throws(JSONError) { document = try JSONParser.parse(span) } catch { throw .malformed(error.description) }
        guard document["format"]?.string == ReportDocument.format else { throw .unknownKind }
        guard let version = document["version"]?.integer else { throw .malformed("it has no version") }
        if version > Int64(ReportDocument.version) { throw .newerVersion(version) }
    }

    func camera() throws(RecordingError) -> RecordedCamera {
        var camera = RecordedCamera(.report, DeviceInfo())
        if let vendor = number(document["link"]?["vendorID"], UInt16.self),
            let product = number(document["link"]?["productID"], UInt16.self)
        {
            camera.usb = (vendor, product)
        }
        camera.family = document["camera"]?["family"]?.string
        guard let entries = document["transcript"]?.array else { throw .malformed("it has no transcript") }
        guard entries.count <= RecordedCamera.Limits.entries else {
            throw .tooMany("transactions", limit: RecordedCamera.Limits.entries)
        }
        for (index, entry) in entries.enumerated() { camera.transcript.append(try self.entry(entry, index)) }
        camera.deriveFromTranscript()
        guard camera.deviceInfoBytes != nil else { throw .noCamera(.report) }
        return camera
    }

    private func entry(_ value: JSONValue, _ index: Int) throws(RecordingError) -> TranscriptEntry {
        let place = "entry \(index + 1) of the transcript"
        let time = try seconds(value["time"], place)
        let parameters = try parameters(value["parameters"], place)
        if let event = value["event"] {
            guard let code = number(event, UInt16.self) else { throw .malformed("\(place) has no valid event") }
            return TranscriptEntry(time, .event(Event(EventCode(rawValue: code), parameters)))
        }
        guard let code = number(value["operation"], UInt16.self) else { throw .malformed("\(place) has no valid operation") }
        let received = try bytes(value["received"], place)
        var exchange = RecordedExchange(
            OperationCode(rawValue: code),
            parameters,
            sent: try bytes(value["sent"], place),
            received: received,
            took: try seconds(value["took"], place),
            try outcome(value, place)
        )
        if let count = value["receivedBytes"]?.integer, count >= 0 { exchange.receivedCount = Int(clamping: count) }
        return TranscriptEntry(time, .exchange(exchange))
    }

    private func outcome(_ value: JSONValue, _ place: String) throws(RecordingError) -> RecordedExchange.Outcome {
        if let failure = value["failure"]?.string { return .failure(failure) }
        guard let code = number(value["response"], UInt16.self) else { throw .malformed("\(place) has no valid response") }
        return .response(ResponseCode(rawValue: code), try parameters(value["responseParameters"], place))
    }

    private func number<Number: FixedWidthInteger>(_ value: JSONValue?, _ type: Number.Type) -> Number? {
        value?.string.flatMap { Hexadecimal.number($0, as: type) }
    }

    private func parameters(_ value: JSONValue?, _ place: String) throws(RecordingError) -> Parameters {
        guard let value else { return [] }
        guard let numbers = value.array?.map({ number($0, UInt32.self) }), numbers.count <= Parameters.limit,
            numbers.allSatisfy({ $0 != nil })
        else { throw .malformed("\(place) has parameters that are not valid") }
        return Parameters(numbers.compactMap(\.self))
    }

    private func bytes(_ value: JSONValue?, _ place: String) throws(RecordingError) -> [UInt8]? {
        guard let value else { return nil }
        guard let bytes = value.string.flatMap(Hexadecimal.bytes) else {
            throw .malformed("\(place) has data that is not hexadecimal")
        }
        return bytes
    }

    /// A time of at most a day.
    private func seconds(_ value: JSONValue?, _ place: String) throws(RecordingError) -> Duration {
        guard let value else { return .zero }
        guard let number = value.number, number >= 0, number <= 86_400 else { throw .malformed("\(place) has no valid time") }
        return .microseconds(Int64(number * 1_000_000))
    }
}
