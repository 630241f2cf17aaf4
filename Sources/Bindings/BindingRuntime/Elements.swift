/// The conversions of arrays, which are compiled for the types of each one.
public enum Elements {
    /// Converts the elements of an array that belongs to C code.
    @inlinable
    public static func take<Foreign, Element>(
        _ data: UnsafeMutablePointer<Foreign>?,
        _ count: Int,
        _ take: (Foreign) throws(Status) -> Element
    ) throws(Status) -> [Element] {
        guard Memory.isPlausible(count: count, stride: MemoryLayout<Foreign>.stride) else { throw .tooLarge }
        guard let data = unsafe data else {
            if count == 0 { return [] }
            throw .invalidArgument
        }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for index in 0..<count { unsafe elements.append(try take(data[index])) }
        return elements
    }

    /// Copies an array of elements that need no conversion.
    @inlinable
    public static func take<Element>(_ data: UnsafeMutablePointer<Element>?, _ count: Int) throws(Status) -> [Element] {
        guard Memory.isPlausible(count: count, stride: MemoryLayout<Element>.stride) else { throw .tooLarge }
        guard let data = unsafe data else {
            if count == 0 { return [] }
            throw .invalidArgument
        }
        return unsafe Array(UnsafeBufferPointer(start: data, count: count))
    }

    /// Converts elements to an array that C code owns; null if there is no memory.
    @inlinable
    public static func give<Values: Collection, Foreign>(
        _ elements: Values,
        _ give: (Values.Element) -> Foreign
    ) -> (UnsafeMutablePointer<Foreign>?, Int) {
        guard let memory = unsafe Memory.allocate(Foreign.self, elements.count) else { return (nil, 0) }
        var index = 0
        for element in elements {
            unsafe (memory + index).initialize(to: give(element))
            index += 1
        }
        return unsafe (memory, index)
    }

    /// Calls a function with each element of an array.
    @inlinable
    public static func forEach<Foreign>(_ data: UnsafeMutablePointer<Foreign>?, _ count: Int, _ body: (Foreign) -> Void) {
        guard let data = unsafe data, count > 0 else { return }
        for index in 0..<count { unsafe body(data[index]) }
    }
}
