import CameraModel
package import JSONText

/// A value with a form in JSON from which it is restored exactly.
package protocol JSONForm {
    /// The form.
    var json: JSONValue { get }

    /// Restores the value; nil for JSON that is not of this form.
    init?(_ json: JSONValue)
}

// MARK: - Writing

extension JSONValue {
    /// An object with one member.
    static func member(_ name: String, _ value: JSONValue) -> JSONValue { .object([Member(name, value)]) }

    /// A list of values.
    static func list(_ values: some Sequence<some JSONForm>) -> JSONValue { .array(values.map(\.json)) }

    /// A list of values; nil for an empty one.
    static func listUnlessEmpty(_ values: some Collection<some JSONForm>) -> JSONValue? {
        values.isEmpty ? nil : list(values)
    }

    /// An integer of any width. One that does not fit into 64 bits with a sign is a text.
    static func unsigned(_ number: UInt64) -> JSONValue { Int64(exactly: number).map { .integer($0) } ?? .string(String(number)) }

    /// An integer.
    static func int(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    /// True; nil for false.
    static func ifTrue(_ flag: Bool) -> JSONValue? { flag ? .bool(true) : nil }

    /// A number; nil for none, and for one that is not finite.
    static func double(_ number: Double?) -> JSONValue? { number.flatMap { $0.isFinite ? .number($0) : nil } }

    /// A text; nil for none.
    static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}

// MARK: - Reading

extension JSONValue {
    /// The flag of a member; false if it is missing.
    func flag(_ name: String) -> Bool { self[name] == .bool(true) }

    /// The text of a member; nil if it is missing.
    func text(_ name: String) -> String? { self[name]?.string }

    /// The integer of a member; nil if it is missing.
    func int(_ name: String) -> Int? { self[name]?.integer.map(Int.init) }

    /// The number of a member, which is finite; nil if it is missing.
    func double(_ name: String) -> Double? { self[name]?.number }

    /// A number without a sign.
    var unsigned: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .string(let text): UInt64(text)
        default: nil
        }
    }

    /// The values of a member that is a list; empty if it is missing, nil if one of them is not valid.
    func values<Value: JSONForm>(_ name: String) -> [Value]? {
        guard let member = self[name] else { return [] }
        return member.forms()
    }

    /// The values of a list; nil if this is none, or if one of them is not valid.
    package func forms<Value: JSONForm>() -> [Value]? {
        guard let array else { return nil }
        var values: [Value] = []
        values.reserveCapacity(array.count)
        for element in array {
            guard let value = Value(element) else { return nil }
            values.append(value)
        }
        return values
    }

    /// The value of a member. The outer optional is nil if the member is not valid, the inner one if it is missing.
    func value<Value: JSONForm>(_ name: String) -> Value?? {
        guard let member = self[name], member != .null else { return .some(nil) }
        return Value(member).map { .some($0) }
    }

    /// The texts of a list; nil if this is none.
    var texts: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }
}

// MARK: - Geometry

extension PixelSize: JSONForm {
    /// Width and height.
    package var json: JSONValue { .array([.int(width), .int(height)]) }

    package init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 2, let width = parts[0].integer, let height = parts[1].integer,
            0...Self.limit ~= width, 0...Self.limit ~= height
        else { return nil }
        self.init(width: Int(width), height: Int(height))
    }

    /// Larger than any picture and any coordinate space.
    private static let limit: Int64 = 1 << 24
}

extension Rect: JSONForm {
    /// Position, width and height.
    package var json: JSONValue { .array([.finite(x), .finite(y), .finite(width), .finite(height)]) }

    package init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 4, let x = parts[0].number, let y = parts[1].number,
            let width = parts[2].number, let height = parts[3].number
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension JSONValue {
    /// A number; zero in place of one that is not finite.
    fileprivate static func finite(_ number: Double) -> JSONValue { .number(number.isFinite ? number : 0) }
}

extension CameraDate: JSONForm {
    /// The eight parts in their order; the offset may be missing.
    package var json: JSONValue {
        let parts = [year, month, day, hour, minute, second, millisecond] + (utcOffsetMinutes.map { [$0] } ?? [])
        return .array(parts.map { .int($0) })
    }

    package init?(_ json: JSONValue) {
        guard let parts = json.array?.compactMap(\.integer).map(Int.init), parts.count == 7 || parts.count == 8 else {
            return nil
        }
        self.init(
            year: parts[0],
            month: parts[1],
            day: parts[2],
            hour: parts[3],
            minute: parts[4],
            second: parts[5],
            millisecond: parts[6],
            utcOffsetMinutes: parts.count == 8 ? parts[7] : nil
        )
    }
}
