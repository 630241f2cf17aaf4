// swift-format-ignore-file

// MARK: Texts with a final zero

extension Swift.String {
    var c_text: [Swift.Int8]? { utf8.contains(0) ? nil : utf8CString.map { Swift.Int8(truncatingIfNeeded: $0) } }
}

extension Swift.Array where Element == Swift.Int8 {
    var plain_text: Swift.String {
        Swift.String(decoding: prefix { $0 != 0 }.map { Swift.UInt8(bitPattern: $0) }, as: Swift.UTF8.self)
    }
}

