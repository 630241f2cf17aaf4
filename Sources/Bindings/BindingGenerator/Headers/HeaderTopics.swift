import BindingModel

/// The division of the interface into headers, one for each topic of the library's sources.
///
/// The header of a topic has the types and functions that are declared in its sources, and includes the headers of the topics that
/// these mention. Topics that mention each other are one topic. What belongs to none, such as an array of numbers, is in the common
/// header. A library with one topic has one header.
package struct HeaderTopics {
    /// One topic.
    package struct Topic: Hashable {
        /// The name of its header, without suffix.
        package var name: String
        /// The topics whose headers it includes, in their order.
        package var includes: [String] = []
    }

    /// A part of the interface.
    enum Part {
        case whole
        case common
        case topic(String)

        /// Whether it contains the types or functions of a topic; nil: of no topic.
        func contains(_ topic: String?) -> Bool {
            switch self {
            case .whole: true
            case .common: topic == nil
            case .topic(let name): topic == name
            }
        }
    }

    /// The name of the common header, without suffix.
    package static let common = "runtime"

    /// The topics, each after those that it includes; empty if the library has one header.
    package private(set) var topics: [Topic] = []
    /// The topics of types, by their C names.
    private var types: [String: String] = [:]
    /// The topics of functions without an owner, by their names.
    private var functions: [String: String] = [:]

    /// No division.
    package init() {}

    /// Divides an interface.
    package init(_ library: LoweredLibrary) {
        let sources = SourceTopics(library.library)
        var topics: [String: String] = [:]
        for type in library.types where !type.declaration.module.isEmpty {
            topics[type.c] = sources.topic(of: type.declaration)
        }
        var free: [String: String] = [:]
        for function in library.functions where function.owner == nil {
            free[function.name] = sources.topic(of: function)
        }
        let references = TypeReferences(library, declared: Set(topics.keys))
        var graph = TopicGraph(library.types.compactMap { topics[$0.c] } + library.functions.compactMap { free[$0.name] })
        for type in library.types {
            let mentioned = references.leaves(of: type.c).union(type.functions.flatMap(references.leaves))
            graph.add(topics[type.c], mentioned.map { topics[$0] })
        }
        for function in library.functions where function.owner == nil {
            graph.add(free[function.name], references.leaves(of: function).map { topics[$0] })
        }
        for interface in library.interfaces {
            let mentioned = references.leaves(of: interface).union(interface.functions.flatMap(references.leaves))
            graph.add(topics[interface.c], mentioned.map { topics[$0] })
        }
        graph.merge()
        if graph.order.count < 2 { return }
        functions = free.mapValues { graph.name(of: $0) }
        types = topics.mapValues { graph.name(of: $0) }
        // A compound type is in the last of the headers of its parts, and so is a function without a place.
        for c in references.compounds { types[c] = graph.last(references.leaves(of: c).compactMap { types[$0] }) }
        for function in library.functions where function.owner == nil && functions[function.name] == nil {
            functions[function.name] = graph.last(references.leaves(of: function).compactMap { types[$0] })
        }
        self.topics = graph.order.map { Topic(name: $0, includes: graph.successors(of: $0)) }
    }

    /// Whether the interface has several headers.
    package var isDivided: Bool { !topics.isEmpty }

    /// The topic of a type; nil if it is in the common header.
    package func name(ofType c: String) -> String? { types[c] }

    /// The topic of a function that is in no type's list: that of its owner, or of its source file.
    package func name(of function: LoweredFunction) -> String? {
        function.owner.flatMap { types[$0] } ?? functions[function.name]
    }
}

/// The topics that mention each other.
private struct TopicGraph {
    /// The topics; after ``merge()``, each after those that it mentions.
    private(set) var order: [String] = []
    private var edges: [String: Set<String>] = [:]
    /// The topics that became part of others.
    private var merged: [String: String] = [:]

    init(_ names: [String]) {
        for name in names where !order.contains(name) { order.append(name) }
    }

    func name(of topic: String) -> String { merged[topic] ?? topic }

    mutating func add(_ topic: String?, _ mentioned: [String?]) {
        guard let topic else { return }
        edges[topic, default: []].formUnion(mentioned.compactMap { $0 })
        edges[topic]?.remove(topic)
    }

    /// The topics that a topic mentions, in their order.
    func successors(of topic: String) -> [String] { order.filter { edges[topic]?.contains($0) ?? false } }

    /// The last of some topics, which then mentions all of them; nil if there are none.
    mutating func last(_ topics: [String]) -> String? {
        guard let last = order.last(where: { topics.contains($0) }) else { return nil }
        add(last, topics)
        return last
    }

    /// Merges topics that mention each other, also through others, and sorts them.
    mutating func merge() {
        let reached = Dictionary(uniqueKeysWithValues: order.map { ($0, reachable(from: $0)) })
        for name in order where merged[name] == nil {
            for other in order where other != name && reached[name]!.contains(other) && reached[other]!.contains(name) {
                merged[other] = name
            }
        }
        var united: [String: Set<String>] = [:]
        for (topic, mentioned) in edges {
            let topic = name(of: topic)
            united[topic, default: []].formUnion(mentioned.map { name(of: $0) }.filter { $0 != topic })
        }
        edges = united
        var left = order.filter { merged[$0] == nil }
        order = []
        while let index = left.firstIndex(where: { (edges[$0] ?? []).isSubset(of: order) }) {
            order.append(left.remove(at: index))
        }
    }

    private func reachable(from topic: String) -> Set<String> {
        var seen: Set<String> = []
        var open = Array(edges[topic] ?? [])
        while let next = open.popLast() {
            if seen.insert(next).inserted { open += edges[next] ?? [] }
        }
        return seen
    }
}
