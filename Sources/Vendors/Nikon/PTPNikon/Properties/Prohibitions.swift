package import CameraModel

/// Reasons why a body does not start live view (0xD1A4) or a movie (0xD0A4), as bits (observed behaviour). Pure.
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

    private typealias Reason = (bit: Int, code: CameraError.Code, message: String)

    /// The bits of LiveViewProhibitCondition, the most specific first. Those of MovRecProhibitCondition are not known in full;
    /// the ones that are common to both are taken to be the same.
    private static let reasons: [Reason] = [
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

    /// Returns the error for what the bits prohibit, with all reasons; nil without any.
    package func error(_ operation: CameraOperation) -> CameraError? {
        guard rawValue != 0 else { return nil }
        let known = Self.reasons.filter { rawValue >> $0.bit & 1 == 1 }
        let unknown = (0..<32).filter { bit in rawValue >> bit & 1 == 1 && !Self.reasons.contains { $0.bit == bit } }
        let texts = known.map(\.message) + unknown.map { "of its reason \($0), whose meaning is unknown" }
        return CameraError(
            known.first?.code ?? .notAvailable,
            "The camera refuses because \(texts.joined(separator: ", and because ")).",
            operation: operation,
            response: CameraError.DeviceResponse(domain: "Nikon prohibition", code: rawValue)
        )
    }
}
