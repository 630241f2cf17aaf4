package import BindingModel

// Relations between handle types, and handle types for sources and closures.

extension Registry {
    /// Numbers the handle types: subclasses follow their superclass, so that a range of numbers represents a class.
    package mutating func numberHandles() {
        var children: [TypeIdentifier: [Int]] = [:]
        var roots: [Int] = []
        for (index, handle) in handles.enumerated() {
            if case .object(let object)? = handle.declaration?.kind, let parent = object.superclass,
                handles.contains(where: { $0.declaration?.identifier == parent })
            {
                children[parent, default: []].append(index)
            } else {
                roots.append(index)
            }
        }
        var next = 1
        func number(_ index: Int, _ handles: inout [HandleType]) {
            handles[index].number = next
            next += 1
            if let identifier = handles[index].declaration?.identifier {
                for child in children[identifier] ?? [] { number(child, &handles) }
            }
            handles[index].span = next - 1 - handles[index].number
        }
        for root in roots { number(root, &handles) }
    }

    // MARK: Sources

    /// Adds a source type for streams of this C type, so that C code can make them.
    package mutating func needsSource(_ stream: String) {
        guard let handle = handle(stream), case .elementStream(let element, _) = handle.holder else { return }
        add(
            HandleType(
                c: "\(stream)_source",
                word: "\(handle.word)_source",
                swift: "StreamSource<\(element.swift)>",
                holder: .source(element: element)
            )
        )
    }

    // MARK: Closures

    /// A closure's type as Swift source, without `@escaping`.
    package mutating func swiftType(of closure: ClosureType) throws(LoweringError) -> String {
        var type = closure.isSendable ? "@Sendable " : ""
        if closure.isMainActor { type += "@MainActor " }
        var parameters: [String] = []
        for parameter in closure.parameters {
            if case .closure(let inner) = parameter.type {
                parameters.append((inner.isEscaping ? "@escaping " : "") + (try swiftType(of: inner)))
            } else if case .result(let value, let failure) = parameter.type {
                parameters.append(try swiftType(ofResult: value, failure))
            } else {
                parameters.append(try crossing(parameter.type).swift)
            }
        }
        type += "(\(parameters.joined(separator: ", "))) \(closure.isAsync ? "async " : "")"
        switch closure.failure {
        case .never: break
        case .untyped: type += "throws "
        case .typed(let identifier):
            guard let declaration = declarations[identifier] else { throw LoweringError("throws an error that is not generated") }
            type += "throws(\(declaration.spelling)) "
        }
        return type + "-> \(try crossing(closure.result).swift)"
    }

    /// The handle type of closures that the library returns, with a given name.
    package mutating func closureHandle(_ c: String, swift: String) -> HandleType {
        add(HandleType(c: c, word: String(c.dropFirst(prefix.count + 1)), swift: swift, holder: .value))
        return handle(c)!
    }
}
