import BindingModel
import BindingTexts

/// The parts of the thunks that do not depend on the library's declarations.
struct SupportText {
    private let placeholders: Placeholders
    private let usesFoundation: Bool

    init(_ library: LoweredLibrary, usesFoundation: Bool) {
        var placeholders = Placeholders(prefix: library.prefix)
        placeholders["the_fingerprint"] = "0x" + String(library.fingerprint, radix: 16)
        placeholders["the_null"] = usesFoundation ? "Foundation.NSNull()" : "Swift.Optional<Any>.none as Any"
        placeholders["the_bytes"] = usesFoundation ? "Foundation.Data(value)" : "value"
        placeholders["the_objects\n"] = usesFoundation ? RuntimeText.swiftFoundationObjects.template : ""
        (self.placeholders, self.usesFoundation) = (placeholders, usesFoundation)
    }

    /// The support that all thunks use.
    var common: String { filled(RuntimeText.swiftSupport) + "\n" }

    func text(_ text: RuntimeText) -> String { text.filled(placeholders) }

    private func filled(_ texts: [RuntimeText]) -> String { texts.map(text).joined(separator: "\n\n") }

    /// The text for a class of units, a function that makes a value of its parts, or a type of Foundation.
    static func foundationPart(_ name: String) -> String {
        switch name {
        case "make_date_interval": RuntimeText.swiftDateInterval.template
        case "make_date_components": RuntimeText.swiftDateComponents.template
        case "IndexSet": RuntimeText.swiftIndexSet.template
        default: units(name, AdaptedType.units[name] ?? [])
        }
    }

    /// The conversion of the units of a class to texts and back.
    private static func units(_ name: String, _ units: [String]) -> String {
        var placeholders = Placeholders()
        placeholders["the_table\n"] = units.map { "    (\"\($0)\", .\($0)),\n" }.joined()
        placeholders["the_variable"] = "u" + name.dropFirst()
        placeholders["the_class"] = name
        return RuntimeText.swiftUnits.filled(placeholders)
    }
}
