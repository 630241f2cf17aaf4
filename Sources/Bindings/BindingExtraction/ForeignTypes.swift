import BindingModel

// Types of other libraries that are declared with the library's own, because the interface refers to them.

/// A type that the modules do not declare, with the declarations that represent it.
struct ForeignType {
    /// The type itself.
    let type: BindingType
    /// The declared types that represent it.
    let declarations: [TypeDeclaration]
    /// The module that Swift code imports for it; `nil` if the thunks do so by themselves.
    let module: String?

    /// By USR.
    static let known: [String: ForeignType] = {
        var types: [String: ForeignType] = [:]
        for module in ["10Foundation", "20FoundationEssentials", "12CoreGraphics", "14CoreFoundation"] {
            types["s:\(module)7CGPointV"] = structure([point])
            types["s:\(module)6CGSizeV"] = structure([size])
            types["s:\(module)6CGRectV"] = structure([rectangle, point, size])
            types["s:\(module)12DateIntervalV"] = dateInterval
            types["s:\(module)14DateComponentsV"] = dateComponents
            types["s:\(module)8_NSRangeV"] = structure([range])
            types["s:\(module)7NSRangeV"] = structure([range])
        }
        types["s:8Dispatch0A5QueueC"] = ForeignType(type: .named(queue.identifier), declarations: [queue], module: nil)
        types["s:10Foundation11FileManagerC"] = fileManager
        types["s:20FoundationEssentials11FileManagerC"] = fileManager
        types["s:10Foundation8ProgressC"] = progress
        types["s:s11AnyHashableV"] = any("Swift.AnyHashable", name: "AnyHashable", getter: "hashable", isFailable: true)
        return types
    }()

    /// `Any`.
    static let any = any("Any", name: "Any", getter: "any")
    /// `any Sendable`.
    static let sendable = any("any Swift.Sendable", name: "Sendable", getter: "sendable")

    private static func structure(_ declarations: [TypeDeclaration]) -> ForeignType {
        ForeignType(type: .named(declarations[0].identifier), declarations: declarations, module: "Foundation")
    }

    private static func any(_ spelling: String, name: String, getter: String, isFailable: Bool = false) -> ForeignType {
        let base = BindingType.named(value.identifier)
        return ForeignType(
            type: .adapted(AdaptedType(base, spelling, name: name, getter: getter, isFailable: isFailable)),
            declarations: [value],
            module: nil
        )
    }

    // MARK: Structures

    private static let number = BindingType.adapted(
        AdaptedType(.double, "Foundation.CGFloat", name: "CGFloat", module: "Foundation")
    )

    private static let point = record("CGPoint", "Point of a plane.", [("x", number), ("y", number)])
    private static let size = record("CGSize", "Size of a rectangle.", [("width", number), ("height", number)])
    private static let rectangle = record(
        "CGRect",
        "Rectangle of a plane.",
        [("origin", .named(point.identifier)), ("size", .named(size.identifier))]
    )
    private static let range = record(
        "NSRange",
        "Part of a sequence: the index of its first element, and the number of its elements.",
        [("location", .integer(.int)), ("length", .integer(.int))]
    )

    private static func record(_ name: String, _ documentation: String, _ fields: [(String, BindingType)]) -> TypeDeclaration {
        TypeDeclaration(
            identifier: TypeIdentifier(usr: "foreign:\(name)"),
            module: "",
            systemModule: "Foundation",
            path: [name],
            spelling: "Foundation.\(name)",
            kind: .record(fields.map { Field(name: $0.0, type: $0.1, label: $0.0) }),
            conformances: [.equatable],
            notes: DeclarationNotes(documentation: documentation)
        )
    }

    // MARK: Queues

    private static let queue = TypeDeclaration(
        identifier: TypeIdentifier(usr: "foreign:DispatchQueue"),
        module: "",
        systemModule: "Dispatch",
        path: ["DispatchQueue"],
        spelling: "Dispatch.DispatchQueue",
        kind: .object(ObjectType()),
        functions: [
            Function(
                usr: "foreign:DispatchQueue.init",
                kind: .initializer(isFailable: false),
                name: "init",
                parameters: [Parameter(label: "label", name: "label", type: .string)],
                result: .named(TypeIdentifier(usr: "foreign:DispatchQueue")),
                notes: DeclarationNotes(
                    documentation: "Creates a queue that runs one function at a time, on threads of the system."
                )
            ),
            Function(
                usr: "foreign:DispatchQueue.global",
                name: "global",
                result: .named(TypeIdentifier(usr: "foreign:DispatchQueue")),
                notes: DeclarationNotes(
                    documentation: "Returns the queue that runs functions concurrently, on threads of the system."
                )
            ),
        ],
        properties: [
            PropertyDeclaration(
                usr: "foreign:DispatchQueue.main",
                name: "main",
                receiver: .none,
                type: .named(TypeIdentifier(usr: "foreign:DispatchQueue")),
                notes: DeclarationNotes(
                    documentation:
                        "Queue of the main thread, whose functions run when the program runs the pending work of the main queue."
                )
            ),
            PropertyDeclaration(
                usr: "foreign:DispatchQueue.label",
                name: "label",
                receiver: .borrowed,
                type: .string,
                notes: DeclarationNotes(documentation: "Name of the queue.")
            ),
        ],
        notes: DeclarationNotes(
            documentation: "Queue of the system that runs functions of the library, and on which the library calls the program."
        )
    )

    // MARK: Values of any type

    private static let any_ = BindingType.adapted(
        AdaptedType(.named(TypeIdentifier(usr: TypeDeclaration.anyValue)), "Any", name: "Any", getter: "any")
    )

    private static let value = TypeDeclaration(
        identifier: TypeIdentifier(usr: TypeDeclaration.anyValue),
        module: "",
        path: ["AnyValue"],
        spelling: "AnyValue",
        kind: .variant(
            [
                payload("none", nil, "No value."),
                payload("boolean", .bool, "True or false."),
                payload("integer", .integer(.int64), "Integer."),
                payload("number", .double, "Number with a fraction."),
                payload("text", .string, "Text."),
                payload("bytes", .bytes(.array), "Bytes."),
                payload("list", .array(any_), "List."),
                payload("dictionary", .dictionary(key: .string, value: any_), "Dictionary with texts as keys."),
                opaque,
            ],
            isRecursive: true
        ),
        conformances: [.customStringConvertible],
        notes: DeclarationNotes(documentation: "Value of any type.")
    )

    private static func payload(_ name: String, _ type: BindingType?, _ documentation: String) -> VariantCase {
        VariantCase(
            usr: "\(TypeDeclaration.anyValue).\(name)",
            name: name,
            payload: type.map { [TupleElement(label: nil, type: $0)] } ?? [],
            notes: DeclarationNotes(documentation: documentation)
        )
    }

    private static let opaque: VariantCase = {
        var opaque = payload("other", nil, "Value of a type without counterpart, which can only be described and returned.")
        opaque.isOpaque = true
        return opaque
    }()
}
