package import BindingModel

extension DefaultValue {
    /// Reads the source of a default value.
    package init(source: String) { self.init(source, Constant(source: source)) }
}

extension DefaultValue.Constant {
    /// Reads a constant; `nil` if the source is none, or one that only Swift can evaluate.
    fileprivate init?(source: String) {
        switch source {
        case "nil": self = .null
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        case "[]": self = .emptyArray
        case "[:]": self = .emptyDictionary
        default:
            guard
                let constant = Self.readNumber(source) ?? Self.readText(source) ?? Self.readMember(source)
                    ?? Self.readInstance(source)
            else {
                return nil
            }
            self = constant
        }
    }

    private static func readNumber(_ source: String) -> Self? {
        let isNegative = source.hasPrefix("-")
        let digits = source.dropFirst(isNegative ? 1 : 0).filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return UInt64(digits.dropFirst(2), radix: radix).map { .integer(magnitude: $0, isNegative: isNegative) }
        }
        guard let first = digits.first, first.isASCII, first.isNumber else { return nil }
        if let magnitude = UInt64(digits) { return .integer(magnitude: magnitude, isNegative: isNegative) }
        if let value = Double(digits), value.isFinite { return .decimal((isNegative ? "-" : "") + digits) }
        return digits.allSatisfy { $0.isASCII && ($0.isNumber || " +-*/<>.".contains($0)) }
            ? .calculation((isNegative ? "-" : "") + digits) : nil
    }

    /// A string without escapes and interpolation.
    private static func readText(_ source: String) -> Self? {
        guard source.count >= 2, source.hasPrefix("\""), source.hasSuffix("\"") else { return nil }
        let text = source.dropFirst().dropLast()
        return text.contains { $0 == "\\" || $0 == "\"" || $0.isNewline } ? nil : .text(String(text))
    }

    /// `.automatic`, `.seconds(60 * 30)`
    private static func readMember(_ source: String) -> Self? {
        guard source.hasPrefix(".") else { return nil }
        let name = source.dropFirst()
        if name.isIdentifier { return .member(String(name)) }
        if name == "init()" { return .instance(of: nil) }
        if name.hasSuffix("()"), name.dropLast(2).isIdentifier { return .call(String(name.dropLast(2))) }
        for unit in DefaultValue.TimeUnit.allCases where name.hasPrefix("\(unit.rawValue)(") && name.hasSuffix(")") {
            return product(name.dropFirst(unit.rawValue.count + 1).dropLast()).map { .duration($0, unit) }
        }
        return nil
    }

    /// The product of the numbers in a text; `nil` if it is another calculation, or too large.
    private static func product(_ text: Substring) -> UInt64? {
        text.split(separator: "*", omittingEmptySubsequences: false).reduce(1) { product, factor in
            guard let product, let factor = UInt64(factor.filter { $0 != " " && $0 != "_" }) else { return nil }
            let (result, isTooLarge) = product.multipliedReportingOverflow(by: factor)
            return isTooLarge ? nil : result
        }
    }

    private static func readInstance(_ source: String) -> Self? {
        guard source.hasSuffix("()") else { return nil }
        let name = source.dropLast(2)
        return name.isIdentifier ? .instance(of: String(name)) : nil
    }
}

extension Substring {
    fileprivate var isIdentifier: Bool {
        guard let first, first.isLetter || first == "_" else { return false }
        return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
