/// The key and value pairs that a service announces (RFC 6763 §6), in their order.
///
/// Parsing accepts any bytes and never fails; encoding produces only what the RFC allows. A value type.
public struct TXTRecord: Sendable, Hashable {
    /// Maximum size in bytes of a record that is parsed or encoded: what fits into one multicast packet (RFC 6762 §17), with a
    /// margin.
    public static let maximumSize = 8900

    /// One pair.
    public struct Entry: Sendable, Hashable {
        /// Printable ASCII without "=", in its original case; keys are compared without case (RFC 6763 §6.4).
        public let key: String
        /// Any bytes; nil for a key without "=", which is different from an empty value.
        public let value: [UInt8]?
    }

    /// The pairs, with unique keys.
    public private(set) var entries: [Entry] = []

    /// Whether the parsed bytes ended inside a string, or exceeded ``maximumSize``.
    public private(set) var isTruncated = false

    /// Creates a record without pairs.
    public init() {}

    /// Parses a record in wire format: strings, each preceded by its length in one byte.
    ///
    /// Skips what the RFC requires to be skipped: empty strings, strings without a key or with a key that is not printable
    /// ASCII, and repeated keys. An incomplete last string is omitted.
    public init(parsing bytes: [UInt8]) {
        var seen: Set<[UInt8]> = []
        let end = min(bytes.count, Self.maximumSize)
        isTruncated = bytes.count > end
        var position = 0
        while position < end {
            let start = position + 1
            position = start + Int(bytes[start - 1])
            guard position <= end else {
                isTruncated = true
                return
            }
            guard let entry = Entry(parsing: bytes[start..<position]), seen.insert(entry.foldedKey).inserted else { continue }
            entries.append(entry)
        }
    }

    /// Creates a record to announce.
    ///
    /// **Errors**: an invalid key, a duplicate key, a pair of more than 255 bytes, or more than ``maximumSize`` in total.
    public init(_ pairs: [(key: String, value: [UInt8]?)]) throws(TXTRecordError) {
        var seen: Set<[UInt8]> = []
        var size = 0
        for (key, value) in pairs {
            guard Entry.isValid(key: key.utf8) else { throw .invalidKey(key) }
            let entry = Entry(key: key, value: value)
            guard seen.insert(entry.foldedKey).inserted else { throw .duplicateKey(key) }
            guard entry.size <= 255 else { throw .entryTooLong(key, size: entry.size) }
            size += 1 + entry.size
            entries.append(entry)
        }
        guard size <= Self.maximumSize else { throw .recordTooLong(size: size) }
    }

    /// As ``init(_:)`` with text values, which are announced in UTF-8.
    public init(texts: KeyValuePairs<String, String>) throws(TXTRecordError) {
        try self.init(texts.map { ($0.key, Array($0.value.utf8)) })
    }

    /// The pair of a key; ignores case.
    public subscript(key: String) -> Entry? {
        let folded = key.utf8.map(lowercased)
        return entries.first { $0.foldedKey == folded }
    }

    /// Returns a key's value as text; nil if there is none, or it is not UTF-8.
    public func text(_ key: String) -> String? {
        self[key]?.value.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The record in wire format; one empty string if there are no pairs (RFC 6763 §6.1).
    public var encoded: [UInt8] {
        if entries.isEmpty { return [0] }
        var bytes: [UInt8] = []
        for entry in entries {
            bytes.append(UInt8(entry.size))
            bytes += entry.key.utf8
            if let value = entry.value { bytes += [UInt8(ascii: "=")] + value }
        }
        return bytes
    }
}

/// Error in the pairs of a TXT record.
public enum TXTRecordError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key is empty, or not printable ASCII without "=".
    case invalidKey(String)
    /// The key is used twice; keys are compared without case.
    case duplicateKey(String)
    /// Key, "=" and value are longer than 255 bytes.
    case entryTooLong(String, size: Int)
    /// The record is larger than ``TXTRecord/maximumSize``.
    case recordTooLong(size: Int)

    /// The error as a clause of a sentence.
    public var description: String {
        switch self {
        case .invalidKey(let key): "\(key.debugDescription) cannot be a TXT key: it must be printable ASCII without '='"
        case .duplicateKey(let key): "the TXT key \(key.debugDescription) is there twice"
        case .entryTooLong(let key, let size):
            "the TXT pair of \(key.debugDescription) has \(size) bytes; at most 255 are allowed"
        case .recordTooLong(let size): "the TXT record has \(size) bytes; at most \(TXTRecord.maximumSize) are allowed"
        }
    }
}

extension TXTRecord.Entry {
    /// Parses a string; nil if it must be skipped.
    fileprivate init?(parsing string: ArraySlice<UInt8>) {
        let separator = string.firstIndex(of: UInt8(ascii: "="))
        let key = string[..<(separator ?? string.endIndex)]
        guard Self.isValid(key: key) else { return nil }
        self.key = String(decoding: key, as: UTF8.self)
        value = separator.map { Array(string[($0 + 1)...]) }
    }

    fileprivate static func isValid(key: some Collection<UInt8>) -> Bool {
        !key.isEmpty && key.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }

    /// Form in which keys are compared.
    fileprivate var foldedKey: [UInt8] { key.utf8.map(lowercased) }

    /// Size in bytes, without the length byte.
    fileprivate var size: Int { key.utf8.count + (value.map { 1 + $0.count } ?? 0) }
}

/// Lower case of an ASCII letter; any other byte stays unchanged.
private func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
