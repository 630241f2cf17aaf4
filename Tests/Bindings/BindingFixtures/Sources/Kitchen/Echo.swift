public import Foundation
public import Pantry

// Functions that return their argument, one for each type: a value is the same after it has crossed the boundary twice.

public func echo(_ value: Bool) -> Bool { value }
public func echo(_ value: Int8) -> Int8 { value }
public func echo(_ value: Int16) -> Int16 { value }
public func echo(_ value: Int32) -> Int32 { value }
public func echo(_ value: Int64) -> Int64 { value }
public func echo(_ value: Int) -> Int { value }
public func echo(_ value: UInt8) -> UInt8 { value }
public func echo(_ value: UInt16) -> UInt16 { value }
public func echo(_ value: UInt32) -> UInt32 { value }
public func echo(_ value: UInt64) -> UInt64 { value }
public func echo(_ value: UInt) -> UInt { value }
public func echo(_ value: Float) -> Float { value }
public func echo(_ value: Double) -> Double { value }
public func echo(_ value: String) -> String { value }
public func echo(_ value: Character) -> Character { value }
public func echo(_ value: Duration) -> Duration { value }

public func echo(date: Date) -> Date { date }
public func echo(url: URL) -> URL { url }
public func echo(identifier: UUID) -> UUID { identifier }

public func echo(bytes: [UInt8]) -> [UInt8] { bytes }
public func echo(data: Data) -> Data { data }
public func sum(of bytes: RawSpan) -> Int {
    (0..<bytes.byteCount).reduce(0) { unsafe $0 &+ Int(bytes.unsafeLoad(fromByteOffset: $1, as: UInt8.self)) }
}
public func sum(of numbers: Span<Int32>) -> Int64 {
    numbers.indices.reduce(0) { $0 &+ Int64(numbers[$1]) }
}
public func count(of buffer: UnsafeRawBufferPointer) -> Int { buffer.count }

public func echo(optional value: Int?) -> Int? { value }
public func echo(optionalText value: String?) -> String? { value }
public func echo(optionalObject value: Appliance?) -> Appliance? { value }
public func echo(optionalRecipe value: Recipe?) -> Recipe? { value }
public func echo(twiceOptional value: Int??) -> Int?? { value }

public func echo(numbers: [Int]) -> [Int] { numbers }
public func echo(texts: [String]) -> [String] { texts }
public func echo(holes: [String?]) -> [String?] { holes }
public func echo(matrix: [[Int]]?) -> [[Int]]? { matrix }
public func echo(recipes: [Recipe]) -> [Recipe] { recipes }
public func echo(positions: [Position]) -> [Position] { positions }
public func echo(appliances: [Appliance]) -> [Appliance] { appliances }
public func echo(set: Set<String>) -> Set<String> { set }
public func echo(dictionary: [String: Int]) -> [String: Int] { dictionary }
public func echo(nested: [String: [Int?]]) -> [String: [Int?]] { nested }

public func echo(tuple: (Int, String)) -> (Int, String) { tuple }
public func echo(labelled: (x: Double, name: String?)) -> (x: Double, name: String?) { labelled }
public func echo(range: Range<Int>) -> Range<Int> { range }
public func echo(closedRange: ClosedRange<Double>) -> ClosedRange<Double> { closedRange }

public func echo(position: Position) -> Position { position }
public func echo(quantity: Quantity) -> Quantity { quantity }
public func echo(recipe: Recipe) -> Recipe { recipe }
public func echo(cookbook: Cookbook) -> Cookbook { cookbook }
public func echo(doneness: Doneness) -> Doneness { doneness }
public func echo(speed: Mixer.Speed) -> Mixer.Speed { speed }
public func echo(unit: Pantry.Unit) -> Pantry.Unit { unit }
public func echo(diet: Diet) -> Diet { diet }
public func echo(course: Course) -> Course { course }
public func echo(assembly: Assembly) -> Assembly { assembly }
public func echo(order: Order) -> Order { order }
public func echo(chef: any Chef) -> any Chef { chef }
public func echo(error: any Error) -> any Error { error }

/// Adds one to what it is given.
public func increment(_ number: inout Int) { number &+= 1 }

/// Adds a word.
public func lengthen(_ text: inout String, _ words: String...) { text += words.map { " " + $0 }.joined() }

/// Throws the given error.
public func fail(with error: KitchenError) throws(KitchenError) { throw error }

/// Fails with an error of another module.
public func failWithStock() throws { throw StockError.tooLittle(of: "flour", missing: 1.5) }

/// Suspends once, then returns its argument.
public func echoLater(_ value: String) async -> String {
    await Task.yield()
    return value
}

/// Waits until the caller loses interest.
///
/// - Throws: `CancellationError` when it is cancelled.
public func waitForever() async throws -> Int {
    try await Task.sleep(for: .seconds(3600 * 24 * 365))
    return 0
}
