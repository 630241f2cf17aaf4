// swift-format-ignore-file

// MARK: JSON

extension Swift.Encodable {
    func textInJSON() throws -> Swift.String {
        let encoder = Foundation.JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Swift.String(decoding: try encoder.encode(self), as: Swift.UTF8.self)
    }
}

extension Swift.Decodable {
    static func valueOfJSON(_ text: Swift.String) throws -> Self {
        try Foundation.JSONDecoder().decode(Self.self, from: Foundation.Data(text.utf8))
    }
}

