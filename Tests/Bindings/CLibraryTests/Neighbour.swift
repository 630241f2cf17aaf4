/// Another library with its own Swift runtime, and code that uses it: classes, text, tasks.
private class Animal { func legs() -> Int32 { 2 } }
private final class Dog: Animal { override func legs() -> Int32 { 4 } }

/// Doubles a number, with the Swift runtime of this library.
@c public func neighbour_twice(_ number: Int32) -> Int32 {
    let animals: [Animal] = [Animal(), Dog()]
    let text = animals.map { String(describing: type(of: $0)) }.joined(separator: ",")
    Task { _ = text.count }
    let legs = animals.reduce(0) { $0 + $1.legs() }
    return text.contains("Dog") && legs == 6 ? number * 2 : -1
}
