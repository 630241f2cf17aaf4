import BindingGenerator
import BindingModel

/// Finds ways for a program to obtain an object of each type.
struct MisuseInstances {
    /// A function that returns an object, alone or inside another value.
    struct Recipe {
        var function: LoweredFunction
        /// The index of the parameter that returns the object.
        var result: Int
        var crossing: Crossing
        /// The path from the result to the object: C source with `value` for the result, and the conditions for its existence.
        var conditions: [String]
        var path: String
        /// The number of objects that must be made first.
        var depth: Int
        /// The relative effort.
        var effort: Int { function.purpose == .wait ? 4 : conditions.isEmpty ? 1 : 2 }
        /// Whether the program implements the object.
        var isForeign: Bool { function.purpose == .implement }
        /// Whether the program controls the object's behaviour: by functions, or as the producer of a stream.
        var followsProgram: Bool {
            isForeign || function.purpose == .makeStream
                || function.parameters.contains { $0.role == .callback(isOptional: false) }
        }
    }

    let library: LoweredLibrary
    private(set) var recipes: [String: [Recipe]] = [:]
    /// For the types for which this is possible: how to obtain an object whose behaviour functions of the program control.
    private(set) var followers: [String: Recipe] = [:]
    private let aggregates: [String: Aggregate]

    init(_ library: LoweredLibrary, _ functions: [LoweredFunction]) {
        self.library = library
        aggregates = Dictionary(library.aggregates.map { ($0.crossing.word, $0) }, uniquingKeysWith: { first, _ in first })
        find(functions)
        let own = preferTheLibrarysOwn()
        findFollowers(own)
    }

    /// Sorts the recipes: first those that need nothing that the program implements, because only the library's own objects
    /// behave as documented.
    ///
    /// - Returns: for each type, the number of objects that must be made first.
    private mutating func preferTheLibrarysOwn() -> [String: Int] {
        var own = ["queue": 0]
        func distance(_ recipe: Recipe) -> Int? {
            if recipe.followsProgram { return nil }
            var distance = 0
            for word in needs(recipe.function) {
                guard let before = own[word] else { return nil }
                distance = max(distance, before)
            }
            return distance + recipe.effort
        }
        while true {
            var isChanged = false
            for (word, recipes) in recipes {
                guard let least = recipes.compactMap(distance).min(), least < own[word] ?? .max else { continue }
                own[word] = least
                isChanged = true
            }
            if !isChanged { break }
        }
        for (word, all) in recipes {
            let first = all.enumerated().compactMap { index, recipe in distance(recipe).map { (recipe, $0, index) } }
                .sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
            let names = Set(first.map(\.function.name))
            recipes[word] = first + all.filter { !names.contains($0.function.name) }
        }
        return own
    }

    /// Finds the shortest path from implementations of the program to each type, unless one without them is as short.
    private mutating func findFollowers(_ own: [String: Int]) {
        var distances: [String: Int] = [:]
        var isChanged = true
        while isChanged {
            isChanged = false
            for (word, recipes) in recipes.sorted(by: { $0.key < $1.key }) {
                for recipe in recipes {
                    let before = recipe.isForeign ? 0 : needs(recipe.function).compactMap { distances[$0] }.min()
                    guard let before else { continue }
                    let distance = before + (recipe.isForeign ? 0 : recipe.effort)
                    if distance >= min(own[word] ?? .max, distances[word] ?? .max) { continue }
                    distances[word] = distance
                    followers[word] = recipe
                    isChanged = true
                }
            }
        }
    }

    /// Whether an instance of the handle type with this word can be obtained.
    func isObtainable(_ word: String) -> Bool { recipes[word] != nil }

    private mutating func find(_ functions: [LoweredFunction]) {
        var known: Set<String> = ["queue"]
        for depth in 0..<12 {
            var found: [String: [Recipe]] = [:]
            for function in functions where Self.gives(function.purpose) {
                guard needs(function).isSubset(of: known) else { continue }
                for (index, parameter) in function.parameters.enumerated() {
                    guard case .result(let crossing) = parameter.role else { continue }
                    for (word, conditions, path) in objects(in: crossing, "value", []) where !known.contains(word) || depth > 0 {
                        let isNew = !(recipes[word] ?? []).contains { $0.function.name == function.name }
                        if !isNew { continue }
                        found[word, default: []].append(
                            Recipe(
                                function: function,
                                result: index,
                                crossing: crossing,
                                conditions: conditions,
                                path: path,
                                depth: depth
                            )
                        )
                    }
                }
            }
            if found.isEmpty { break }
            for (word, more) in found {
                recipes[word, default: []] += more.sorted { Self.rank($0) < Self.rank($1) }
                known.insert(word)
            }
        }
    }

    private static func gives(_ purpose: LoweredFunction.Purpose) -> Bool {
        if case .makeCase = purpose { return true }
        return [.call, .get, .wait, .implement, .cast, .next, .subscribe, .makeStream].contains(purpose)
    }

    /// The order of recipes: initialisers first, then synchronous functions, then asynchronous ones.
    private static func rank(_ recipe: Recipe) -> Int {
        var rank = recipe.conditions.isEmpty ? 0 : 1
        switch recipe.function.purpose {
        case .call:
            if case .function(let function)? = recipe.function.origin, case .initializer = function.kind {
                rank += 0
            } else {
                rank += 2
            }
        case .get, .subscribe: rank += 2
        case .cast: rank += 4
        case .implement: rank += 6
        case .wait: rank += 8
        default: rank += 10
        }
        return rank
    }

    /// The handle types that a call of a function needs.
    func needs(_ function: LoweredFunction) -> Set<String> {
        var words: Set<String> = []
        for parameter in function.parameters {
            switch parameter.role {
            case .receiver(let crossing), .changedReceiver(let crossing), .changed(let crossing):
                words.formUnion(handles(in: crossing))
            case .value(let crossing, let presence), .pointer(let crossing, let presence):
                if presence == .required { words.formUnion(handles(in: crossing)) }
            default: break
            }
        }
        return words
    }

    /// The handle types that a value of a type requires.
    func handles(in crossing: Crossing) -> Set<String> {
        if crossing.isOptional { return [] }
        if crossing.shape == .handle { return [crossing.word] }
        guard crossing.shape == .aggregate, let aggregate = aggregates[crossing.word] else { return [] }
        switch aggregate.content {
        case .optional, .array, .set, .map: return []
        case .range(let bound, _): return handles(in: bound)
        case .tuple(let fields), .record(_, let fields): return fields.reduce(into: []) { $0.formUnion(handles(in: $1.crossing)) }
        case .variant(_, let cases):
            return cases.first.map { $0.payload.reduce(into: []) { $0.formUnion(handles(in: $1.crossing)) } } ?? []
        }
    }

    /// The objects inside a result.
    private func objects(
        in crossing: Crossing,
        _ path: String,
        _ conditions: [String]
    ) -> [(word: String, conditions: [String], path: String)] {
        if crossing.shape == .handle { return [(crossing.word, conditions, path)] }
        guard crossing.shape == .aggregate, conditions.count < 4, let aggregate = aggregates[crossing.word] else { return [] }
        switch aggregate.content {
        case .optional(let wrapped):
            if crossing.isNullable { return objects(in: wrapped, path, conditions) }
            return objects(in: wrapped, "\(path).value", conditions + ["\(path).has_value"])
        case .array(let element), .set(let element):
            return objects(in: element, "\(path).data[0]", conditions + ["\(path).count > 0"])
        case .tuple(let fields), .record(_, let fields):
            return fields.flatMap { objects(in: $0.crossing, "\(path).\($0.name)", conditions) }
        default: return []
        }
    }
}
