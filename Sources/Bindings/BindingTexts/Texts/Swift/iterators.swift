// swift-format-ignore-file

// MARK: Sequences

/// The elements of a sequence, one after the other. A call fails while another one has not ended, which may call the program.
final class ElementIterator<Element>: Swift.Sequence, Swift.IteratorProtocol, @unchecked Swift.Sendable {
    // SAFETY: the box has a lock, and only one call at a time has its content.
    private let state: MutableBox<(() -> Element?)?>

    init<Elements: Swift.Sequence>(_ elements: Elements) where Elements.Element == Element {
        var iterator = elements.makeIterator()
        state = MutableBox({ iterator.next() })
    }

    func nextElement() throws -> Element? {
        let taken = state.with { advance in
            defer { advance = nil }
            return advance
        }
        guard let advance = taken else { throw ForeignError(.inUse, "another call for the next element has not ended") }
        let element = advance()
        state.with { $0 = advance }
        return element
    }

    func next() -> Element? { try? nextElement() }
}

extension Swift.Sequence {
    func makeElementIterator() -> ElementIterator<Element> { ElementIterator(self) }
    var elementIterator: ElementIterator<Element> { ElementIterator(self) }
}

