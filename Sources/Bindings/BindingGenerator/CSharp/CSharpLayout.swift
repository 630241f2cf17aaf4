import BindingModel

/// The layout of C types on systems with 64 bits.
///
/// A union is a structure of words in C#, which runtimes pass by value as C compilers pass the union; mono cannot pass a structure whose
/// fields overlap.
struct CSharpLayout {
    /// The size and alignment in bytes, and the numbers in the structure with their places.
    struct Layout {
        var size = 0
        var alignment = 1
        var numbers: [(offset: Int, size: Int, isFraction: Bool)] = []

        /// Adds a member at the next place that its alignment permits.
        mutating func append(_ member: Layout) {
            let offset = Self.rounded(size, to: member.alignment)
            numbers += member.numbers.map { ($0.offset + offset, $0.size, $0.isFraction) }
            size = offset + member.size
            alignment = max(alignment, member.alignment)
        }

        /// Completes a structure.
        mutating func end() { size = Self.rounded(max(size, 1), to: alignment) }

        static func rounded(_ size: Int, to alignment: Int) -> Int { (size + alignment - 1) / alignment * alignment }
    }

    private let aggregates: [String: Aggregate.Content]
    private let types: CSharpTypes

    init(_ types: CSharpTypes) {
        self.types = types
        let own = types.library.aggregates.filter { !$0.sharesStructure }
        aggregates = Dictionary(
            own.compactMap { aggregate in aggregate.crossing.representation.name.map { ($0, aggregate.content) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func number(_ size: Int, isFraction: Bool = false) -> Layout {
        Layout(size: size, alignment: size, numbers: [(0, size, isFraction)])
    }

    private func layout(_ type: CType) -> Layout {
        switch type {
        case .number(.bool), .number(.int8), .number(.uint8), .character: Self.number(1)
        case .number(.int16), .number(.uint16): Self.number(2)
        case .number(.int), .number(.int32), .number(.uint32), .enumeration: Self.number(4)
        case .number(.float): Self.number(4, isFraction: true)
        case .number(.double): Self.number(8, isFraction: true)
        case .number(.int64), .number(.uint64), .number(.size), .pointer, .function, .opaque, .void: Self.number(8)
        case .structure(let name): structure(name)
        }
    }

    private func structure(_ name: String) -> Layout {
        if types.isHandle(name) { return Self.number(8) }
        switch aggregates[name] {
        case .optional(let wrapped)?: return sequence([.number(.bool), wrapped.representation])
        case .tuple(let fields)?, .record(_, let fields)?: return sequence(fields.map(\.crossing.representation))
        case .range(let bound, _)?: return sequence([bound.representation, bound.representation])
        case .variant(_, let cases)?:
            var layout = Self.number(4)
            layout.append(union(cases))
            layout.end()
            return layout
        case .array?, .set?, .map?: return sequence([.number(.uint64), .number(.uint64)])
        case nil:
            let isIdentifier = types.local(name) == "uuid"
            return sequence(isIdentifier ? Array(repeating: .number(.uint8), count: 16) : [.number(.uint64), .number(.uint64)])
        }
    }

    private func sequence(_ types: [CType]) -> Layout {
        var layout = Layout()
        for type in types { layout.append(self.layout(type)) }
        layout.end()
        return layout
    }

    /// The payloads of the cases, in one place.
    private func union(_ cases: [AggregateCase]) -> Layout {
        var union = Layout()
        for each in cases where !each.payload.isEmpty {
            let layout = sequence(each.payload.map(\.crossing.representation))
            union.numbers += layout.numbers
            union.size = max(union.size, layout.size)
            union.alignment = max(union.alignment, layout.alignment)
        }
        union.end()
        return union
    }

    /// The types of the words of the union of a variant: a fraction where the register for the word is one for fractions.
    func words(_ cases: [AggregateCase]) -> [CType.Number] {
        let union = union(cases)
        let word = union.alignment
        // The union follows the number of the case.
        let start = Layout.rounded(4, to: word)
        return (0..<union.size / word).map { index in
            let register = (start + index * word) / 8
            let isFraction =
                word >= 4 && register > 0
                && union.numbers.allSatisfy { number in
                    number.isFraction || (start + number.offset) / 8 > register
                        || (start + number.offset + number.size - 1) / 8 < register
                }
            switch word {
            case 1: return .uint8
            case 2: return .uint16
            case 4: return isFraction ? .float : .uint32
            default: return isFraction ? .double : .uint64
            }
        }
    }
}
