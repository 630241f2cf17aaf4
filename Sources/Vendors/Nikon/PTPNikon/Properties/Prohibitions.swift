package import CameraModel

/// Reasons why a body does not start live view (LiveViewProhibitCondition 0xD1A4) or a movie (MovRecProhibitCondition 0xD0A4), as bits
/// whose meanings differ (observed behaviour). Pure.
package struct Prohibitions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let lowBattery = Prohibitions(rawValue: 1 << 8)
    /// A picture in the body's memory waits to be fetched.
    package static let pictureInMemory = Prohibitions(rawValue: 1 << 12)
    package static let noCard = Prohibitions(rawValue: 1 << 14)
    package static let shooting = Prohibitions(rawValue: 1 << 15)
    package static let temperature = Prohibitions(rawValue: 1 << 17)
    package static let cardProtected = Prohibitions(rawValue: 1 << 18)

    // Movies.
    package static let movieNoCard = Prohibitions(rawValue: 1 << 0)
    package static let movieCardProtected = Prohibitions(rawValue: 1 << 3)
    /// A movie is recorded.
    package static let movieRecording = Prohibitions(rawValue: 1 << 10)
    package static let moviePhotosSelected = Prohibitions(rawValue: 1 << 13)
    package static let movieWithoutApplicationMode = Prohibitions(rawValue: 1 << 14)

    private typealias Reason = (bit: Int, code: CameraError.Code, message: String)

    /// The bits of MovRecProhibitCondition, the most specific first; 0 to 3 concern the card, in an order that is assumed.
    private static let movieReasons: [Reason] = [
        (10, .recordingInProgress, "it is recording"), (0, .cardError, "it has no card"),
        (1, .cardError, "its card cannot be used"), (2, .cardError, "its card is not formatted"),
        (3, .writeProtected, "its card is protected or full"), (13, .notAvailable, "live view is set to photos"),
        (14, .notAvailable, "it does not accept movies from a computer now"),
    ]

    /// The bits of LiveViewProhibitCondition, the most specific first.
    private static let liveViewReasons: [Reason] = [
        (12, .busy, "a picture in its memory has not been fetched: fetch or decline it"),
        (14, .cardError, "it has no card"), (19, .cardError, "its card cannot be used"),
        (20, .cardError, "its card is not formatted"),
        (18, .writeProtected, "its card is protected"), (8, .batteryLow, "its battery is low"),
        (17, .notAvailable, "it is too hot: let it cool down"), (15, .busy, "it is taking a picture"),
        (4, .needsPhysicalInteraction, "its shutter button is pressed"), (24, .needsPhysicalInteraction, "its lens is retracted"),
        (5, .needsPhysicalInteraction, "its lens is not set to the minimum aperture"),
        (31, .needsPhysicalInteraction, "its mode dial is not at P, S, A or M"),
        (21, .notAvailable, "the shutter speed is bulb"), (22, .notAvailable, "its mirror is up"),
        (9, .notAvailable, "its light meter reports an error"), (2, .busy, "it is busy with something else"),
    ]

    /// Returns the error for what the bits prohibit, with all reasons; nil without any. They are those of movies for
    /// `startRecording`, otherwise those of live view.
    package func error(_ operation: CameraOperation) -> CameraError? {
        guard rawValue != 0 else { return nil }
        let reasons = operation == .startRecording ? Self.movieReasons : Self.liveViewReasons
        let known = reasons.filter { rawValue >> $0.bit & 1 == 1 }
        let unknown = (0..<32).filter { bit in rawValue >> bit & 1 == 1 && !reasons.contains { $0.bit == bit } }
        let texts = known.map(\.message) + unknown.map { "of its reason \($0), whose meaning is unknown" }
        return CameraError(
            known.first?.code ?? .notAvailable,
            "The camera refuses because \(texts.joined(separator: ", and because ")).",
            operation: operation,
            response: CameraError.DeviceResponse(domain: "Nikon prohibition", code: rawValue)
        )
    }
}
