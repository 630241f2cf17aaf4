import BindingModel

/// Types whose values cannot be copied. A program holds a value by a handle, lends it to calls, and gives it away to those that
/// consume it.
extension LibraryBuilder {
    /// Whether values of a type of the library can be copied: those of a generic struct or enum only with such arguments.
    func isCopyable(_ identifier: TypeIdentifier) -> Bool {
        guard table.facts[identifier.usr]?.isCopyable != false else { return false }
        let isValue = ["struct", "enum"].contains(table.symbols[identifier.usr]?.kind)
        return !isValue || !identifier.arguments.contains(where: isUncopied)
    }

    /// Whether a type is one whose values cannot be copied, or an optional of it.
    func isUncopied(_ type: BindingType) -> Bool {
        switch type {
        case .named(let identifier): !isCopyable(identifier)
        case .optional(let wrapped): isUncopied(wrapped)
        default: false
        }
    }

    /// The type, unless it cannot be copied and the place requires that.
    func permitted(_ type: BindingType, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        guard isUncopied(type), !place.contains(.uncopied) else { return type }
        throw Unrepresentable("`\(word(for: type))` cannot be copied: only a parameter or a result of a function can be one")
    }

    /// Throws if a call would have to keep a value that cannot be copied until it ends.
    func checkUncopied(_ function: Function, _ owner: TypeIdentifier?) throws(Unrepresentable) {
        guard function.effects.mustBeAwaited else { return }
        let types = [function.result] + function.parameters.map(\.type)
        let isChanged = function.receiver == .mutated || function.receiver == .consumed
        let changed = isChanged ? owner.map { BindingType.named($0) } : nil
        if (types + [changed].compactMap(\.self)).contains(where: isUncopied) {
            throw Unrepresentable("an asynchronous function that takes, changes or returns a value that cannot be copied")
        }
    }
}
