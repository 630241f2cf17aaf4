import BindingModel

/// Assigns every name of the C++ header.
struct CPlusPlusNames {
    /// The library's prefix without underscore, which is also the namespace.
    let prefix: String

    /// The names that the runtime's part of each header defines.
    private static let reserved: Set<String> = [
        "abi_check", "all", "async_function", "awaiter", "byte_view", "cancelled_error", "closed_range", "completion", "detail",
        "end_of_stream", "error", "exception_handler", "future", "invalid_argument_error", "invalid_handle_error", "live_handles",
        "operation", "overloaded", "polled", "queue", "range", "set_unhandled_exception_handler", "shutdown", "span", "status",
        "std", "stream_iterator", "subscription", "task", "timed_out_error", "to_string", "uuid", "wait_for_live_handles",
    ]

    /// The members that every class with a handle has in addition to its own.
    private static let members: Set<String> = [
        "adopt", "as", "as_variant", "base_type", "begin", "bits", "end", "get", "get_if", "handle_type", "is", "kind",
        "kind_type",
        "release", "set_bits", "share", "take_bits", "value_type", "variant_type", "visit",
    ]

    /// The classes of the runtime, which other types refer to.
    private static let runtime: Set<String> = ["queue", "operation", "subscription", "completion", "error", "uuid"]

    /// A type's name from its word: `oven_door`.
    func type(_ word: String) -> String {
        Self.reserved.contains(word) && !Self.runtime.contains(word) ? word + "_type" : Naming.local(word)
    }

    /// The type's name with its namespace, so that no member hides it.
    func qualified(_ word: String) -> String { "\(prefix)::\(type(word))" }

    /// A member function's name; `type` is the enclosing class, whose name no member may have.
    func member(_ stem: String, of type: String) -> String {
        let name = Naming.local(stem)
        return name == type || Self.members.contains(name) ? name + "_" : name
    }

    /// A free function's name, which must not hide a type's.
    func function(_ stem: String, types: Set<String>) -> String {
        let name = Naming.local(stem)
        return Self.reserved.contains(name) || types.contains(name) || name == prefix ? name + "_" : name
    }

    /// The C type as C++ source: with `::` before the library's own, because a class may have the same name.
    func c(_ name: String) -> String {
        if name.hasPrefix("const ") { return "const " + c(String(name.dropFirst(6))) }
        if name.hasPrefix(prefix + "_") { return "::" + name }
        let base = name.prefix { $0 != " " && $0 != "*" }
        return base.hasSuffix("_t") ? "std::" + name : name
    }
}
