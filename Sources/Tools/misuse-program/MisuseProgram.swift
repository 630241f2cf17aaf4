import BindingGenerator
import BindingModel

/// Writes a C program that calls every function of a library in every invalid way, and prints the results.
///
/// The program needs no input. It calls each function correctly, then with one invalid argument at a time: null, released and
/// forged handles, handles of other types, invalid text, impossible counts, undefined enum values, at every depth of every
/// structure. Then it releases objects while other threads use them, and finally, after the library was shut down, repeats all
/// calls. A call must report the error, never crash, never hang, and release each context once.
struct MisuseProgram {
    let library: LoweredLibrary
    let prefix: String
    let instances: MisuseInstances
    /// Every function that returns a status, in the header's order.
    let functions: [LoweredFunction]

    init(_ library: LoweredLibrary) {
        self.library = library
        prefix = library.prefix
        var functions = library.functions
        for type in library.types {
            functions += type.functions
            for interface in library.interfaces where interface.c == type.c { functions += interface.functions }
        }
        self.functions = functions
        instances = MisuseInstances(library, functions)
    }

    /// Returns the program's text; `symbols` are the functions that the header declares.
    func text(symbols: [String]) -> String {
        var writer = CodeWriter()
        writer.line(MisuseText.head(prefix))
        names(symbols, &writer)
        types(&writer)
        writer.line(MisuseText.values(prefix))
        let values = MisuseValues(library: library)
        values.emit(&writer)
        MisuseLending(library: library, instances: instances, functions: functions).emitTypes(&writer)
        writer.line(MisuseText.lendingState(prefix))
        let callbacks = MisuseCallbacks(library: library, functions: functions)
        callbacks.emit(&writer)
        let calls = MisuseCalls(library: library, instances: instances, functions: functions)
        calls.emitInstances(handles, &writer)
        calls.emit(&writer)
        runtime(&writer)
        MisuseRaces(prefix: prefix, instances: instances, functions: functions, handles: handles).emit(&writer)
        writer.line(MisuseText.main(prefix))
        return writer.text
    }

    /// The library's own handle types; the template has those of the runtime.
    private var handles: [HandleType] { library.handles }

    /// Writes the table of all functions.
    private func names(_ symbols: [String], _ writer: inout CodeWriter) {
        writer.gap()
        writer.block("static struct function {", "} functions[] = {") { writer in
            writer.line("const char *name;")
            writer.line("long calls;")
            writer.line("bool lacks;")
        }
        for symbol in symbols { writer.line("    { \"\(symbol)\", 0, false },") }
        writer.line("};")
        writer.line("enum { FUNCTIONS = \(symbols.count) };")
    }

    private func types(_ writer: inout CodeWriter) {
        writer.gap()
        writer.line("/* The types of handles. */")
        let words = handles.map { "TYPE_\($0.word)" } + ["TYPES"]
        writer.line("enum { \(words.joined(separator: ", ")) };")
        writer.line("static const char *const type_names[] = { \(handles.map { "\"\($0.c)\"" }.joined(separator: ", ")) };")
        writer.block("static \(prefix)_status release_bits(int type, uint64_t bits) {") { writer in
            writer.block("switch (type) {") { writer in
                for handle in handles {
                    writer.line(
                        "case TYPE_\(handle.word): { \(handle.c) handle; handle.bits = bits; return \(handle.c)_release(handle); }"
                    )
                }
                writer.line("default: return -1;")
            }
        }
        writer.block("static \(prefix)_status retain_bits(int type, uint64_t bits) {") { writer in
            writer.block("switch (type) {") { writer in
                for handle in handles {
                    writer.line(
                        "case TYPE_\(handle.word): { \(handle.c) handle; handle.bits = bits; return \(handle.c)_retain(handle); }"
                    )
                }
                writer.line("default: return -1;")
            }
        }
    }

    /// Writes the calls of runtime functions, which no declaration of the library requires.
    private func runtime(_ writer: inout CodeWriter) {
        writer.line(MisuseText.runtime(prefix))
        writer.block("static void test_freeing(void) {") { writer in
            for aggregate in library.aggregates where !aggregate.sharesStructure && !aggregate.crossing.isPlain {
                let c = aggregate.crossing.c
                writer.block("{") { writer in
                    writer.line("\(c) value;")
                    writer.line("begin(\"\(c)_free\");")
                    writer.line("\(c)_free(NULL);")
                    writer.line("memset(&value, 0, sizeof value);")
                    writer.line("\(c)_free(&value);")
                    writer.line("\(c)_free(&value);")
                    if case .variant = aggregate.content {
                        writer.line("value.kind = 0x7fffffff;")
                        writer.line("\(c)_free(&value);")
                    }
                    writer.line("end();")
                }
            }
        }
    }
}
