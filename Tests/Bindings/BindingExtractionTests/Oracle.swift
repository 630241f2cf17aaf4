import BindingModel

/// Swift code that uses a library according to its model: it compiles only if the model is correct.
struct Oracle {
    let library: Library

    var source: String {
        var lines = (library.modules + library.imports).map { "import \($0)" }
        // A function in between, because the compiler rejects the assignment of a property to itself.
        lines.append("func same<Value>(_ value: Value) -> Value { value }")
        // The thunks declare the type of values that stand for `Any`, and iterators.
        let declared = library.types.filter { ![TypeDeclaration.anyValue, TypeDeclaration.iterator].contains($0.identifier.usr) }
        if declared.contains(where: { $0.spelling.hasPrefix("Dispatch.") }) { lines.append("import Dispatch") }
        for (index, type) in declared.enumerated() {
            if case .interface = type.kind {
                lines.append("func take\(index)(_ value: any \(type.spelling)) {}")
                continue
            }
            lines.append("func take\(index)(_ value: \(type.lent)) {}")
            lines += shape(of: type, index)
            for (number, property) in type.properties.enumerated() where property.indices.isEmpty {
                lines += uses(of: property, of: type, "\(index)_\(number)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A record is made from its fields; a switch over all cases needs no default.
    private func shape(of type: TypeDeclaration, _ index: Int) -> [String] {
        switch type.kind {
        // A function of the thunks makes it.
        case .record where type.maker != nil: return []
        case .record(let fields):
            let arguments = fields.map { ($0.label.map { "\($0): " } ?? "") + "value.`\($0.name)`" }.joined(separator: ", ")
            return ["func make\(index)(_ value: \(type.spelling)) -> \(type.spelling) { \(type.spelling)(\(arguments)) }"]
        case .enumeration(let cases): return [switching(type, index, cases.map { ".`\($0.name)`" })]
        case .variant(let cases, _):
            let patterns = cases.map { variant in
                let payload = variant.payload.map { ($0.label.map { "\($0): " } ?? "") + "_" }.joined(separator: ", ")
                return ".`\(variant.name)`" + (payload.isEmpty ? "" : "(\(payload))")
            }
            return [switching(type, index, patterns)]
        default: return []
        }
    }

    private func switching(_ type: TypeDeclaration, _ index: Int, _ patterns: [String]) -> String {
        let cases = patterns.enumerated().map { "case \($1): \($0)" }.joined(separator: "\n")
        return "func switch\(index)(_ value: \(type.lent)) -> Int { switch value {\n\(cases)\n} }"
    }

    private func uses(of property: PropertyDeclaration, of type: TypeDeclaration, _ name: String) -> [String] {
        let effects = property.effects
        let isolation = effects.isolation == .mainActor ? "@MainActor " : ""
        let waits = effects.isAsync || [.actor, .globalActor].contains(effects.isolation)
        let throwing = effects.failure != .never
        let base = (property.receiver == .none ? type.spelling : "value") + ".`\(property.name)`"
        let signature = (waits ? " async" : "") + (throwing ? " throws" : "")
        let use = (throwing ? "try " : "") + (waits ? "await " : "") + base
        let passed = property.receiver == .mutated ? "inout \(type.spelling)" : type.lent
        var lines = ["\(isolation)func get\(name)(_ value: \(passed))\(signature) { _ = \(use) }"]
        if property.isSettable {
            let changed = property.setterMutates ? "inout \(type.spelling)" : type.lent
            lines.append("\(isolation)func set\(name)(_ value: \(changed)) { \(base) = same(\(base)) }")
        }
        return lines
    }
}

extension TypeDeclaration {
    /// The type of a parameter that receives a value without changing it.
    fileprivate var lent: String { (isCopyable ? "" : "borrowing ") + spelling }
}
