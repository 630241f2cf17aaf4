import BindingModel

/// The JSON document of a library. `docs/interface.schema.json` describes it; names of members are in snake case there.
struct InterfaceDocument: Encodable {
    /// Version of the document's form; a change that existing readers cannot read increases it.
    static let format = 1

    let format: Int
    let library: String
    let modules: [String]
    /// The header to include; relative to the folder of the headers.
    let header: String
    /// The value of the library's function `…_abi_fingerprint`, as hexadecimal digits.
    let fingerprint: String
    let types: [TypeEntry]
    let handles: [HandleEntry]
    let conversions: [ConversionEntry]
    let callbacks: [CallbackEntry]
    let interfaces: [InterfaceEntry]
    let functions: [FunctionEntry]
    let members: [MemberOfTypeEntry]
    let runtime: RuntimeEntry
    let omitted: [OmissionEntry]

    init(_ library: LoweredLibrary) {
        let writer = EntryWriter(library)
        format = Self.format
        self.library = library.prefix
        modules = library.library.modules
        header = "\(library.prefix)/\(library.prefix).h"
        let digits = String(library.fingerprint, radix: 16)
        fingerprint = String(repeating: "0", count: 16 - digits.count) + digits
        types = library.types.map(writer.type)
        handles = library.handles.map(writer.handle)
        conversions = library.aggregates.map(writer.conversion)
        var names: Set<String> = []
        callbacks = library.allFunctions.flatMap(\.callbacks).filter { names.insert($0.name).inserted }.map(writer.callback)
        interfaces = library.interfaces.map(writer.interface)
        functions = library.allFunctions.map(writer.function)
        members = library.allMembers.map(writer.member)
        runtime = RuntimeEntry(RuntimeInterface(library.prefix), writer)
        omitted = (library.omissions + library.accounts.missing).map(OmissionEntry.init)
    }

    /// The conversion of a value of one type of the library.
    struct ValueEntry: Encodable {
        /// The form of the C value: a number, a text, bytes, a handle, a structure.
        let shape: String
        /// The word of the type, which is that of its entry in `conversions` if the shape is `aggregate`.
        let word: String
        let type: CType
        /// Whether the value needs no release.
        let isPlain: Bool
        /// Whether the C type itself has a value for "none".
        let isNullable: Bool
        /// Whether the value may be "none".
        let isOptional: Bool
        /// Whether an argument is passed by a pointer to a constant.
        let isPassedByPointer: Bool
        /// Whether a result belongs to the receiver of the call, and is valid as long as that is; it is not freed.
        let isBorrowed: Bool
        /// Whether the library rejects some values, with the status for an invalid argument, handle or text.
        let canBeRejected: Bool

        init(_ crossing: Crossing) {
            shape = crossing.shape.rawValue
            word = crossing.word
            type = crossing.representation
            isPlain = crossing.isPlain
            isNullable = crossing.isNullable
            isOptional = crossing.isOptional
            isPassedByPointer = crossing.isPassedByPointer
            isBorrowed = crossing.isBorrowed
            canBeRejected = crossing.canBeRefused
        }
    }

    /// A type of the library.
    struct TypeEntry: Encodable {
        let name: String
        let path: [String]
        let module: String
        /// `object`, `record`, `value`, `enumeration`, `variant` or `interface`.
        let kind: String
        let documentation: [String]
        let deprecation: DeprecationEntry?
        let value: ValueEntry?
        let superclass: String?
        let interfaces: [String]
        let conformances: [String]
        let cases: [CaseEntry]
        /// The names of its functions, in the order of declaration.
        let functions: [String]
    }

    /// A member of a type or of the library, with the functions that stand for it.
    struct MemberOfTypeEntry: Encodable {
        /// `constructor`, `method`, `function`, `call`, `operation`, `property`, `subscript`, the name of a trait, …
        let kind: String
        /// The C name of the type in a language with classes; absent for a member of the library.
        let owner: String?
        /// The name of a property without the verb of an accessor.
        var name: String?
        /// The sign of an operator.
        var sign: String?
        /// Whether a constructor needs no labels.
        var isPrimary: Bool?
        /// Whether a constructor may return nothing.
        var isFailable: Bool?
        /// The number of the case that it makes or reads.
        var caseNumber: Int?
        /// The names of the functions in C, by what they do: `call`; `start`, `result`, `wait`; `get`, `set`; …
        var functions: [String: String] = [:]
    }

    /// A case of an enumeration, or of a variant.
    struct CaseEntry: Encodable {
        let name: String
        let constant: String
        let number: Int
        let documentation: [String]
    }

    /// A type of objects that a program holds by handles.
    struct HandleEntry: Encodable {
        let name: String
        /// `object`, `value`, `mutable_value`, `unique_value`, `stream`, `element_stream`, `source`, `existential` or `runtime`.
        let kind: String
        let isClosure: Bool
        /// The elements of a stream or of its source.
        let element: ValueEntry?
    }

    /// A structure, and how its parts represent a value.
    struct ConversionEntry: Encodable {
        let word: String
        let type: CType
        /// `optional`, `array`, `set`, `map`, `tuple`, `range`, `closed_range`, `record` or `variant`.
        let kind: String
        /// Whether this entry is the declaration of the structure; otherwise another type has the same structure.
        let isDeclaration: Bool
        /// The function that frees the contents; absent if there are none, or if the type declares no structure.
        let free: String?
        /// The type of the value, of the elements, of a map's values, or of the bounds.
        var element: ValueEntry?
        var key: ValueEntry?
        /// The structure of a map's entries.
        var entry: String?
        var fields: [FieldEntry]?
        var cases: [PayloadEntry]?
    }

    /// A member of a structure.
    struct FieldEntry: Encodable {
        let name: String
        /// The name in the library, or the number of an element of a tuple.
        let source: String
        let value: ValueEntry
        /// The unit of the number; absent if there is none or it is unknown.
        let unit: String?
        let documentation: [String]
    }

    /// A case of a variant, with the members of its payload.
    struct PayloadEntry: Encodable {
        let number: Int
        let constant: String
        /// The member of the union `as`; valid only if there are fields.
        let name: String
        let fields: [FieldEntry]
    }

    /// The type of a function pointer.
    struct CallbackEntry: Encodable {
        let name: String
        let returns: CType
        let parameters: [MemberEntry]
        /// The conversions of the first parameters that are not the context.
        let arguments: [ValueEntry]
        let result: ValueEntry
        /// Whether the function returns the result, instead of writing it through the pointer `result`.
        let returnsResult: Bool
        /// Whether the context is the first parameter; otherwise it is the last.
        let isContextFirst: Bool
        /// Whether it may be called after the call that received it has returned.
        let isEscaping: Bool
        let isAsynchronous: Bool
        let canFail: Bool
        /// The function with which the program completes an asynchronous one.
        let completer: String?
        let documentation: [String]
    }

    /// The name and type of a parameter.
    struct MemberEntry: Encodable {
        let name: String
        let type: CType
    }

    /// A protocol that the program can implement.
    struct InterfaceEntry: Encodable {
        let name: String
        /// The structure with the functions.
        let table: String
        let members: [RequirementEntry]
        let functions: [String]
    }

    /// A member of a table of functions.
    struct RequirementEntry: Encodable {
        /// Whether the member must not be null.
        let isRequired: Bool
        let hasDefault: Bool
        let function: CallbackEntry
    }

    /// A C function.
    struct FunctionEntry: Encodable {
        let name: String
        /// The C type of which it is a member.
        let owner: String?
        let purpose: String
        /// The number of the case that it makes or reads.
        let caseNumber: Int?
        /// The name within the owner, in languages where parameters distinguish functions.
        let stem: String
        /// The name within the owner where labels distinguish functions too.
        let labelledStem: String
        /// The name within the owner, different from those of all other functions.
        let uniqueStem: String
        /// The declaration in the library; the functions of one asynchronous call have the same.
        let declaration: String?
        let parameters: [ParameterEntry]
        let callbacks: [String]
        let documentation: [String]
        let errors: [String]
        let threads: ThreadsEntry
        let deprecation: DeprecationEntry?
    }

    /// What a function has to do with threads. Any thread may call it.
    struct ThreadsEntry: Encodable {
        /// The thread that does the work: `caller`, `library` or `main`.
        let place: String
        /// Whether the function waits for a result, an element or a time-out.
        let mayWait: Bool
        /// Where functions of the program run: `none`, `during_call`, `on_queue` or `on_library_thread`.
        let callbacks: String
        /// Whether only one thread at a time may use the receiver.
        let isReceiverExclusive: Bool

        init(_ rule: ThreadRule) {
            place = rule.place.rawValue
            mayWait = rule.mayWait
            callbacks = Words.snake(rule.callbacks.rawValue)
            isReceiverExclusive = rule.isReceiverExclusive
        }
    }

    /// A parameter of a C function.
    struct ParameterEntry: Encodable {
        let name: String
        let type: CType
        let role: String
        /// Whether the caller may leave it out: null, or a value for "none".
        let isOptional: Bool
        /// Whether a value may be absent, and what that means: `required`, `optional`, `defaulted`, `optional_or_defaulted`.
        let presence: String?
        /// Whether the call ends the value, so that its handle is invalid afterwards; absent for a value that stays.
        let isConsumed: Bool?
        let value: ValueEntry?
        /// The label in the library.
        let label: String?
        /// The default value in the library, in its language.
        let defaultValue: String?
        /// The unit of the number: `nanoseconds`, `pixels`; absent if there is none or it is unknown.
        let unit: String?
        let documentation: String
    }

    /// The deprecation of a declaration.
    struct DeprecationEntry: Encodable {
        let message: String?
        let replacement: String?

        init(_ deprecation: Deprecation) { (message, replacement) = (deprecation.message, deprecation.renamed) }
    }

    /// A declaration that the interface does not have.
    struct OmissionEntry: Encodable {
        let declaration: String
        let path: String
        let place: String?
        let reason: String

        init(_ omission: Omission) {
            (declaration, path, reason) = (omission.declaration, omission.path, omission.reason)
            place = omission.location?.description
        }
    }
}
