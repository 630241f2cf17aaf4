// Functions of a program that receive functions which they may call until they return.

/// Serves courses: a waiter receives the number of a course and a function that eats some of it.
///
/// - Parameter waiter: Serves one course; `eat` returns the rest of it.
/// - Returns: The rests of all courses.
public func serve(courses: Int, by waiter: (_ course: Int, _ eat: (Int) -> Int) -> Void) -> Int {
    var left = 0
    for course in 0..<min(max(courses, 0), 10) {
        var portions = 5
        waiter(course) { amount in
            portions -= min(max(amount, 0), portions)
            return portions
        }
        left += portions
    }
    return left
}

/// Serves a course that may be refused.
///
/// - Throws: ``KitchenError/closed`` if the waiter takes more than there is, and what the waiter throws.
public func carefully(serve waiter: (_ eat: (Int) throws -> String, _ ask: () -> Int) throws -> String) throws -> String {
    var portions = 5
    let eaten = try waiter(
        { amount in
            guard 0...portions ~= amount else { throw KitchenError.closed }
            portions -= amount
            return "\(amount) eaten"
        },
        { portions }
    )
    return "\(eaten), \(portions) left"
}

/// A person who orders by a function.
public protocol Guest {
    /// Orders dishes.
    ///
    /// - Parameter order: Orders a dish; returns whether there is one.
    /// - Returns: The number of dishes.
    func choose(with order: (String) -> Bool) -> Int
}

/// Seats a guest that chooses from a menu.
public func seat(_ guest: any Guest, menu: [String]) -> String {
    var ordered: [String] = []
    let count = guest.choose { dish in
        guard menu.contains(dish), ordered.count < 100 else { return false }
        ordered.append(dish)
        return true
    }
    return "\(count): \(ordered.joined(separator: ", "))"
}
