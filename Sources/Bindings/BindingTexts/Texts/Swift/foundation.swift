// swift-format-ignore-file

// MARK: Foundation

/// The first and the last number are Foundation's distant past and future; those next to them are dates out of range.
func take_date(_ nanoseconds: Int64) -> Foundation.Date {
    switch nanoseconds {
    case .min: Foundation.Date.distantPast
    case .max: Foundation.Date.distantFuture
    default: Foundation.Date(timeIntervalSince1970: Double(nanoseconds) / 1e9)
    }
}

func give_date(_ date: Foundation.Date) -> Int64 {
    if date == Foundation.Date.distantPast { return .min }
    if date == Foundation.Date.distantFuture { return .max }
    let number = (date.timeIntervalSince1970 * 1e9).rounded()
    return Int64(exactly: number) ?? (number < 0 ? .min + 1 : .max - 1)
}

extension Foundation.Decimal {
    /// Creates a number from a text that is one as a whole.
    init?(whole text: Swift.String) {
        guard text == "NaN" || Self.isWhole(text), let number = Foundation.Decimal(string: text) else { return nil }
        self = number
    }

    /// Whether a text has a sign, digits with a point, an exponent, and nothing else.
    private static func isWhole(_ text: Swift.String) -> Bool {
        var rest = Swift.Array(text.utf8)[...]
        func skipSign() { if rest.first == 43 || rest.first == 45 { rest = rest.dropFirst() } }
        func skipDigits() -> Int {
            let digits = rest.prefix { (48...57).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        skipSign()
        var count = skipDigits()
        if rest.first == 46 {
            rest = rest.dropFirst()
            count += skipDigits()
        }
        guard count > 0 else { return false }
        guard rest.first == 69 || rest.first == 101 else { return rest.isEmpty }
        rest = rest.dropFirst()
        skipSign()
        return skipDigits() > 0 && rest.isEmpty
    }
}

func take_uuid(_ uuid: the_prefix_uuid) -> Foundation.UUID { Foundation.UUID(uuid: uuid.bytes) }

func give_uuid(_ uuid: Foundation.UUID) -> the_prefix_uuid { the_prefix_uuid(bytes: uuid.uuid) }

func take_url(_ value: the_prefix_string) throws(Status) -> Foundation.URL {
    guard let url = Foundation.URL(string: try take_string(value)) else { throw .invalidArgument }
    return url
}

func give_url(_ url: Foundation.URL) -> the_prefix_string { give_string(url.absoluteString) }

func take_data(_ value: the_prefix_bytes) throws(Status) -> Foundation.Data { Foundation.Data(try take_buffer(value)) }

func give_data(_ value: Foundation.Data) -> the_prefix_bytes { value.withUnsafeBytes { copied($0) } }

