import CameraModel
import PTPNikon
import Testing

/// Every bit with which a body refuses live view or a movie.
@Suite struct ProhibitionTests {
    private static let liveView: [Int: (CameraError.Code, String)] = [
        2: (.busy, "something else"), 4: (.needsPhysicalInteraction, "shutter button"),
        5: (.needsPhysicalInteraction, "minimum aperture"), 8: (.batteryLow, "battery"), 9: (.notAvailable, "light meter"),
        12: (.busy, "memory"), 14: (.cardError, "no card"), 15: (.busy, "taking a picture"), 17: (.notAvailable, "hot"),
        18: (.writeProtected, "protected"), 19: (.cardError, "cannot be used"), 20: (.cardError, "not formatted"),
        21: (.notAvailable, "bulb"), 22: (.notAvailable, "mirror"), 24: (.needsPhysicalInteraction, "retracted"),
        31: (.needsPhysicalInteraction, "mode dial"),
    ]
    private static let movies: [Int: (CameraError.Code, String)] = [
        0: (.cardError, "no card"), 1: (.cardError, "cannot be used"), 2: (.cardError, "not formatted"),
        3: (.writeProtected, "protected or full"), 10: (.recordingInProgress, "recording"), 13: (.notAvailable, "photos"),
        14: (.notAvailable, "movies from a computer"),
    ]

    @Test(arguments: 0..<32) func `a bit is an error with its reason, or with its number`(_ bit: Int) throws {
        for (operation, known) in [(CameraOperation.startLiveView, Self.liveView), (.startRecording, Self.movies)] {
            let error = try #require(Prohibitions(rawValue: 1 << bit).error(operation))
            #expect(error.operation == operation && error.response?.code == 1 << bit)
            if let (code, text) = known[bit] {
                #expect(error.code == code && error.message.contains(text), "\(bit): \(error)")
                #expect(!error.message.contains("unknown"))
            } else {
                #expect(error.code == .notAvailable && error.message.contains("reason \(bit),"), "\(bit): \(error)")
            }
        }
    }

    @Test func `all bits together are one error with every reason, that of the most specific first`() throws {
        for (operation, known) in [(CameraOperation.startLiveView, Self.liveView), (.startRecording, Self.movies)] {
            let error = try #require(Prohibitions(rawValue: .max).error(operation))
            for (_, text) in known.values { #expect(error.message.contains(text)) }
            for bit in 0..<32 where known[bit] == nil { #expect(error.message.contains("reason \(bit),")) }
            #expect(error.code == (operation == .startRecording ? .recordingInProgress : .busy))
        }
    }

    @Test func `the names of the bits are those of their reasons`() {
        let named: [(Prohibitions, Int, [Int: (CameraError.Code, String)])] = [
            (.lowBattery, 8, Self.liveView), (.pictureInMemory, 12, Self.liveView), (.noCard, 14, Self.liveView),
            (.shooting, 15, Self.liveView), (.temperature, 17, Self.liveView), (.cardProtected, 18, Self.liveView),
            (.movieNoCard, 0, Self.movies), (.movieCardProtected, 3, Self.movies), (.movieRecording, 10, Self.movies),
            (.moviePhotosSelected, 13, Self.movies), (.movieWithoutApplicationMode, 14, Self.movies),
        ]
        for (name, bit, known) in named { #expect(name.rawValue == 1 << bit && known[bit] != nil, "\(bit)") }
    }
}
