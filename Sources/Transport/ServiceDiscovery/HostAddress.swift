/// An IPv4 or IPv6 address of a host.
public enum HostAddress: Sendable, Hashable {
    /// Four bytes in network order.
    case v4(UInt8, UInt8, UInt8, UInt8)
    /// Eight groups of 16 bits, in network order.
    ///
    /// `scope` is the interface of a link-local address (`sin6_scope_id`), and zero for any other.
    case v6(InlineGroups, scope: UInt32)

    /// The groups of an IPv6 address.
    public struct InlineGroups: Sendable, Hashable {
        /// The upper half.
        public let high: UInt64
        /// The lower half.
        public let low: UInt64

        /// Creates the groups from both halves, in the machine's byte order.
        public init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        subscript(index: Int) -> UInt16 {
            UInt16(truncatingIfNeeded: (index < 4 ? high : low) >> UInt64(16 * (3 - index % 4)))
        }
    }

    /// Parses the data of an A record: 4 bytes. Nil for another length, and for an address that no host can have: 0.0.0.0/8,
    /// multicast, and the reserved range above that, including broadcast.
    public init?(v4 data: [UInt8]) {
        guard data.count == 4, (1..<224).contains(data[0]) else { return nil }
        self = .v4(data[0], data[1], data[2], data[3])
    }

    /// Parses the data of an AAAA record: 16 bytes. Nil for another length, and for an address that no host can have: `::`,
    /// multicast.
    ///
    /// - Parameters:
    ///   - data: the bytes of the address in network order.
    ///   - interface: the interface that received the record; becomes the scope of a link-local address.
    public init?(v6 data: [UInt8], interface: UInt32) {
        guard data.count == 16, data[0] != 0xFF, data.contains(where: { $0 != 0 }) else { return nil }
        let halves = [data[..<8], data[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        let isLinkLocal = data[0] == 0xFE && data[1] & 0xC0 == 0x80
        self = .v6(InlineGroups(high: halves[0], low: halves[1]), scope: isLinkLocal ? interface : 0)
    }

    /// The bytes of the address in network order: 4 or 16.
    public var bytes: [UInt8] {
        switch self {
        case .v4(let first, let second, let third, let fourth): [first, second, third, fourth]
        case .v6(let groups, _): (0..<8).flatMap { [UInt8(groups[$0] >> 8), UInt8(truncatingIfNeeded: groups[$0])] }
        }
    }

    /// Whether the address is valid on one link only: 169.254.0.0/16, or fe80::/10.
    public var isLinkLocal: Bool {
        switch self {
        case .v4(let first, let second, _, _): first == 169 && second == 254
        case .v6(let groups, _): groups[0] & 0xFFC0 == 0xFE80
        }
    }
}

extension HostAddress: CustomStringConvertible {
    /// The address as text, such as `192.0.2.1` and, following RFC 5952, `2001:db8::1` or `fe80::1%3`.
    public var description: String {
        switch self {
        case .v4(let first, let second, let third, let fourth): "\(first).\(second).\(third).\(fourth)"
        case .v6(let groups, let scope): Self.text(of: groups) + (scope == 0 ? "" : "%\(scope)")
        }
    }

    private static func text(of groups: InlineGroups) -> String {
        func joined(_ range: Range<Int>) -> String {
            range.map { String(groups[$0], radix: 16) }.joined(separator: ":")
        }
        // The longest run of at least two zeros is written as "::"; the first one of two with the same length.
        var longest = 0..<0
        var start = 0
        for index in 0...8 where index == 8 || groups[index] != 0 {
            if index - start > max(longest.count, 1) { longest = start..<index }
            start = index + 1
        }
        return longest.isEmpty ? joined(0..<8) : joined(0..<longest.lowerBound) + "::" + joined(longest.upperBound..<8)
    }
}

extension HostAddress: Comparable {
    /// The order in which a service's addresses are listed: IPv4, IPv6, link-local IPv6; then by value.
    public static func < (left: HostAddress, right: HostAddress) -> Bool {
        (left.rank, left.value.high, left.value.low, left.scope) < (right.rank, right.value.high, right.value.low, right.scope)
    }

    private var rank: Int {
        switch self {
        case .v4: 0
        case .v6: isLinkLocal ? 2 : 1
        }
    }

    private var value: (high: UInt64, low: UInt64) {
        switch self {
        case .v4: (0, bytes.reduce(0) { $0 << 8 | UInt64($1) })
        case .v6(let groups, _): (groups.high, groups.low)
        }
    }

    private var scope: UInt32 {
        if case .v6(_, let scope) = self { scope } else { 0 }
    }
}
