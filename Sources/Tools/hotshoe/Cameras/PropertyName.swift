import HotShoe
import CameraModel
import Wording

/// The name of a property, as a person writes it: one of those that all cameras share, such as `white-balance`, a vendor's code
/// (`vendor-0xD1D0`), or the name that the vendor has given it (`Artist`, `FilmSimulation` for `color-tone`).
struct PropertyName: Sendable {
    private let text: String
    /// The property that the text means with every camera; nil for a vendor's name.
    private let known: PropertyIdentifier?

    /// Checks a name without a camera.
    ///
    /// - Throws: the failure with the nearest names if no camera can have such a property.
    init(_ text: String) throws(CommandFailure) {
        self.text = text
        known = PropertyIdentifier(text) ?? Self.beforeVendorName(in: text)
        if known == nil, !Self.isOfVendor(text) { throw Self.unknown(text, among: PropertyIdentifier.known.map(\.description)) }
    }

    /// The command categories that setting the property requires.
    var commandCategories: CommandCategories {
        switch known {
        case .videoFormat, .videoISOSpeed, .videoShutterSpeed, .videoAperture, .videoExposureCompensation: .videoRecording
        default: .stillsShooting
        }
    }

    /// Returns the property of a camera.
    ///
    /// - Throws: the failure if the camera does not have it.
    func property(of camera: Camera) throws(CommandFailure) -> Property {
        let all = camera.knownProperties
        guard !all.isEmpty else { throw Self.nothingDescribed }
        if let known {
            guard all.contains(known) else {
                throw CommandFailure(.value, text, "This camera has no such property. `hotshoe get` lists those it has.")
            }
            return camera.property(known)
        }
        let wanted = Self.folded(text)
        let named = all.first { identifier in
            Self.names(identifier, camera.property(identifier).state.vendorName).contains { Self.folded($0) == wanted }
        }
        if named == nil, let other = Self.otherNames[wanted]?.first(where: all.contains) { return camera.property(other) }
        guard let named else {
            throw Self.unknown(text, among: all.flatMap { Self.names($0, camera.property($0).state.vendorName) })
        }
        return camera.property(named)
    }

    /// The failure for a camera of which no property is known.
    static let nothingDescribed = CommandFailure(
        .unavailable,
        nil,
        "The camera has described none of its properties. If it is busy, try again; `hotshoe doctor` examines it."
    )

    // MARK: Names

    /// The names of a property. Some vendors' numbers have two, with a slash between.
    private static func names(_ identifier: PropertyIdentifier, _ vendorName: String?) -> [String] {
        guard let vendorName else { return [identifier.description] }
        return [vendorName] + vendorName.split(separator: "/").map(String.init)
    }

    /// The property of a line of `hotshoe get` with both names, "vendor-0xD1D9 AEB".
    private static func beforeVendorName(in text: String) -> PropertyIdentifier? {
        guard let space = text.firstIndex(of: " "), case .vendor(let code)? = PropertyIdentifier(String(text[..<space])) else {
            return nil
        }
        return .vendor(code: code)
    }

    private static let vendors = Set(VendorPropertyNames.all.flatMap { names(.vendor(code: 0), $0) }.map(folded))

    /// The properties of the camera model that vendors call differently, by the vendors' names: `picture-style` is `color-tone`.
    private static let otherNames = Dictionary(
        grouping: VendorPropertyNames.ofCameraModel.flatMap { entry in
            names(entry.property, entry.name).map { (folded($0), entry.property) }
        },
        by: \.0
    )
    .mapValues { $0.map(\.1) }

    private static func isOfVendor(_ text: String) -> Bool { vendors.contains(folded(text)) }

    /// Letters and digits in lower case.
    private static func folded(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map(Character.init))
            .lowercased()
    }

    private static func unknown(_ text: String, among names: [String]) -> CommandFailure {
        let letters = names.map { $0.lowercased() }
        let near = NearestName.several(of: text.lowercased(), among: letters).compactMap { nearest in
            letters.firstIndex(of: nearest).map { names[$0] }
        }
        let advice = near.isEmpty ? "`hotshoe get` lists them." : "Did you mean \(near.listed(by: "or"))?"
        return CommandFailure(.value, nil, "Unknown property \(Excerpt.quoted(text)). \(advice)")
    }
}
