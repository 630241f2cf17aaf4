import BindingModel

/// Default values as expressions of Rust.
struct RustLiterals {
    private let types: RustTypes

    init(_ types: RustTypes) { self.types = types }

    /// The expression for a default value; nil if there is none.
    func literal(_ value: DefaultValue, _ crossing: Crossing) -> String? {
        guard let constant = value.constant else { return nil }
        if case .null = constant { return crossing.isOptional ? "None" : nil }
        if crossing.isOptional, let wrapped = types.interface.wrapped(crossing) {
            return literal(value, wrapped).map { "Some(\($0))" }
        }
        switch (crossing.shape, constant) {
        case (.scalar, .boolean(let value)) where crossing.representation == .number(.bool): return value ? "true" : "false"
        case (.scalar, .integer(let magnitude, let isNegative)) where crossing.representation != .number(.bool):
            let isFraction = [.number(.float), .number(.double)].contains(crossing.representation)
            return "\(isNegative ? "-" : "")\(magnitude)\(isFraction ? ".0" : "")"
        case (.scalar, .decimal(let text)) where [.number(.float), .number(.double)].contains(crossing.representation):
            return text
        case (.text, .text(let text)): return "\"\(text)\".to_string()"
        case (.enumeration, .member):
            return types.interface.constant(value, of: crossing).map {
                "\(types.names.type(crossing.c))::\(RustNames.variant($0.chosenName))"
            }
        case (.duration, .duration(let count, let unit)):
            let function =
                switch unit {
                case .seconds: "from_secs"
                case .milliseconds: "from_millis"
                case .microseconds: "from_micros"
                case .nanoseconds: "from_nanos"
                }
            return "Duration::\(function)(\(count))"
        case (.bytes, .emptyArray): return "Vec::new()"
        case (.aggregate, .emptyArray), (.aggregate, .emptyDictionary): return "Default::default()"
        default: return nil
        }
    }
}
