/// Parameters of a request, response or event: up to five 32-bit numbers (ISO 15740 § 9.3).
public struct Parameters: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Maximum number of parameters.
    public static let limit = 5

    // Not a SIMD vector: one that is kept over an `await` has a larger alignment than the memory of a task, and is written
    // beyond its end (observed with Swift 6.3.1).
    private var numbers: InlineArray<5, UInt32> = .init(repeating: 0)
    /// Number of parameters.
    public private(set) var count = 0

    /// Creates empty parameters.
    public init() {}

    /// Creates parameters from the first five numbers.
    public init(_ numbers: some Sequence<UInt32>) {
        for number in numbers.prefix(Self.limit) { append(number) }
    }

    /// Creates parameters from a literal; ignores elements after the fifth.
    public init(arrayLiteral elements: UInt32...) { self.init(elements) }

    /// 0.
    public var startIndex: Int { 0 }
    /// Number of parameters.
    public var endIndex: Int { count }

    /// The parameter at an index from 0 to 4; 0 if it is absent, as the standard defines for omitted parameters.
    public subscript(index: Int) -> UInt32 { (0..<count).contains(index) ? numbers[index] : 0 }

    /// Parameters are equal if their number and values are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.indices.allSatisfy { left.numbers[$0] == right.numbers[$0] }
    }

    /// Hashes number and values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for index in indices { hasher.combine(numbers[index]) }
    }

    /// Appends a number; ignores a sixth one.
    mutating func append(_ number: UInt32) {
        guard count < Self.limit else { return }
        numbers[count] = number
        count += 1
    }

    /// Reads up to five of the remaining numbers; ignores an incomplete one.
    init(_ reader: inout DatasetReader) {
        while count < Self.limit, reader.remaining >= 4, let number = try? reader.integer("Parameter", as: UInt32.self) {
            append(number)
        }
    }

    func write(to writer: inout DatasetWriter) {
        for number in self { writer.integer(number) }
    }

    /// Text such as "(0x00000001, 0x0000000A)".
    public var description: String { "(" + map { hexadecimal($0) }.joined(separator: ", ") + ")" }
}
