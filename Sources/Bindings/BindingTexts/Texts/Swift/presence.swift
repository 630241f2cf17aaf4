// swift-format-ignore-file

// MARK: Values without content

extension Swift.Bool {
    var presence: Swift.Void? { self ? () : nil }
}

extension Swift.Optional where Wrapped == Swift.Void {
    var isPresent: Swift.Bool { self != nil }
}

