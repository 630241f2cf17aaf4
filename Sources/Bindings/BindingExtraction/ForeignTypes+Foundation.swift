import BindingModel

/// Classes of Foundation.
extension ForeignType {
    /// The files of the computer.
    static let fileManager = object(
        "FileManager",
        "Access to the files of the computer, for functions of the library.",
        properties: [
            property(
                "FileManager",
                "default",
                of: .named(identifier("FileManager")),
                "Object that all of the process shares.",
                isStatic: true
            )
        ]
    )

    /// The progress of a function that takes long.
    static let progress = object(
        "Progress",
        "Progress of a function of the library: pass it to the function, and read or cancel it from another thread.",
        functions: [
            Function(
                usr: "foreign:Progress.init",
                kind: .initializer(isFailable: false),
                name: "init",
                parameters: [Parameter(label: "totalUnitCount", name: "totalUnitCount", type: .integer(.int64))],
                result: .named(identifier("Progress")),
                notes: DeclarationNotes(
                    documentation: """
                        Creates an object without progress.

                        - Parameter totalUnitCount: The number of units of all work; 0 if it is not known yet.
                        """
                )
            ),
            Function(
                usr: "foreign:Progress.cancel",
                name: "cancel",
                receiver: .borrowed,
                notes: DeclarationNotes(documentation: "Asks the function to end. Most functions then fail.")
            ),
        ],
        properties: [
            property("Progress", "totalUnitCount", of: .integer(.int64), "Number of units of all work."),
            property("Progress", "completedUnitCount", of: .integer(.int64), "Number of units of the work that is done."),
            property("Progress", "fractionCompleted", of: .double, "Part of the work that is done, from 0 to 1."),
            property("Progress", "isCancelled", of: .bool, "Whether the function was asked to end."),
        ]
    )

    private static func identifier(_ name: String) -> TypeIdentifier { TypeIdentifier(usr: "foreign:\(name)") }

    private static func object(
        _ name: String,
        _ documentation: String,
        functions: [Function] = [],
        properties: [PropertyDeclaration]
    ) -> ForeignType {
        let declaration = TypeDeclaration(
            identifier: identifier(name),
            module: "",
            systemModule: "Foundation",
            path: [name],
            spelling: "Foundation.\(name)",
            kind: .object(ObjectType()),
            functions: functions,
            properties: properties,
            notes: DeclarationNotes(documentation: documentation)
        )
        return ForeignType(type: .named(declaration.identifier), declarations: [declaration], module: "Foundation")
    }

    private static func property(
        _ owner: String,
        _ name: String,
        of type: BindingType,
        _ documentation: String,
        isStatic: Bool = false
    ) -> PropertyDeclaration {
        PropertyDeclaration(
            usr: "foreign:\(owner).\(name)",
            name: name,
            receiver: isStatic ? .none : .borrowed,
            type: type,
            notes: DeclarationNotes(documentation: documentation)
        )
    }
}
