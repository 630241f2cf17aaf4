import Exposure
import FoundationEssentials
import Testing

/// Values in files: encoded as their descriptions, and validated on decoding.
@Suite struct CodingTests {
    private func expectRoundTrip<Value: Codable & Equatable>(_ values: [Value], sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let data = try JSONEncoder().encode(values)
        #expect(try JSONDecoder().decode([Value].self, from: data) == values, sourceLocation: sourceLocation)
    }

    @Test func everyValueComesBack() throws {
        try expectRoundTrip(Aperture.world)
        try expectRoundTrip(ShutterSpeed.world)
        try expectRoundTrip(ISOSpeed.world)
        try expectRoundTrip(ExposureCompensation.world)
        try expectRoundTrip(StopsTests.world + StopsTests.extremes)
        try expectRoundTrip((-60...120).map { ExposureValue(Stops(sixths: $0)) })
        try expectRoundTrip((1...144).compactMap { NeutralDensityFilter(Stops(sixths: $0)) })
        try expectRoundTrip([
            ExposureTriangleTests.base, ExposureTriangle(aperture: .automatic, shutterSpeed: .bulb, iso: .automatic),
        ])
    }

    @Test func valuesAreWrittenAsTheyAreShown() throws {
        func json(_ value: some Encodable) throws -> String? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
            return String(data: try encoder.encode(value), encoding: .utf8)
        }
        #expect(try json(Aperture.f2_8) == #""f/2.8""#)
        #expect(try json(ShutterSpeed.s1_250) == #""1/250""#)
        #expect(try json(ISOSpeed.iso400) == #""ISO 400""#)
        #expect(try json(ExposureCompensation(Stops(thirds: 4))) == #""+1⅓""#)
        #expect(try json(Stops.zero) == #""0""#)
        #expect(try json(ExposureValue(Stops(whole: 12))) == #""EV 12""#)
        #expect(try json(NeutralDensityFilter(Stops(whole: 3))) == #""ND8""#)
        #expect(try json(ExposureTriangleTests.base) == #"{"aperture":"f/8","iso":"ISO 100","shutterSpeed":"1/250"}"#)
    }

    @Test(arguments: [
        "\"\"", "\"bogus\"", "\"1\\u00002\"", "\"nan\"", "\"1/0\"", "\"999999999999999999999\"", "8", "null", "[]", "{}",
        "true", "-0.0",
    ])
    func whatDoesNotParseIsADecodingError(json: String) {
        func check<Value: Decodable>(_: Value.Type) {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Value.self, from: Data(json.utf8)) }
        }
        check(Aperture.self)
        check(ShutterSpeed.self)
        check(ISOSpeed.self)
        check(ExposureCompensation.self)
        check(Stops.self)
        check(ExposureValue.self)
        check(NeutralDensityFilter.self)
        check(ExposureTriangle.self)
    }

    @Test func anErrorQuotesOnlyTheBeginningOfALongText() throws {
        let json = "\"" + String(repeating: "9", count: 100_000) + "\""
        let error = try #require(throws: DecodingError.self) { try JSONDecoder().decode(Aperture.self, from: Data(json.utf8)) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("not dataCorrupted: \(error)")
            return
        }
        #expect(context.debugDescription.utf8.count < 200)
    }
}
