extension LoweredParameter {
    /// The documentation for a C program.
    package var remarked: String { ([documentation] + remarks.map(\.text)).filter { !$0.isEmpty }.joined(separator: " ") }
}

extension LoweredParameter.Remark {
    fileprivate var text: String {
        switch self {
        case .consumed: "Consumed: the handle is invalid after the call, also if that fails with an error."
        case .nullIsNone: "Null: none."
        case .nullIsDefault(let value?): "Null: the default, \(value)."
        case .nullIsDefault(nil): "Null: the default."
        case .argumentsAreBorrowed: "Its arguments are borrowed for the duration of the call."
        case .mayBeNull: "May be null."
        }
    }
}

extension LoweredFunction {
    /// The documentation for a C program, which calls the functions that belong together.
    package var completeSummary: [String] {
        purpose == .start ? summary + ["", "Returns immediately; see `\(name)_result` and `\(name)_wait`."] : summary
    }
}
