import BindingModel

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
                swiftType: .generic("StreamSource", [element.swiftType]),
                holder: .source(element: element, stream: handle.name)
            )
        )
    }

    // MARK: Closures

    /// The conversion of an optional closure, for that of the closure: none is a null handle.
    mutating func optionalClosure(_ closure: Crossing) throws(LoweringError) -> Crossing {
        try optional(.optional(closure.type), closure)
    }

    /// The handle type of closures that the library returns, with a given name.
    package mutating func closureHandle(_ c: String, _ swiftType: SwiftType, isLent: Bool) throws(LoweringError) -> HandleType {
        guard c.utf8.count <= Self.longestName else { throw LoweringError("has closures that are nested too deeply") }
        let handle = HandleType(
            c: c,
            word: typeName(c).word,
            swiftType: swiftType,
            holder: isLent ? .uniqueValue : .value
        )
        if let reason = refusal(of: handle.crossing) { throw LoweringError(reason) }
        add(handle)
        return handle
    }

    /// Maximum length of the name of a closure's type, to which each enclosing closure contributes.
    private static let longestName = 400
}
