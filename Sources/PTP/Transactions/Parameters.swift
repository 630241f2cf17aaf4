/// The parameters of a request, response or event: up to five numbers of 32 bits (ISO 15740 § 9.3).
public struct Parameters: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// How many there may be.
    public static let limit = 5

    /// Five fields, and not a vector: one of eight numbers is aligned to 32 bytes, and a value that is so breaks the frame of an `async`
    /// function that holds it (observed with Swift 6.3.1: the frame is made too small, and what follows it on the heap is written over).
    private var numbers: (UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0)
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
    public subscript(index: Int) -> UInt32 {
        switch index {
        case 0: numbers.0
        case 1: numbers.1
        case 2: numbers.2
        case 3: numbers.3
        case 4: numbers.4
        default: 0
        }
    }

    /// Adds one; a sixth is dropped.
    mutating func append(_ number: UInt32) {
        guard count < Self.limit else { return }
        switch count {
        case 0: numbers.0 = number
        case 1: numbers.1 = number
        case 2: numbers.2 = number
        case 3: numbers.3 = number
        default: numbers.4 = number
        }
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

    public static func == (left: Self, right: Self) -> Bool { left.count == right.count && left.numbers == right.numbers }

    public func hash(into hasher: inout Hasher) {
        for number in self { hasher.combine(number) }
    }

    /// "(0x00000001, 0x0000000A)".
    public var description: String { "(" + map { hexadecimal($0) }.joined(separator: ", ") + ")" }
}
