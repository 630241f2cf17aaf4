extension SupportText {
    /// The conversions of Foundation's types, for libraries that use them.
    static func foundation(_ prefix: String) -> String {
        #"""

        // MARK: Foundation

        func take_date(_ nanoseconds: Int64) -> Foundation.Date { Foundation.Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) }

        func give_date(_ date: Foundation.Date) -> Int64 { Int64(exactly: (date.timeIntervalSince1970 * 1e9).rounded()) ?? (date.timeIntervalSince1970 < 0 ? .min : .max) }

        func take_uuid(_ uuid: @~_uuid) -> Foundation.UUID { Foundation.UUID(uuid: uuid.bytes) }

        func give_uuid(_ uuid: Foundation.UUID) -> @~_uuid { @~_uuid(bytes: uuid.uuid) }

        func take_url(_ value: @~_string) throws(Status) -> Foundation.URL {
            guard let url = Foundation.URL(string: try take_string(value)) else { throw .invalidArgument }
            return url
        }

        func give_url(_ url: Foundation.URL) -> @~_string { give_string(url.absoluteString) }

        func take_data(_ value: @~_bytes) throws(Status) -> Foundation.Data { Foundation.Data(try take_buffer(value)) }

        func give_data(_ value: Foundation.Data) -> @~_bytes { value.withUnsafeBytes { copied($0) } }

        """#.replacing("@~", with: prefix)
    }

    /// Values as texts in JSON, for libraries with types that are `Codable`.
    static let coding = #"""

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

        """#
}
