/// The part of the interface that is the same for every library, except for its prefix.
struct RuntimeEntry: Encodable {
    /// A function of the runtime, which may return another type than a status.
    struct FunctionEntry: Encodable {
        let name: String
        /// The C type of which it is a member.
        let owner: String?
        /// The name within the owner.
        let stem: String
        let returns: CType
        let parameters: [InterfaceDocument.ParameterEntry]
        let documentation: [String]
        let threads: InterfaceDocument.ThreadsEntry
    }

    /// The type of a function pointer that returns nothing.
    struct CallbackEntry: Encodable {
        let name: String
        let returns: CType
        let parameters: [InterfaceDocument.MemberEntry]
        let documentation: [String]
    }

    /// A status with its number.
    struct StatusEntry: Encodable {
        let name: String
        let constant: String
        let number: Int
        let documentation: String
    }

    /// A structure that is no handle: a text, bytes, an identifier.
    struct StructureEntry: Encodable {
        let name: String
        let members: [MemberEntry]
        let documentation: [String]
    }

    struct MemberEntry: Encodable {
        let name: String
        let type: CType
        /// The number of elements of an array; absent for a single value.
        let count: Int?
    }

    let version: Int
    let statuses: [StatusEntry]
    let structures: [StructureEntry]
    /// The types of function pointers.
    let callbacks: [CallbackEntry]
    let functions: [FunctionEntry]

    init(_ runtime: RuntimeInterface, _ writer: EntryWriter) {
        version = RuntimeInterface.version
        statuses = runtime.statuses.map {
            StatusEntry(name: $0.name, constant: $0.constant, number: $0.number, documentation: $0.summary)
        }
        structures = runtime.structures.filter { !$0.isHandle }.map { structure in
            StructureEntry(
                name: structure.name,
                members: structure.members.map { MemberEntry(name: $0.name, type: $0.type, count: $0.count) },
                documentation: structure.summary.filter { !$0.isEmpty }
            )
        }
        callbacks = runtime.callbacks.map { callback in
            CallbackEntry(
                name: callback.name,
                returns: .void,
                parameters: callback.parameters.map { InterfaceDocument.MemberEntry(name: $0.name, type: $0.type) },
                documentation: callback.summary
            )
        }
        functions = runtime.functions.map { function in
            FunctionEntry(
                name: function.name,
                owner: function.owner,
                stem: function.stem,
                returns: function.returns,
                parameters: function.parameters.map { writer.parameter($0, []) },
                documentation: (function.summary + [function.result]).filter { !$0.isEmpty },
                threads: InterfaceDocument.ThreadsEntry(function.threads)
            )
        }
    }
}
