// Closures that receive or return closures, results and objects.

/// Weighs each ingredient with a function that completes with a result.
public func weigh(
    _ names: [String],
    with scale: (String, @escaping @Sendable (Result<Double, any Error>) -> Void) -> Void
) -> String {
    let log = Log()
    for name in names {
        scale(name) { result in
            switch result {
            case .success(let weight): log.add("\(name) \(weight)")
            case .failure(let error as KitchenError): log.add("\(name) failed: \(error)")
            case .failure: log.add("\(name) failed")
            }
        }
    }
    return log.text
}

/// A completion with an error of one type and without a value.
public func deliver(to address: String, with courier: (@escaping (Result<Void, KitchenError>) -> Void) -> Void) -> String {
    let log = Log()
    courier { result in
        switch result {
        case .success: log.add("\(address): delivered")
        case .failure(let error): log.add("\(address): \(error)")
        }
    }
    return log.text
}

/// Records a result.
public func record(_ result: Result<Recipe?, any Error>) -> String {
    switch result {
    case .success(let recipe?): "recipe \(recipe.title)"
    case .success(nil): "no recipe"
    case .failure: "failed"
    }
}

/// Passes two results.
public func compare(_ visit: (Result<Int, KitchenError>, Result<Void, any Error>) -> Void) {
    visit(.success(1), .failure(KitchenError.closed))
    visit(.failure(.closed), .success(()))
}

/// Accepts a result from a closure.
public func ask(_ question: (Int) -> Result<String, KitchenError>) -> [String] {
    (0..<2).map { number in
        switch question(number) {
        case .success(let text): text
        case .failure(let error): "\(error)"
        }
    }
}

/// Returns the temperature of an oven that a closure returns.
public func heat(_ makeOven: (Int) -> Oven) -> Int { makeOven(180).temperature }

/// Counts the recipes of a book that a closure returns later.
public func countPages(_ makeBook: @Sendable () async -> Cookbook) async -> Int { await makeBook().count }

/// Keeps a closure that returns an object, and optional closures.
public final class Hatch {
    public var makeOven: () -> Oven = { Oven(temperature: 90) }
    public var onPlate: ((Oven, Int) -> Void)?
    public var price: ((Int) -> Int)? = { $0 &* 3 }
    public init() {}

    public func plate(_ count: Int) { onPlate?(makeOven(), count) }

    /// A function if the number is positive.
    public func adder(of number: Int) -> ((Int) -> Int)? { number > 0 ? { $0 &+ number } : nil }
}

/// Returns a function that returns a function.
public func nested(_ first: Int) -> (Int) -> (Int) -> Int { { second in { third in first &* 100 &+ second &* 10 &+ third } } }

/// Passes a function that takes a function.
public func relay(_ body: (@escaping (@escaping (Int) -> Int) -> Int) -> Void) { body { function in function(20) &+ 1 } }

/// Passes a function, and none.
public func offer(_ body: (((Int) -> Int)?) -> Int) -> Int { body { $0 &* 2 } &+ body(nil) }

private final class Log: @unchecked Sendable {
    // SAFETY: the tests complete on one thread.
    private(set) var text = ""
    func add(_ line: String) { text += text.isEmpty ? line : ", " + line }
}
