import BindingModel

/// The functions that a type has in addition to its members.
extension Registry {
    /// The retain and release functions.
    func lifetime(_ handle: HandleType) -> [LoweredFunction] {
        let name = Naming.local(handle.word.split(separator: "_").last.map(String.init) ?? handle.word)
        let parameter = LoweredParameter(name: name, c: handle.c, swift: handle.c, role: .receiver(handle.crossing))
        return [
            LoweredFunction(
                name: "\(handle.c)_retain",
                purpose: .retain,
                parameters: [parameter],
                summary: ["Retains the object for another owner; each owner calls `\(handle.c)_release`."],
                body: "return Handles.retain(\(escaped(name)).bits, Types.\(handle.word), Spans.\(handle.word)).code\n"
            ),
            LoweredFunction(
                name: "\(handle.c)_release",
                purpose: .release,
                parameters: [parameter],
                summary: ["Releases the object. The handle becomes invalid with the last release. Null is allowed."],
                body: "return release(\(escaped(name)).bits, Types.\(handle.word), Spans.\(handle.word))\n"
            ),
        ]
    }
}

extension LibraryLowering {
    // MARK: Conformances

    mutating func conformances(_ declaration: TypeDeclaration, _ owner: Owner, _ crossing: Crossing) -> [LoweredFunction] {
        var functions: [LoweredFunction] = []
        if case .interface = declaration.kind { return [] }
        let traits = declaration.conformances
        let isEquatable = traits.contains(.equatable) || traits.contains(.hashable) || traits.contains(.comparable)
        let me = Parameter(label: nil, name: owner.selfName, type: crossing.type)
        let other = Parameter(label: nil, name: "other", type: crossing.type)
        if isEquatable {
            functions += compare("equal", "==", "Whether both values are equal.", .equal, [me, other], owner)
        } else if case .object = declaration.kind {
            functions += compare("equal", "===", "Whether both handles refer to the same object.", .equal, [me, other], owner)
        }
        if traits.contains(.comparable) {
            functions += compare("less", "<", "Whether the first is ordered before the second.", .less, [me, other], owner)
        }
        if traits.contains(.hashable) {
            functions += derived(
                "hash",
                .hash,
                "Hash: equal for equal values, within one run of the program.",
                .integer(.int),
                owner
            ) {
                "\($0).hashValue"
            }
        } else if case .object = declaration.kind, !isEquatable {
            functions += derived("hash", .hash, "Hash: equal for the same object.", .integer(.int), owner) {
                "ObjectIdentifier(\($0)).hashValue"
            }
        }
        if traits.contains(.customStringConvertible) || traits.contains(.error) {
            functions += derived("description", .describe, "Description of the value for display.", .string, owner) {
                "String(describing: \($0))"
            }
        }
        if traits.contains(.caseIterable) {
            let spelling = owner.spelling
            let callee = Callee(
                receiver: .none,
                isMutating: false,
                parameters: [],
                result: .array(crossing.type),
                effects: Effects(),
                expression: { _, _ in "Swift.Array(\(spelling).allCases)" }
            )
            functions += special("all", .allCases, "All cases, in the order of their declaration.", callee, owner)
        }
        if traits.contains(.error) { functions += errors(owner, crossing) }
        return functions
    }

    private mutating func compare(
        _ stem: String,
        _ sign: String,
        _ summary: String,
        _ purpose: LoweredFunction.Purpose,
        _ parameters: [Parameter],
        _ owner: Owner
    ) -> [LoweredFunction] {
        let callee = Callee(
            receiver: .none,
            isMutating: false,
            parameters: parameters,
            result: .bool,
            effects: Effects(),
            expression: { _, arguments in "\(arguments[0]) \(sign) \(arguments[1])" }
        )
        return special(stem, purpose, summary, callee, owner)
    }

    private mutating func derived(
        _ stem: String,
        _ purpose: LoweredFunction.Purpose,
        _ summary: String,
        _ result: BindingType,
        _ owner: Owner,
        _ expression: @escaping (String) -> String
    ) -> [LoweredFunction] {
        let callee = Callee(
            receiver: owner.receiver,
            isMutating: false,
            parameters: [],
            result: result,
            effects: Effects(),
            expression: { target, _ in expression(target) }
        )
        return special(stem, purpose, summary, callee, owner)
    }

    private mutating func special(
        _ stem: String,
        _ purpose: LoweredFunction.Purpose,
        _ summary: String,
        _ callee: Callee,
        _ owner: Owner
    ) -> [LoweredFunction] {
        let name = "\(owner.c)_\(stem)"
        guard naming.claim(name, for: "\(owner.spelling) \(stem)") != nil,
            let lowered = try? CallLowering.lower(
                callee,
                name: name,
                selfName: owner.selfName,
                origin: .function(Function(usr: "", name: stem)),
                notes: DeclarationNotes(documentation: summary),
                registry: &registry,
                purpose: purpose
            )
        else { return [] }
        return lowered.map {
            var function = $0
            function.origin = nil
            return function
        }
    }

    private func errors(_ owner: Owner, _ crossing: Crossing) -> [LoweredFunction] {
        let error = LoweredParameter.anyError(prefix, documentation: "any error")
        let result = LoweredParameter(
            name: "result",
            c: "\(crossing.c) *",
            swift: "UnsafeMutablePointer<\(crossing.imported)>?",
            role: .result(crossing),
            documentation: "the value, owned by the caller"
        )
        let isPointer = crossing.shape == .aggregate && !crossing.isPlain
        let value = LoweredParameter(
            name: "value",
            c: isPointer ? "const \(crossing.c) *" : crossing.c,
            swift: isPointer ? "UnsafePointer<\(crossing.imported)>?" : crossing.imported,
            role: isPointer ? .pointer(crossing, isOptional: false) : .value(crossing, isOptional: false)
        )
        let out = LoweredParameter(
            name: "result",
            c: "\(prefix)_error **",
            swift: "UnsafeMutablePointer<OpaquePointer?>?",
            role: .error,
            documentation: "an error as the failure of a callback"
        )
        return [
            LoweredFunction(
                name: "\(owner.c)_from_error",
                purpose: .fromError,
                parameters: [error, result],
                summary: [
                    "Returns the value of an error of this type; otherwise `\(prefix.uppercased())_ERROR_INVALID_ARGUMENT`."
                ],
                body: """
                    \(CallLowering.shutDownGuard())
                    guard let result, let value = Errors.value(error, as: \(crossing.swift).self) else { return Status.invalidArgument.code }
                    result.pointee = \(Conversion.toC(crossing, "value"))
                    return Status.ok.code

                    """
            ),
            LoweredFunction(
                name: "\(owner.c)_to_error",
                purpose: .toError,
                parameters: [value, out],
                summary: ["Creates an error from a value."],
                body: """
                    \(CallLowering.shutDownGuard())
                    guard let result else { return Status.invalidArgument.code }
                    do throws(Status) {
                    \(isPointer ? "    guard let value else { throw .invalidArgument }\n" : "")    _ = Errors.store(\(Conversion.fromC(crossing, isPointer ? "value.pointee" : "value")), result)
                        return Status.ok.code
                    } catch {
                        return error.code
                    }

                    """
            ),
        ]
    }

    // MARK: Casts

    /// The conversions from a class to its superclass and back, and to the protocols of the class.
    mutating func casts(_ declaration: TypeDeclaration, _ c: String) -> [LoweredFunction] {
        var functions: [LoweredFunction] = []
        let selfName = Naming.local(declaration.path.last!)
        if case .object(let object) = declaration.kind, let parent = object.superclass,
            let parentCrossing = try? registry.crossing(.named(parent)),
            let crossing = try? registry.crossing(.named(declaration.identifier))
        {
            functions.append(
                cast(
                    "\(c)_as_\(parentCrossing.word)",
                    crossing,
                    parentCrossing,
                    selfName,
                    "Returns the object as its superclass; the new handle is released separately.",
                    "give_\(parentCrossing.word)(try take_\(crossing.word)(\(escaped(selfName))))"
                )
            )
            functions.append(
                cast(
                    "\(parentCrossing.c)_as_\(crossing.word)",
                    parentCrossing,
                    crossing,
                    Naming.local(parentCrossing.word),
                    "Returns the object as this subclass if it is one; otherwise null.",
                    "(try take_\(parentCrossing.word)(\(escaped(Naming.local(parentCrossing.word)))) as? \(crossing.swift)).map(give_\(crossing.word)) ?? \(crossing.c)()"
                )
            )
        }
        var own = BindingType.named(declaration.identifier)
        if case .interface = declaration.kind { own = .existential(declaration.identifier) }
        for interface in declaration.interfaces {
            guard let target = try? registry.crossing(.existential(interface)), let crossing = try? registry.crossing(own)
            else { continue }
            let isPointer = crossing.shape == .aggregate && !crossing.isPlain
            functions.append(
                cast(
                    "\(c)_as_\(target.word)",
                    crossing,
                    target,
                    selfName,
                    "Returns the object as a conformer of the protocol; released by the caller.",
                    "give_\(target.word)(\(Conversion.fromC(crossing, isPointer ? "\(escaped(selfName)).pointee" : escaped(selfName))))"
                )
            )
        }
        return functions
    }

    private mutating func cast(
        _ name: String,
        _ from: Crossing,
        _ to: Crossing,
        _ selfName: String,
        _ summary: String,
        _ expression: String
    ) -> LoweredFunction {
        let isPointer = from.shape == .aggregate && !from.isPlain
        let unwrap = isPointer ? "    guard let \(selfName) else { throw .invalidArgument }\n" : ""
        return LoweredFunction(
            name: naming.claim(name, [name + "_"], for: name) ?? name,
            purpose: .cast,
            parameters: [
                LoweredParameter(
                    name: selfName,
                    c: isPointer ? "const \(from.c) *" : from.c,
                    swift: isPointer ? "UnsafePointer<\(from.imported)>?" : from.imported,
                    role: .receiver(from)
                ),
                LoweredParameter(
                    name: "result",
                    c: "\(to.c) *",
                    swift: "UnsafeMutablePointer<\(to.imported)>?",
                    role: .result(to)
                ),
            ],
            summary: [summary],
            body: """
                \(CallLowering.shutDownGuard())
                guard let result else { return Status.invalidArgument.code }
                do throws(Status) {
                \(unwrap)    result.pointee = \(expression.contains("try ") && !expression.hasPrefix("try ") ? "try " + expression.replacing("try ", with: "") : expression)
                    return Status.ok.code
                } catch {
                    return error.code
                }

                """
        )
    }

    // MARK: Recursive enums

    mutating func recursiveCases(_ cases: [VariantCase], _ handle: HandleType, _ owner: Owner) -> [LoweredFunction] {
        var functions: [LoweredFunction] = []
        let spelling = owner.spelling
        let callee = Callee(
            receiver: owner.receiver,
            isMutating: false,
            parameters: [],
            result: .integer(.int32),
            effects: Effects(),
            expression: { target, _ in "kind_\(handle.word)(\(target))" }
        )
        functions += special("get_kind", .caseKind, "Returns the case: one of `\(owner.c.uppercased())_…`.", callee, owner)
        for (index, each) in cases.enumerated() {
            let made = Callee(
                receiver: .none,
                isMutating: false,
                parameters: each.payload.enumerated().map { place, element in
                    Parameter(
                        label: element.label,
                        name: element.label ?? (each.payload.count == 1 ? "value" : "value\(place)"),
                        type: element.type
                    )
                },
                result: .named(handle.declaration!.identifier),
                effects: Effects(),
                expression: { _, arguments in
                    "\(spelling).\(escaped(each.name))" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
                }
            )
            let notes = each.notes.documentation.isEmpty ? "Makes the case `\(each.name)`." : each.notes.documentation
            functions += special("make_\(Words.snake(each.name))", .makeCase(index), notes, made, owner)
            if each.payload.isEmpty { continue }
            let payload: BindingType = each.payload.count == 1 ? each.payload[0].type : .tuple(each.payload)
            let names = each.payload.indices.map { "part\($0)" }
            let tuple =
                each.payload.count == 1
                ? "part0"
                : "(" + zip(each.payload, names).map { ($0.label.map { "\($0): " } ?? "") + $1 }.joined(separator: ", ") + ")"
            let gives = (try? registry.crossing(.optional(payload)))?.swift ?? ""
            let got = Callee(
                receiver: owner.receiver,
                isMutating: false,
                parameters: [],
                result: .optional(payload),
                effects: Effects(),
                expression: { target, _ in
                    "{ (value: \(spelling)) -> \(gives) in if case let .\(escaped(each.name))(\(names.joined(separator: ", "))) = value { return \(tuple) } else { return nil } }(\(target))"
                }
            )
            functions += special(
                "get_\(Words.snake(each.name))",
                .casePayload(index),
                "Returns the payload of the case `\(each.name)`; absent for other cases.",
                got,
                owner
            )
        }
        return functions
    }
}
