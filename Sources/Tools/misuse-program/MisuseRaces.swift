import BindingGenerator
import BindingModel

/// Writes tests that release objects while another thread uses them: one type for each kind of holder.
struct MisuseRaces {
    let prefix: String
    let instances: MisuseInstances
    let functions: [LoweredFunction]
    let handles: [HandleType]

    func emit(_ writer: inout CodeWriter) {
        let chosen = representatives
        writer.line(MisuseRuntimeText.race(prefix))
        for (handle, function) in chosen { poke(handle, function, &writer) }
        writer.gap()
        writer.block("static void race_everything(long rounds) {") { writer in
            for (handle, function) in chosen {
                let race = "race(\"\(function)\", TYPE_\(handle.word), poke_\(handle.word), rounds);"
                // Completions are obtained from implementations of the program: in a separate world, which is created once.
                let isCompletion = handle.holder == .runtime && handle.word == "completion"
                writer.line(isCompletion ? "{ struct world world; enter(&world); \(race) leave(&world); }" : race)
            }
        }
    }

    /// For each kind of holder, a type that is quickly made, with a function that needs no arguments.
    private var representatives: [(HandleType, String)] {
        var chosen: [(HandleType, String)] = []
        var kinds: Set<String> = []
        let ranked = handles.filter { $0.holder != .runtime && instances.isObtainable($0.word) }.sorted {
            depth($0) < depth($1)
        }
        for handle in ranked {
            let kind = Self.kind(handle)
            if kinds.contains(kind) { continue }
            guard let function = getter(handle) else { continue }
            kinds.insert(kind)
            chosen.append((handle, function.name))
        }
        for handle in handles where handle.holder == .runtime {
            switch handle.word {
            case "operation": chosen.append((handle, "\(prefix)_operation_is_done"))
            case "queue": chosen.append((handle, "\(prefix)_queue_run_pending"))
            case "subscription" where instances.isObtainable("subscription"):
                chosen.append((handle, "\(prefix)_subscription_cancel"))
            case "completion": chosen.append((handle, "\(prefix)_completion_is_cancelled"))
            default: break
            }
        }
        return chosen
    }

    private func depth(_ handle: HandleType) -> Int {
        let recipe = instances.recipes[handle.word]?.first
        return (recipe?.depth ?? 100) * 2 + (recipe?.function.purpose == .wait ? 20 : 0)
    }

    private static func kind(_ handle: HandleType) -> String {
        switch handle.holder {
        case .object: "object"
        case .value: handle.isClosure ? "closure" : "value"
        case .mutableValue: "mutable value"
        case .uniqueValue: "unique value"
        case .stream: "stream"
        case .elementStream: "element stream"
        case .source: "source"
        case .existential: "existential"
        case .runtime: handle.word
        }
    }

    /// A function that returns a value of an object and has no other arguments.
    private func getter(_ handle: HandleType) -> LoweredFunction? {
        functions.first { function in
            guard [.call, .get, .hash, .describe, .descriptor, .close].contains(function.purpose),
                function.parameters.first?.type.name == handle.c,
                case .receiver? = function.parameters.first?.role
            else { return false }
            // Another call of the race would be refused, because a value that cannot be copied is changed by one call alone.
            if handle.holder == .uniqueValue, function.purpose != .get { return false }
            return function.parameters.dropFirst().allSatisfy {
                if case .result = $0.role { true } else { $0.role == .error }
            }
        }
    }

    private func poke(_ handle: HandleType, _ name: String, _ writer: inout CodeWriter) {
        writer.gap()
        writer.block("static int poke_\(handle.word)(uint64_t bits) {") { writer in
            writer.line("\(handle.c) handle;")
            if handle.holder == .runtime {
                let extra = ["operation": "&flag", "queue": "NULL", "completion": "&flag"][handle.word]
                writer.line("bool flag = false;")
                writer.line("(void)flag;")
                writer.line("handle.bits = bits;")
                writer.line("return \(name)(handle\(extra.map { ", \($0)" } ?? ""));")
                return
            }
            guard let function = functions.first(where: { $0.name == name }) else { return }
            var expressions = ["handle"]
            var after: [String] = []
            for (index, parameter) in function.parameters.enumerated().dropFirst() {
                if case .result(let crossing) = parameter.role {
                    writer.line(crossing.representation.declaring("a\(index)") + ";")
                    expressions.append("&a\(index)")
                    if crossing.type != .bytes(.span) && crossing.type != .bytes(.buffer) {
                        after.append("if (status == 0) drop_\(crossing.word)(&a\(index));")
                    }
                } else {
                    expressions.append("NULL")
                }
            }
            writer.line("int status;")
            writer.line("handle.bits = bits;")
            writer.line("status = \(name)(\(expressions.joined(separator: ", ")));")
            for line in after { writer.line(line) }
            writer.line("return status;")
        }
    }
}
