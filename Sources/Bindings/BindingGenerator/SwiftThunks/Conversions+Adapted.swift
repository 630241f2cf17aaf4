import BindingModel

extension ConversionEmitter {
    /// Writes the conversions of a type that a simpler type represents.
    mutating func adaptation(_ crossing: Crossing, from base: Crossing) {
        guard let adapted = crossing.adapted else { return }
        let throwing = crossing.canBeRefused ? " throws(Status)" : ""
        writer.gap()
        writer.block("func take_\(crossing.word)(_ value: \(crossing.imported))\(throwing) -> \(crossing.swift) {") { writer in
            let made = adapted.made(from: Conversion.valueFromC(base, "value"))
            if adapted.isFailable {
                writer.line("guard let made = \(base.canBeRefused ? "try " : "")\(made) else { throw .invalidArgument }")
                writer.line("return made")
            } else {
                writer.line((base.canBeRefused ? "try " : "") + made)
            }
        }
        writer.gap()
        writer.block("func give_\(crossing.word)(_ value: \(crossing.swift)) -> \(crossing.imported) {") { writer in
            let read = adapted.property.map { "value.\($0)" } ?? "\(base.swift)(value)"
            writer.line(Conversion.toC(base, read))
        }
    }

    /// Writes the statements that make a collection from the elements of a C array.
    static func adapt(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        let element: Crossing
        switch aggregate.content {
        case .array(let part), .set(let part): element = part
        default: return
        }
        let elements = elements(element, converts: true)
        if let adapted = crossing.adapted, adapted.isFailable {
            writer.line("guard let made = \(adapted.made(from: elements)) else { throw .invalidArgument }")
            return writer.line("return made")
        }
        writer.line(crossing.adapted?.isHidden == true ? elements : "\(crossing.swift)(\(elements))")
    }
}

extension AdaptedType {
    /// The expression of the value for an expression of the base type.
    func made(from value: String) -> String {
        if let getter { return "\(value).\(getter)" }
        return "\(spelling)(\(label.map { "\($0): " } ?? "")\(value))"
    }
}
