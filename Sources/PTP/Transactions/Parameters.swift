/// The parameters of a request, response or event: up to five numbers of 32 bits (ISO 15740 § 9.3).
public struct Parameters: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// How many there may be.
    public static let limit = 5

    // Not a SIMD vector: one that is kept over an `await` is aligned past what a task's memory is, and written beyond its end
    // (observed with Swift 6.3.1).
    private var numbers: InlineArray<5, UInt32> = .init(repeating: 0)
    public private(set) var count = 0

    /// None.
    public init() {}

    /// Takes the first five.
    public init(_ numbers: some Sequence<UInt32>) {
        for number in numbers.prefix(Self.limit) { append(number) }
    }

    public init(arrayLiteral elements: UInt32...) { self.init(elements) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    /// The parameter at a place from 0 to 4; 0 where there is none, as the standard wants what is left out to be read.
    public subscript(index: Int) -> UInt32 { (0..<count).contains(index) ? numbers[index] : 0 }

    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.indices.allSatisfy { left.numbers[$0] == right.numbers[$0] }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for index in indices { hasher.combine(numbers[index]) }
    }

    /// Adds one; a sixth is dropped.
    mutating func append(_ number: UInt32) {
        guard count < Self.limit else { return }
        numbers[count] = number
        count += 1
    }

    /// Reads what is left, up to five; a rest that is no whole number is left alone.
    init(_ reader: inout DatasetReader) {
        while count < Self.limit, reader.remaining >= 4, let number = try? reader.integer("Parameter", as: UInt32.self) {
            append(number)
        }
    }

    func write(to writer: inout DatasetWriter) {
        for number in self { writer.integer(number) }
    }

    /// "(0x00000001, 0x0000000A)".
    public var description: String { "(" + map { hexadecimal($0) }.joined(separator: ", ") + ")" }
}
