// swift-format-ignore-file

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

