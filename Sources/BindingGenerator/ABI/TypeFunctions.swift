import BindingModel

/// The functions that a type has besides its members.
extension Registry {
    /// Retain and release.
    func lifetime(_ handle: HandleType) -> [LoweredFunction] {
        let crossing = self.crossing(of: handle)
        let name = Naming.local(handle.word.split(separator: "_").last.map(String.init) ?? handle.word)
        let parameter = LoweredParameter(name: name, c: handle.c, swift: handle.c, role: .receiver(crossing))
        return [
            LoweredFunction(
                name: "\(handle.c)_retain",
                purpose: .retain,
                parameters: [parameter],
                summary: ["Keeps the object for one more owner; each calls `\(handle.c)_release`."],
                body: "return Handles.retain(\(escaped(name)).bits, Types.\(handle.word), Spans.\(handle.word)).code\n"
            ),
            LoweredFunction(
                name: "\(handle.c)_release",
                purpose: .release,
                parameters: [parameter],
                summary: ["Gives the object up. The handle is not valid any more, unless it was retained. Null is fine."],
                body: "return release(\(escaped(name)).bits, Types.\(handle.word), Spans.\(handle.word))\n"
            ),
        ]
    }

    func crossing(of handle: HandleType) -> Crossing {
        Crossing(
            type: handle.declaration.map { .named($0.identifier) } ?? .void,
            shape: .handle,
            c: handle.c,
            imported: handle.c,
            word: handle.word,
            swift: handle.swift,
            isPlain: false,
            isNullable: true
        )
    }
}

extension LibraryLowering {
    // MARK: Streams

    mutating func streamFunctions(_ handle: HandleType, _ element: Crossing) -> [LoweredFunction] {
        // A member of the type itself may have taken one of the names.
        let names = ["next", "try_next", "descriptor", "close", "subscribe"].map { stem in
            naming.take("\(handle.c)_\(stem)", ["\(handle.c)_\(stem)_elements"], for: handle.c) ?? "\(handle.c)_\(stem)_"
        }
        let stream = LoweredParameter(
            name: "stream",
            c: handle.c,
            swift: handle.c,
            role: .receiver(registry.crossing(of: handle))
        )
        let result = LoweredParameter(
            name: "result",
            c: "\(element.c) *".replacing("* *", with: "**"),
            swift: "UnsafeMutablePointer<\(element.imported)>?",
            role: .result(element),
            documentation: "the element, owned by the caller"
        )
        let error = CallLowering.errorParameter(prefix)
        let timeout = LoweredParameter(
            name: "timeout_ns",
            c: "int64_t",
            swift: "Int64",
            role: .timeout,
            documentation: "how long to wait, in nanoseconds; 0: not at all; negative: for ever"
        )
        let give = "{ result.pointee = \(Conversion.give(element, "$0")) }"
        let codes = [
            "`\(prefix.uppercased())_OK`: there is an element; `\(prefix.uppercased())_END`: there will be none any more."
        ]
        var functions = [
            LoweredFunction(
                name: names[0],
                purpose: .next,
                parameters: [stream, timeout, result, error],
                summary: ["Waits for the next element."] + codes + ["`\(prefix.uppercased())_TIMED_OUT`: none came in time."],
                body: """
                    guard let result else { return refuse(.invalidArgument, error) }
                    do throws(Status) {
                        return deliver(try held_\(handle.word)(stream).next(nanoseconds: timeout_ns), error) \(give)
                    } catch {
                        return error.code
                    }

                    """
            ),
            LoweredFunction(
                name: names[1],
                purpose: .tryNext,
                parameters: [stream, result, error],
                summary: ["Takes an element if there is one."] + codes
                    + [
                        "`\(prefix.uppercased())_PENDING`: none is there yet; one has been asked for, and the descriptor becomes readable when it has come."
                    ],
                body: """
                    guard let result else { return refuse(.invalidArgument, error) }
                    do throws(Status) {
                        return deliver(try held_\(handle.word)(stream).tryNext(), error) \(give)
                    } catch {
                        return error.code
                    }

                    """
            ),
            LoweredFunction(
                name: names[2],
                purpose: .descriptor,
                parameters: [
                    stream,
                    LoweredParameter(
                        name: "result",
                        c: "int *",
                        swift: "UnsafeMutablePointer<Int32>?",
                        role: .result(
                            Crossing(
                                type: .integer(.int32),
                                shape: .scalar,
                                c: "int",
                                imported: "Int32",
                                word: "int32",
                                swift: "Swift.Int32",
                                isPlain: true,
                                isNullable: false
                            )
                        ),
                        documentation: "a file descriptor that is readable while something can be taken; it belongs to the stream"
                    ),
                ],
                summary: ["For `poll(2)` and its like."],
                body: """
                    guard let result else { return Status.invalidArgument.code }
                    do throws(Status) {
                        result.pointee = try held_\(handle.word)(stream).descriptor
                        return Status.ok.code
                    } catch {
                        return error.code
                    }

                    """
            ),
            LoweredFunction(
                name: names[3],
                purpose: .close,
                parameters: [stream],
                summary: ["Ends the stream: who waits gets `\(prefix.uppercased())_END`. Closing again is fine."],
                body: """
                    do throws(Status) {
                        try held_\(handle.word)(stream).close()
                        return Status.ok.code
                    } catch {
                        return error.code
                    }

                    """
            ),
        ]
        functions.append(subscribe(names[4], handle, element, stream, error))
        return functions
    }

    private mutating func subscribe(
        _ name: String,
        _ handle: HandleType,
        _ element: Crossing,
        _ stream: LoweredParameter,
        _ error: LoweredParameter
    ) -> LoweredFunction {
        let closure = ClosureType(
            parameters: [TupleElement(label: "element", type: element.type)],
            result: .void,
            isSendable: true
        )
        var companions: [LoweredFunction] = []
        let elementName = "\(handle.c)_element_callback"
        let endName = "\(handle.c)_end_callback"
        let onElement = try! CallbackLowering.lower(
            closure,
            name: elementName,
            contextFirst: false,
            registry: &registry,
            companions: &companions
        )
        let end = LoweredCallback(
            name: endName,
            returns: "void",
            parameters: [("const \(prefix)_error *", "error"), ("void *", "context")],
            closure: ClosureType(parameters: [TupleElement(label: "error", type: .optional(.error))], result: .void),
            summary: ["Called once when there are no more elements; `error` is null unless the stream failed, and borrowed."]
        )
        let subscription = "\(prefix)_subscription"
        let body = """
            let context_ = ForeignContext(context, release: release)
            guard let result else { return Status.invalidArgument.code }
            do throws(Status) {
                guard let on_element else { throw .invalidArgument }
                let held = try held_\(handle.word)(stream)
                let queue_ = try take_optional_queue(queue)
                let subscription = held.subscribe(queue: queue_, onElement: \(onElement.swiftClosure(function: "on_element", context: "context_.pointer").replacing("\n", with: "\n    ")), onEnd: { failure in
                    var error_c: OpaquePointer?
                    if let failure { _ = Errors.store(failure, &error_c) }
                    on_end?(error_c, context_.pointer)
                    Errors.free(error_c)
                })
                result.pointee = give_subscription(subscription)
                return Status.ok.code
            } catch {
                return error.code
            }

            """
        return LoweredFunction(
            name: name,
            purpose: .subscribe,
            parameters: [
                stream,
                LoweredParameter(
                    name: "queue",
                    c: "\(prefix)_queue",
                    swift: "\(prefix)_queue",
                    role: .queue,
                    documentation: "where the functions are called; null: on a thread of the library"
                ),
                LoweredParameter(
                    name: "on_element",
                    c: elementName,
                    swift: "\(elementName)?",
                    role: .callback(isOptional: false),
                    documentation: "called with each element, one at a time; the element is borrowed for the time of the call"
                ),
                LoweredParameter(
                    name: "on_end",
                    c: endName,
                    swift: "\(endName)?",
                    role: .callback(isOptional: true),
                    documentation: "called once at the end, but not after cancelling; may be null"
                ),
                LoweredParameter(
                    name: "context",
                    c: "void *",
                    swift: "UnsafeMutableRawPointer?",
                    role: .context,
                    documentation: "handed to both"
                ),
                LoweredParameter(
                    name: "release",
                    c: "\(prefix)_release",
                    swift: "\(prefix)_release?",
                    role: .release,
                    documentation:
                        "called once with `context` when neither will be called any more, even if this fails; may be null"
                ),
                LoweredParameter(
                    name: "result",
                    c: "\(subscription) *",
                    swift: "UnsafeMutablePointer<\(subscription)>?",
                    role: .result(
                        Crossing(
                            type: .subscription,
                            shape: .handle,
                            c: subscription,
                            imported: subscription,
                            word: "subscription",
                            swift: "HotShoeSupport.Subscription",
                            isPlain: false,
                            isNullable: true
                        )
                    ),
                    documentation: "ends the calls when it is cancelled or released"
                ),
            ],
            callbacks: [onElement.callback, end],
            summary: ["Calls a function with each element."],
            body: body
        )
    }

    /// Making a stream to pass in, and putting elements into it.
    func sourceFunctions(_ handle: HandleType, _ element: Crossing) -> [LoweredFunction] {
        let stream = String(handle.c.dropLast("_source".count))
        let streamWord = String(handle.word.dropLast("_source".count))
        let source = LoweredParameter(
            name: "source",
            c: handle.c,
            swift: handle.c,
            role: .receiver(registry.crossing(of: handle))
        )
        let isPointer = element.shape == .aggregate && !element.isPlain && !element.isNullable
        let value = LoweredParameter(
            name: "element",
            c: isPointer ? "const \(element.c) *" : element.c,
            swift: isPointer ? "UnsafePointer<\(element.imported)>?" : element.imported,
            role: isPointer ? .pointer(element, isOptional: false) : .value(element, isOptional: element.isOptional)
        )
        func result(_ name: String, _ c: String, _ word: String) -> LoweredParameter {
            var crossing = registry.crossing(of: handle)
            (crossing.c, crossing.imported, crossing.word) = (c, c, word)
            return LoweredParameter(name: name, c: "\(c) *", swift: "UnsafeMutablePointer<\(c)>?", role: .result(crossing))
        }
        return [
            LoweredFunction(
                name: "\(stream)_create",
                purpose: .makeStream,
                parameters: [result("stream", stream, streamWord), result("source", handle.c, handle.word)],
                summary: ["Makes a stream to pass to the library, and the source that the program feeds it from."],
                body: """
                    guard let stream, let source else { return Status.invalidArgument.code }
                    let made = StreamSource<\(element.swift)>.make()
                    let bits = Handles.insert(made.stream, type: Types.\(streamWord))
                    guard bits != 0 else { return Handles.failure.code }
                    stream.pointee = \(stream)(bits: bits)
                    source.pointee = \(handle.c)(bits: Handles.insert(made.source, type: Types.\(handle.word)))
                    return Status.ok.code

                    """
            ),
            LoweredFunction(
                name: "\(handle.c)_yield",
                purpose: .yield,
                parameters: [source, value],
                summary: [
                    "Puts an element in line. `\(prefix.uppercased())_END`: the stream has ended, and nobody will take it."
                ],
                body: """
                    do throws(Status) {
                        let held = try held_\(handle.word)(source)
                    \(isPointer ? "    guard let element else { throw .invalidArgument }\n" : "")    return held.yield(\(Conversion.take(element, isPointer ? "element.pointee" : "element").replacing("try ", with: ""))) ? Status.ok.code : Status.end.code
                    } catch {
                        return error.code
                    }

                    """.replacing("return held.yield(take_", with: "return held.yield(try take_")
            ),
            LoweredFunction(
                name: "\(handle.c)_finish",
                purpose: .finishStream,
                parameters: [
                    source,
                    LoweredParameter(
                        name: "error",
                        c: "const \(prefix)_error *",
                        swift: "OpaquePointer?",
                        role: .value(
                            Crossing(
                                type: .error,
                                shape: .error,
                                c: "\(prefix)_error *",
                                imported: "OpaquePointer?",
                                word: "error",
                                swift: "any Swift.Error",
                                isPlain: false,
                                isNullable: true
                            ),
                            isOptional: true
                        ),
                        documentation: "why it ends; null: there are no more elements"
                    ),
                ],
                summary: ["Ends the stream, after what is in line. A stream without errors just ends."],
                body: """
                    do throws(Status) {
                        let held = try held_\(handle.word)(source)
                        held.finish(throwing: try error.map { (error) throws(Status) in try take_error(error) })
                        return Status.ok.code
                    } catch let refused {
                        return refused.code
                    }

                    """
            ),
        ]
    }

    // MARK: Conformances

    mutating func conformances(_ declaration: TypeDeclaration, _ owner: Owner, _ crossing: Crossing) -> [LoweredFunction] {
        var functions: [LoweredFunction] = []
        if case .interface = declaration.kind { return [] }
        let traits = declaration.conformances
        let isEquatable = traits.contains(.equatable) || traits.contains(.hashable) || traits.contains(.comparable)
        let me = Parameter(label: nil, name: owner.selfName, type: crossing.type)
        let other = Parameter(label: nil, name: "other", type: crossing.type)
        if isEquatable {
            functions += compare("equal", "==", "Whether both are the same value.", .equal, [me, other], owner)
        } else if case .object = declaration.kind {
            functions += compare("equal", "===", "Whether both are the same object.", .equal, [me, other], owner)
        }
        if traits.contains(.comparable) {
            functions += compare("less", "<", "Whether the first comes before the second.", .less, [me, other], owner)
        }
        if traits.contains(.hashable) {
            functions += derived("hash", .hash, "The same for equal values, while the program runs.", .integer(.int), owner) {
                "\($0).hashValue"
            }
        } else if case .object = declaration.kind, !isEquatable {
            functions += derived("hash", .hash, "The same for the same object.", .integer(.int), owner) {
                "ObjectIdentifier(\($0)).hashValue"
            }
        }
        if traits.contains(.customStringConvertible) || traits.contains(.error) {
            functions += derived("description", .describe, "The value as text for people.", .string, owner) {
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
            functions += special("all", .allCases, "Every case, in the order of their declaration.", callee, owner)
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
        guard naming.take(name, for: "\(owner.spelling) \(stem)") != nil,
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
        let error = LoweredParameter(
            name: "error",
            c: "const \(prefix)_error *",
            swift: "OpaquePointer?",
            role: .value(
                Crossing(
                    type: .error,
                    shape: .error,
                    c: "\(prefix)_error *",
                    imported: "OpaquePointer?",
                    word: "error",
                    swift: "any Swift.Error",
                    isPlain: false,
                    isNullable: true
                ),
                isOptional: true
            ),
            documentation: "any error"
        )
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
            documentation: "an error for a callback to fail with"
        )
        return [
            LoweredFunction(
                name: "\(owner.c)_from_error",
                purpose: .fromError,
                parameters: [error, result],
                summary: [
                    "Takes the value out of an error, if it is one of this type; else `\(prefix.uppercased())_ERROR_INVALID_ARGUMENT`."
                ],
                body: """
                    \(CallLowering.shutDownGuard())
                    guard let result, let value = Errors.value(error, as: \(crossing.swift).self) else { return Status.invalidArgument.code }
                    result.pointee = \(Conversion.give(crossing, "value"))
                    return Status.ok.code

                    """
            ),
            LoweredFunction(
                name: "\(owner.c)_to_error",
                purpose: .toError,
                parameters: [value, out],
                summary: ["Makes an error of a value."],
                body: """
                    \(CallLowering.shutDownGuard())
                    guard let result else { return Status.invalidArgument.code }
                    do throws(Status) {
                    \(isPointer ? "    guard let value else { throw .invalidArgument }\n" : "")    _ = Errors.store(\(Conversion.take(crossing, isPointer ? "value.pointee" : "value")), result)
                        return Status.ok.code
                    } catch {
                        return error.code
                    }

                    """
            ),
        ]
    }

    // MARK: Casts

    /// From a class to its superclass and back, and to the protocols that it conforms to.
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
                    "The same object as its superclass; a handle more to release.",
                    "give_\(parentCrossing.word)(try take_\(crossing.word)(\(escaped(selfName))))"
                )
            )
            functions.append(
                cast(
                    "\(parentCrossing.c)_as_\(crossing.word)",
                    parentCrossing,
                    crossing,
                    Naming.local(parentCrossing.word),
                    "The object as this subclass, if it is one; else null.",
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
                    "The same, as what conforms to the protocol; to be released by the caller.",
                    "give_\(target.word)(\(Conversion.take(crossing, isPointer ? "\(escaped(selfName)).pointee" : escaped(selfName))))"
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
            name: naming.take(name, [name + "_"], for: name) ?? name,
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
        functions += special("get_kind", .caseKind, "Which case it is: one of `\(owner.c.uppercased())_…`.", callee, owner)
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
                "What the case `\(each.name)` holds; none if it is another case.",
                got,
                owner
            )
        }
        return functions
    }
}
