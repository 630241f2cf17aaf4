import BindingGenerator
import BindingModel

/// Writes code to obtain objects that the library passes only to callbacks: the program implements what it can, makes the
/// library use that, and keeps the objects that its callbacks receive.
struct MisuseLending {
    let library: LoweredLibrary
    let instances: MisuseInstances
    let functions: [LoweredFunction]

    /// The handle types that callbacks receive as borrowed arguments.
    var lent: Set<String> {
        let words = Dictionary(library.handles.map { ($0.c, $0.word) }, uniquingKeysWith: { first, _ in first })
        let callbacks = functions.flatMap(\.callbacks) + library.interfaces.flatMap(\.callbacks)
        return Set(callbacks.flatMap(\.parameters).compactMap { $0.type.name.flatMap { words[$0] } }).subtracting(["completion"])
    }

    /// Functions that may make the library call a callback: those of objects whose behaviour the program controls.
    private var provokers: [LoweredFunction] {
        functions.filter { function in
            guard [.start, .call, .next, .subscribe].contains(function.purpose),
                case .receiver(let crossing)? = function.parameters.first?.role
            else { return false }
            return crossing.shape == .handle && instances.followers[crossing.word] != nil
        }
    }

    /// The handle types that callbacks return: they must exist before the callbacks are called, because callbacks create no
    /// objects.
    private var ingredients: [String] {
        let callbacks = functions.flatMap(\.callbacks) + library.interfaces.flatMap(\.callbacks)
        let words = callbacks.compactMap(\.result).reduce(into: Set<String>()) { $0.formUnion(instances.handles(in: $1)) }
        return words.filter { instances.isObtainable($0) && instances.followers[$0] == nil }.sorted()
    }

    /// Writes the list of types for which a separate world has its own objects.
    func emitTypes(_ writer: inout CodeWriter) {
        let own = lent.union(instances.followers.keys)
        func list(_ words: [String]) -> String { (words.map { "TYPE_\($0)" } + ["TYPES"]).joined(separator: ", ") }
        writer.gap()
        writer.line("static const int own_types[] = { \(list(own.sorted())) };")
        writer.line("static const int ingredients[] = { \(list(ingredients)) };")
    }

    /// Writes `obtain_lent`; `calls` writes the calls of functions.
    func emit(_ calls: MisuseCalls, _ writer: inout CodeWriter) {
        for function in provokers where function.purpose != .start { provoker(function, calls, &writer) }
        writer.gap()
        writer.line("static const struct provoker { uint64_t (*start)(void); void (*call)(void); } provokers[] = {")
        for function in provokers {
            let isStart = function.purpose == .start
            writer.line("    { \(isStart ? "start_\(function.name), NULL" : "NULL, provoke_\(function.name)") },")
        }
        writer.line("    { NULL, NULL }")
        writer.line("};")
        writer.line(MisuseText.lending(library.prefix))
    }

    private func provoker(_ function: LoweredFunction, _ calls: MisuseCalls, _ writer: inout CodeWriter) {
        let arguments = calls.arguments(of: function, leavesOut: true)
        writer.gap()
        writer.block("static void provoke_\(function.name)(void) {") { writer in
            writer.line("struct block *last = mark();")
            writer.line("int64_t patience = \(library.prefix.uppercased())_MILLISECONDS(20);")
            writer.line("int status;")
            writer.line("(void)patience;")
            for declaration in arguments.declarations { writer.line(declaration) }
            writer.line("status = \(function.name)(\(arguments.expressions.joined(separator: ", ")));")
            if function.purpose == .subscribe { writer.line("if (status == 0) wait_ms(20);") }
            for line in arguments.dropping { writer.line("if (status == 0) \(line)") }
            for line in arguments.always { writer.line(line) }
            writer.line("(void)status;")
            writer.line("forget(last);")
        }
    }
}

extension MisuseText {
    static func lendingState(_ prefix: String) -> String { with(prefix, lendingStateTemplate) }
    static func lending(_ prefix: String) -> String { with(prefix, lendingTemplate) }

    private static let lendingStateTemplate = #"""

        /* ---- What the library lends to callbacks only ---- */

        static uint64_t lent_bits[TYPES];
        static int wanted = -1, provoking = -1;
        static int lent_by[TYPES]; /* one more than the index of what has the library lend one */

        /* A callback was lent this object: it is kept if somebody waits for one. May be called on any thread. */
        static void lend(int type, uint64_t bits) {
            int nobody = 0, by = __atomic_load_n(&provoking, __ATOMIC_SEQ_CST);
            uint64_t none = 0;
            if (!bits) return;
            if (by >= 0) __atomic_compare_exchange_n(&lent_by[type], &nobody, by + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
            if (__atomic_load_n(&wanted, __ATOMIC_SEQ_CST) != type || retain_bits(type, bits) != 0) return;
            if (!__atomic_compare_exchange_n(&lent_bits[type], &none, bits, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) release_bits(type, bits);
        }

        /* ---- A world of its own, where whatever can be follows what the program implements ---- */

        struct world {
            uint64_t bits[TYPES];
            int failures[TYPES];
            bool is_being_made[TYPES];
        };
        static bool in_world;

        static void enter(struct world *world) {
            const int *type;
            for (type = ingredients; *type < TYPES; type++) live(*type);
            for (type = own_types; *type < TYPES; type++) {
                world->bits[*type] = __atomic_exchange_n(&live_bits[*type], 0, __ATOMIC_SEQ_CST);
                world->failures[*type] = failures[*type];
                world->is_being_made[*type] = is_being_made[*type];
                failures[*type] = 0;
                is_being_made[*type] = false;
            }
            in_world = true;
        }

        static void leave(struct world *world) {
            const int *type;
            in_world = false;
            for (type = own_types; *type < TYPES; type++) {
                uint64_t bits = __atomic_exchange_n(&live_bits[*type], world->bits[*type], __ATOMIC_SEQ_CST);
                if (bits) release_bits(*type, bits);
                failures[*type] = world->failures[*type];
                is_being_made[*type] = world->is_being_made[*type];
            }
        }
        """#

    private static let lendingTemplate = #"""

        static void provoke(const struct provoker *provoker) {
            if (provoker->call) provoker->call();
            else {
                @_operation operation;
                if (!(operation.bits = provoker->start())) return;
                @_operation_wait(operation, @@_MILLISECONDS(20));
                @_operation_release(operation);
            }
        }

        /* Finds out what has the library lend which objects. */
        static void survey(void) {
            int index;
            for (index = 0; provokers[index].start || provokers[index].call; index++) {
                struct world world;
                enter(&world);
                __atomic_store_n(&provoking, index, __ATOMIC_SEQ_CST);
                provoke(&provokers[index]);
                __atomic_store_n(&provoking, -1, __ATOMIC_SEQ_CST);
                leave(&world);
            }
        }

        /* Has the library lend an object, and keeps it. */
        static uint64_t obtain_lent(int type) {
            static bool is_known;
            struct world world;
            uint64_t bits = 0;
            int patience;
            if (in_world || is_over) return 0;
            if (!is_known) survey();
            is_known = true;
            if (!__atomic_load_n(&lent_by[type], __ATOMIC_SEQ_CST)) return 0;
            enter(&world);
            __atomic_store_n(&wanted, type, __ATOMIC_SEQ_CST);
            provoke(&provokers[lent_by[type] - 1]);
            for (patience = 0; patience < 100 && !(bits = __atomic_exchange_n(&lent_bits[type], 0, __ATOMIC_SEQ_CST)); patience++) wait_ms(1);
            __atomic_store_n(&wanted, -1, __ATOMIC_SEQ_CST);
            leave(&world);
            return bits;
        }
        """#
}
