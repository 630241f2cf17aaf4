import ArgumentParsing
import CameraModel
import CameraRecords

/// A property that a command sets, and the value as a person writes it.
struct SettingChange: Sendable {
    let name: PropertyName
    let text: String

    /// Parses "iso=400".
    init(_ text: String) throws(ValueProblem) {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
            throw ValueProblem(message: "is not PROPERTY=VALUE, such as iso=400")
        }
        do throws(CommandFailure) { name = try PropertyName(String(text[..<sign])) } catch {
            throw ValueProblem(message: "is not accepted. \(error.message ?? "")")
        }
        self.text = String(text[text.index(after: sign)...])
    }

    init(name: PropertyName, text: String) { (self.name, self.text) = (name, text) }

    /// Sets the property and waits until the camera reports the value; with `isWaiting` false only until the camera has accepted it.
    ///
    /// - Throws: the failure if the camera does not have the property, or does not allow it to be set now; the library's error if it
    ///   does not accept the value, or reports another one.
    func apply(to camera: Camera, _ context: CommandContext, isWaiting: Bool = true) async throws -> SettingRecord {
        let property = try name.property(of: camera)
        let old = property.value?.label
        let completion: Property.Completion =
            isWaiting ? .reflected(timeout: context.timeout ?? DefaultTimeout.setting) : .accepted
        // Checked first, for an error message that names the exposure modes in which the property can be set.
        try await property.settle()
        guard property.settable.isSettable else {
            throw SettingAdvice.failure(property)
        }
        // `hotshoe get` shows an empty text as a dash.
        let isEmptied = text == "–" && property.settable.types.contains(.text)
        let wanted = try await property.settableValue(for: isEmptied ? "" : text)
        // Longer than the time limit for reflecting the value, because the library's error includes the value that the camera shows
        // instead.
        let limit = (context.timeout ?? DefaultTimeout.answer) + (context.timeout ?? DefaultTimeout.setting)
        try await TimeLimit.run(limit, property.identifier.description) { try await property.set(wanted, until: completion) }
        let new = isWaiting ? property.value ?? wanted : wanted
        return SettingRecord(property, old: old, new: new)
    }
}

extension SettingRecord {
    /// "aperture  f/5.6 → f/2.8"
    var line: StyledText {
        let change: StyledText = old.map { $0 == value ? "" : "\($0) → " } ?? ""
        return "\(vendorName ?? property)  \(change)\(value, .bold)"
    }
}

extension ValueType where Value == SettingChange {
    /// A property and a value, "iso=400".
    static var settingChange: Self {
        ValueType(completion: .settings, describe: \.text) { text throws(ValueProblem) in try SettingChange(text) }
    }
}
