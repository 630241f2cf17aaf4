import ArgumentParsing

/// The words that only `hotshoe` completes.
extension Completion {
    /// A camera selector: `sim`, `ptpip:…`, `usb:…`.
    static let cameras = Completion.named("cameras")
    /// The name of a camera property.
    static let properties = Completion.named("properties")
    /// The name of a camera property, followed by "=".
    static let settings = Completion.named("settings")
    /// The value of the property that is the word before.
    static let values = Completion.named("values")
    /// A command, or another topic of the help.
    static let helpTopics = Completion.named("help topics")
}

extension ValueType where Value == String {
    /// The value of a property. The command checks whether the camera has it.
    static var propertyValue: Self {
        ValueType(completion: .values, describe: { $0 }) { text throws(ValueProblem) in text }
    }

    /// The name of a property. The command checks whether the camera has it.
    static var property: Self { nonEmpty(.properties) }

    /// A topic of the help. The help command checks whether it exists.
    static var helpTopic: Self {
        ValueType(completion: .helpTopics, describe: { $0 }) { text throws(ValueProblem) in text }
    }
}
