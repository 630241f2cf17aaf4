import BindingModel

/// The part of the C interface that every library has: statuses, texts, errors, operations, queues.
///
/// All names have the library's prefix; the documentation is in the names of C.
package struct RuntimeInterface {
    /// A declaration, in the order in which C must declare them.
    package enum Declaration {
        /// The type of the statuses and its constants.
        case statuses([Status])
        case structure(Structure)
        /// The error, which a program only uses through pointers.
        case opaque(Opaque)
        case callback(Callback)
        case function(Function)
    }

    /// A status with its number.
    package struct Status: Hashable {
        /// The name without prefix: `error_failed`.
        package let name: String
        /// `WEATHER_ERROR_FAILED`
        package let constant: String
        /// 0 for success, above 0 if there is no result, below 0 for a failure.
        package let number: Int
        package let summary: String
    }

    /// A structure: a handle of the runtime, a text, bytes, an identifier.
    package struct Structure {
        package let name: String
        package let members: [Member]
        package let summary: [String]
        /// Whether it is a handle, with the one member `bits`.
        package var isHandle: Bool { members.map(\.name) == ["bits"] }
    }

    /// A member of a structure, or a parameter of a function pointer.
    package struct Member {
        package let name: String
        package let type: CType
        /// The number of elements of an array; nil for a single value.
        package var count: Int?
    }

    /// A structure that the header only declares.
    package struct Opaque {
        package let name: String
        package let summary: [String]
    }

    /// The type of a function pointer that returns nothing.
    package struct Callback {
        package let name: String
        package let parameters: [Member]
        package let summary: [String]
    }

    /// A function, which may return another type than a status.
    package struct Function {
        package let name: String
        /// The structure or opaque structure of which it is a member; nil if there is none.
        package let owner: String?
        /// The name within its owner: `on_done`.
        package let stem: String
        package let returns: CType
        package let parameters: [LoweredParameter]
        package let summary: [String]
        /// The documentation of the returned value; empty if the summary describes it.
        package var result = ""
        package var threads = ThreadRule()
    }

    /// Version of the rules of the interface.
    package static let version = 1

    package let prefix: String
    package let declarations: [Declaration]

    package init(_ prefix: String) {
        self.prefix = prefix
        let names = RuntimeNames(prefix)
        declarations =
            names.values + names.errors + names.operations + names.queues + names.notifications + names.subscriptions
            + names.completions + names.library
    }

    package var statuses: [Status] {
        declarations.flatMap { declaration -> [Status] in if case .statuses(let all) = declaration { all } else { [] } }
    }

    package var structures: [Structure] { declarations.compactMap { if case .structure(let each) = $0 { each } else { nil } } }

    package var callbacks: [Callback] { declarations.compactMap { if case .callback(let each) = $0 { each } else { nil } } }

    package var functions: [Function] { declarations.compactMap { if case .function(let each) = $0 { each } else { nil } } }

    /// The names of all types, functions and constants.
    package var names: Set<String> {
        var names: Set<String> = ["\(prefix)_status"]
        for declaration in declarations {
            switch declaration {
            case .statuses(let all): names.formUnion(all.map(\.constant))
            case .structure(let each): names.insert(each.name)
            case .opaque(let each): names.insert(each.name)
            case .callback(let each): names.insert(each.name)
            case .function(let each): names.insert(each.name)
            }
        }
        return names
    }
}
