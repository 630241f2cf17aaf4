/// The words for operators in the names of functions.
enum OperatorWords {
    /// The operators that other languages have too.
    static let common = [
        "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder", "==": "equal", "<": "less",
        "!=": "not_equal", ">": "greater", "<=": "less_or_equal", ">=": "greater_or_equal", "&": "intersection",
        "|": "union_with", "^": "symmetric_difference", "!": "negated", "~": "inverted", "<<": "shifted_left",
        ">>": "shifted_right", "&&": "both", "||": "either",
    ]

    private static let others = [
        "&+": "add_wrapping", "&-": "subtract_wrapping", "&*": "multiply_wrapping", "&<<": "shifted_left_masking",
        "&>>": "shifted_right_masking", "~=": "matches", "===": "identical", "!==": "not_identical", "...": "closed_range",
        "..<": "half_open_range", "**": "power", "??": "or_default",
    ]

    private static let signs: [Character: String] = [
        "+": "plus", "-": "minus", "*": "star", "/": "slash", "%": "percent", "=": "equals", "<": "less", ">": "greater",
        "!": "not", "&": "and", "|": "or", "^": "caret", "~": "tilde", "?": "question", ".": "dot",
    ]

    /// The word for an operator: `add` of `+`, `add_assign` of `+=`; that of an unusual operator names its signs.
    static func word(for name: String) -> String {
        if let word = common[name] ?? others[name] { return word }
        if name.hasSuffix("="), let word = common[String(name.dropLast())] ?? others[String(name.dropLast())] {
            return word + "_assign"
        }
        let words = name.map { sign in
            signs[sign] ?? sign.unicodeScalars.map { "u" + String($0.value, radix: 16) }.joined(separator: "_")
        }
        return "operator_" + words.joined(separator: "_")
    }
}
