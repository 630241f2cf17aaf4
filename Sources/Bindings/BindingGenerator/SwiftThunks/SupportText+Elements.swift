extension SupportText {
    /// The access to the elements of a collection, for libraries that have one.
    static let elements = #"""

        // MARK: Collections

        /// The element at a position, counted from 0.
        func element_at<Elements: Swift.Collection>(_ elements: Elements, _ position: Swift.Int) throws -> Elements.Element {
            guard position >= 0,
                let index = elements.index(elements.startIndex, offsetBy: position, limitedBy: elements.endIndex),
                index != elements.endIndex
            else { throw ForeignError(.invalidArgument, "there is no element \(position)") }
            return elements[index]
        }

        /// A position of a collection, if it has an element there.
        func position_in<Elements: Swift.Collection>(_ elements: Elements, _ position: Elements.Index) throws -> Elements.Index {
            guard position >= elements.startIndex, position < elements.endIndex else {
                throw ForeignError(.invalidArgument, "there is no element \(position)")
            }
            return position
        }

        """#

    /// The iterators over the elements of sequences, for libraries that have sequences that are no collections.
    static let iterators = #"""

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

        """#

    /// The presence of a value without content, for libraries that have `Void?`.
    static let presence = #"""

        // MARK: Values without content

        extension Swift.Bool {
            var presence: Swift.Void? { self ? () : nil }
        }

        extension Swift.Optional where Wrapped == Swift.Void {
            var isPresent: Swift.Bool { self != nil }
        }

        """#

    /// Texts for pointers to characters, for libraries with functions that take those.
    static let cText = #"""

        // MARK: Texts with a final zero

        extension Swift.String {
            var c_text: [Swift.Int8]? { utf8.contains(0) ? nil : utf8CString.map { Swift.Int8(truncatingIfNeeded: $0) } }
        }

        extension Swift.Array where Element == Swift.Int8 {
            var plain_text: Swift.String {
                Swift.String(decoding: prefix { $0 != 0 }.map { Swift.UInt8(bitPattern: $0) }, as: Swift.UTF8.self)
            }
        }

        """#

    /// The type that stands for any type with a raw value, for libraries with functions that accept all of these.
    static let rawNames = #"""

        // MARK: Types with a raw value

        public struct RawName<RawValue: Swift.Hashable>: Swift.RawRepresentable, Swift.Hashable {
            public var rawValue: RawValue
            public init(rawValue: RawValue) { self.rawValue = rawValue }
        }

        """#
}
