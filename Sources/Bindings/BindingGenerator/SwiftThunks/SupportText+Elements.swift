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

    /// The type that stands for any type with a raw value, for libraries with functions that accept all of these.
    static let rawNames = #"""

        // MARK: Types with a raw value

        public struct RawName<RawValue: Swift.Hashable>: Swift.RawRepresentable, Swift.Hashable {
            public var rawValue: RawValue
            public init(rawValue: RawValue) { self.rawValue = rawValue }
        }

        """#
}
