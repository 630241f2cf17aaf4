import Exposure
import Wording

extension PropertyState {
    /// Converts text that a person wrote to a value of the property: by the camera's own label, else by its common meaning.
    ///
    /// - Throws: ``CameraError/Code/notAvailable`` where the property cannot be set now, ``CameraError/Code/invalidValue`` if
    ///   the text is not a value of the property, or not one that the camera accepts now; the message names the nearest ones.
    public func settableValue(for text: String) throws(CameraError) -> PropertyValue {
        guard settable.isSettable else { throw notSettable() }
        if settable.types.contains(.text) { return try settableValue(for: PropertyValue(text: text)) }
        let wanted = CommonValue.folded(text)
        if let match = settable.values.first(where: { CommonValue.folded($0.label) == wanted }) { return match }
        // A vendor's property has no kind, but a range has numbers.
        if settable.range != nil, identifier.kind == .opaque, let number = Int(text) {
            return try settableValue(for: PropertyValue(.integer(number)))
        }
        guard let common = CommonValue(text, for: identifier) else {
            throw invalid("Unknown value \"\(text.prefix(64))\".\(nearestLabel(to: text) ?? suggestion(for: nil))")
        }
        return try settableValue(for: PropertyValue(common))
    }

    /// Returns the camera's own value with the same meaning as `wanted`. Throws the same errors as
    /// ``settableValue(for:)-(String)``.
    public func settableValue(for wanted: PropertyValue) throws(CameraError) -> PropertyValue {
        guard settable.isSettable else { throw notSettable() }
        if let value = settable.resolve(wanted) { return value }
        if settable.types == .stepping { return wanted }
        throw invalid("The camera does not accept \(wanted.label) now.\(suggestion(for: wanted))")
    }

    private func notSettable() -> CameraError {
        CameraError(
            .notAvailable,
            identifier.category == .information
                ? "This is a reading, which cannot be set." : "The camera does not allow this to be set now.",
            operation: .setProperty,
            subject: identifier.description
        )
    }

    private func invalid(_ message: String) -> CameraError {
        CameraError(.invalidValue, message, operation: .setProperty, subject: identifier.description)
    }

    /// Returns the label that is most similar to a misspelt text, as a question; nil if none is similar.
    private func nearestLabel(to text: String) -> String? {
        let labels = settable.values.map(\.label)
        return NearestName.of(text.lowercased(), among: labels.map { $0.lowercased() }).flatMap { nearest in
            labels.first { $0.lowercased() == nearest }.map { " Did you mean \($0)?" }
        }
    }

    private func suggestion(for wanted: PropertyValue?) -> String {
        if let range = settable.range {
            return " It accepts \(range.minimum) to \(range.maximum) in steps of \(range.step)."
        }
        if let maximum = settable.maximumTextLength { return " It accepts a text of at most \(maximum) bytes." }
        let ranked = wanted?.common.map { common in
            settable.values.compactMap { value in value.common?.stops(from: common).map { (abs($0), value.label) } }
        }
        if let ranked, !ranked.isEmpty {
            let nearest = ranked.sorted { $0.0 < $1.0 }.prefix(2)
            return " The nearest values are \(nearest.map(\.1).listed(by: "and"))."
        }
        let labels = settable.values.prefix(12).map(\.label)
        let others = settable.values.count > labels.count ? " and others" : ""
        return labels.isEmpty ? "" : " It accepts \(labels.joined(separator: ", "))\(others)."
    }
}

extension CommonValue {
    /// Returns by how many stops this value is brighter than `other`; nil unless both are ordinary exposure values of one kind.
    public func stops(from other: CommonValue) -> Double? {
        switch (self, other) {
        case (.aperture(let new), .aperture(let old)): new.stops(from: old)?.doubleValue
        case (.shutterSpeed(let new), .shutterSpeed(let old)): new.stops(from: old)?.doubleValue
        case (.isoSpeed(let new), .isoSpeed(let old)): new.stops(from: old)?.doubleValue
        case (.exposureCompensation(let new), .exposureCompensation(let old)): new.stops(from: old)?.doubleValue
        default: nil
        }
    }
}
