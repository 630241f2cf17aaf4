// Memory of the caller, and values that are changed in place.

/// Fills bytes with a pattern; returns the number of bytes.
public func fill(_ bytes: UnsafeMutableBufferPointer<UInt8>, with first: UInt8) -> Int {
    for index in bytes.indices { unsafe bytes[index] = first &+ UInt8(truncatingIfNeeded: index) }
    return bytes.count
}

/// Clears bytes.
public func clear(_ bytes: UnsafeMutableRawBufferPointer) { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0) }

/// Doubles numbers.
public func double(_ numbers: UnsafeMutablePointer<Int>, count: Int) {
    for index in 0..<count { unsafe numbers[index] &*= 2 }
}

/// The sum of numbers.
public func sum(of numbers: UnsafeBufferPointer<Float>, scale: Float = 1) -> Float {
    unsafe numbers.reduce(0, +) * scale
}

/// The sum of bytes.
public func checksum(_ data: UnsafeRawPointer, length: Int) throws -> Int {
    guard length > 0 else { throw KitchenError.missing("bytes") }
    return unsafe UnsafeRawBufferPointer(start: data, count: length).reduce(0) { $0 &+ Int($1) }
}

/// Adds a word to a text.
public func extend(_ text: inout String, by word: String) { text += " " + word }

/// Removes the last number.
public func removeLast(of numbers: inout [Int]) -> Int? { numbers.popLast() }

/// Renames a recipe, unless it has the name.
public func rename(_ recipe: inout Recipe, to title: String) throws -> Bool {
    if title.isEmpty { throw KitchenError.missing("title") }
    defer { recipe.title = title }
    return recipe.title != title
}

/// Replaces an oven by a hotter one.
public func replace(_ oven: inout Oven) { oven = Oven(temperature: oven.temperature &+ 10) }

/// Removes a text.
public func erase(_ text: inout String?) { text = nil }

/// Names that change as a whole.
public struct Guests {
    public var names: [String]
    public init(names: [String]) { self.names = names }

    /// Adds a name; returns the number of names.
    public mutating func invite(_ name: String) -> Int {
        names.append(name)
        return names.count
    }
}

/// The number of bytes of a text in C before its final zero.
public func length(of text: UnsafePointer<CChar>) -> Int {
    var length = 0
    while unsafe text[length] != 0 { length += 1 }
    return length
}

/// The place in which a word is meant.
public final class Context: Sendable {
    /// Its name.
    public let name: String

    /// Creates a context with a name, of which `limit` bytes at most are read.
    public init(named name: UnsafePointer<CChar>, limit: Int = 100) throws {
        let text = unsafe String(cString: name)
        guard text.utf8.count <= limit else { throw KitchenError.missing("room for \(text)") }
        self.name = text
    }
}
