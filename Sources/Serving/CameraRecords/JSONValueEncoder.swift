package import JSONText

extension JSONValue {
    /// The value of JSON that an encodable value describes, without Foundation.
    ///
    /// Numbers that JSON lacks become the texts "NaN", "Infinity" and "-Infinity"; the members of objects are in the order of their names.
    package init(encoding value: some Encodable) throws { self = try EncodedSlot.encode(value, path: []) }
}

/// The place of one value that is being encoded. **Single-owner.**
private final class EncodedSlot {
    private enum Content {
        case nothing
        case value(JSONValue)
        case array([EncodedSlot])
        case object([String: EncodedSlot])
    }

    private var content = Content.nothing

    static func encode(_ value: some Encodable, path: [any CodingKey]) throws -> JSONValue {
        let slot = EncodedSlot()
        try value.encode(to: SlotEncoder(slot: slot, codingPath: path))
        return slot.value
    }

    /// The encoded value; a value that encodes nothing is an empty object.
    var value: JSONValue {
        switch content {
        case .nothing: .object([])
        case .value(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.value) })
        }
    }

    func set(_ value: JSONValue) { content = .value(value) }

    func becomeObject() { if case .object = content {} else { content = .object([:]) } }

    func becomeArray() { if case .array = content {} else { content = .array([]) } }

    func member(_ name: String) -> EncodedSlot {
        let slot = EncodedSlot()
        if case .object(var members) = content {
            members[name] = slot
            content = .object(members)
        }
        return slot
    }

    func element() -> EncodedSlot {
        let slot = EncodedSlot()
        if case .array(var elements) = content {
            content = .nothing
            elements.append(slot)
            content = .array(elements)
        }
        return slot
    }

    var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

    /// Sets any encodable value.
    func set(_ value: some Encodable, _ path: [any CodingKey]) throws {
        if let known = Self.known(value) { return set(known) }
        try value.encode(to: SlotEncoder(slot: self, codingPath: path))
    }

    private static func known(_ value: any Encodable) -> JSONValue? {
        switch value {
        case let value as Bool: .bool(value)
        case let value as String: .string(value)
        case let value as Double: number(value)
        case let value as Float: number(Double(value))
        case let value as any BinaryInteger: Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
        default: nil
        }
    }

    private static func number(_ value: Double) -> JSONValue {
        if value.isNaN { return .string("NaN") }
        if value.isInfinite { return .string(value > 0 ? "Infinity" : "-Infinity") }
        return .number(value)
    }
}

private struct SlotEncoder: Encoder, SingleValueEncodingContainer {
    let slot: EncodedSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.becomeObject()
        return KeyedEncodingContainer(SlotMembers<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.becomeArray()
        return SlotElements(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { slot.set(.null) }
    func encode(_ value: some Encodable) throws { try slot.set(value, codingPath) }
}

private struct SlotMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: EncodedSlot
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).set(.null) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try slot.member(key.stringValue).set(value, codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { SlotEncoder(slot: slot.member("super"), codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder {
        SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct SlotElements: UnkeyedEncodingContainer {
    let slot: EncodedSlot
    let codingPath: [any CodingKey]
    var count: Int { slot.count }

    func encodeNil() { slot.element().set(.null) }
    func encode(_ value: some Encodable) throws { try slot.element().set(value, codingPath) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        SlotEncoder(slot: slot.element(), codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        SlotEncoder(slot: slot.element(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { SlotEncoder(slot: slot.element(), codingPath: codingPath) }
}
