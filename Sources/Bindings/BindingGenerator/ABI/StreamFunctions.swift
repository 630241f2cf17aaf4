import BindingModel

// The functions of streams, for C code that consumes or produces elements.

extension LibraryLowering {
    mutating func streamFunctions(_ handle: HandleType, _ element: Crossing) -> [LoweredFunction] {
        // A member of the type itself may already have one of the names.
        let names = ["next", "try_next", "descriptor", "close", "subscribe"].map { stem in
            naming.claim("\(handle.c)_\(stem)", ["\(handle.c)_\(stem)_elements"], for: handle.c) ?? "\(handle.c)_\(stem)_"
        }
        let stream = LoweredParameter(
            name: "stream",
            c: handle.c,
            swift: handle.c,
            role: .receiver(handle.crossing)
        )
        let result = LoweredParameter(
            name: "result",
            c: "\(element.c) *".replacing("* *", with: "**"),
            swift: "UnsafeMutablePointer<\(element.imported)>?",
            role: .result(element)
        )
        var error = CallLowering.errorParameter(prefix)
        error.documentation = ""
        let timeout = LoweredParameter(
            name: "timeout_ns",
            c: "int64_t",
            swift: "Int64",
            role: .timeout
        )
        let give = "{ result.pointee = \(Conversion.toC(element, "$0")) }"
        var functions = [
            LoweredFunction(
                name: names[0],
                purpose: .next,
                parameters: [stream, timeout, result, error],
                summary: ["Waits for the next element, which the caller owns. `timeout_ns`: 0: do not wait; negative: no limit."],
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
                summary: [
                    "Returns the next element, which the caller owns, if one is available. Otherwise requests one:",
                    "`\(prefix.uppercased())_PENDING`, and the descriptor becomes readable when it arrives.",
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
                        )
                    ),
                ],
                summary: ["File descriptor that is readable while an element is available; owned by the stream."],
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
                summary: ["Closes the stream: waiting calls return `\(prefix.uppercased())_END`. May be called again."],
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
            summary: ["Called at the end of the stream; `error` is borrowed, and null unless the stream failed."]
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
                    role: .queue
                ),
                LoweredParameter(
                    name: "on_element",
                    c: elementName,
                    swift: "\(elementName)?",
                    role: .callback(isOptional: false)
                ),
                LoweredParameter(
                    name: "on_end",
                    c: endName,
                    swift: "\(endName)?",
                    role: .callback(isOptional: true)
                ),
                LoweredParameter(
                    name: "context",
                    c: "void *",
                    swift: "UnsafeMutableRawPointer?",
                    role: .context
                ),
                LoweredParameter(
                    name: "release",
                    c: "\(prefix)_release",
                    swift: "\(prefix)_release?",
                    role: .release
                ),
                LoweredParameter(
                    name: "result",
                    c: "\(subscription) *",
                    swift: "UnsafeMutablePointer<\(subscription)>?",
                    role: .result(
                        .handle(.subscription, c: subscription, word: "subscription", swift: "HotShoeSupport.Subscription")
                    )
                ),
            ],
            callbacks: [onElement.callback, end],
            summary: [
                "Calls `on_element` with each element, borrowed for the call, and `on_end`, which may be null, at the end, but not",
                "after a cancellation. A null `queue`: on a thread of the library. `release`, which may be null, is called once with",
                "`context` when neither will be called again, also if this function fails.",
            ],
            body: body
        )
    }

    /// The functions that make a stream as an argument, and add elements to it.
    func sourceFunctions(_ handle: HandleType, _ element: Crossing) -> [LoweredFunction] {
        let stream = String(handle.c.dropLast("_source".count))
        let streamWord = String(handle.word.dropLast("_source".count))
        let source = LoweredParameter(
            name: "source",
            c: handle.c,
            swift: handle.c,
            role: .receiver(handle.crossing)
        )
        let isPointer = element.shape == .aggregate && !element.isPlain && !element.isNullable
        let value = LoweredParameter(
            name: "element",
            c: isPointer ? "const \(element.c) *" : element.c,
            swift: isPointer ? "UnsafePointer<\(element.imported)>?" : element.imported,
            role: isPointer ? .pointer(element, isOptional: false) : .value(element, isOptional: element.isOptional)
        )
        func result(_ name: String, _ c: String, _ word: String) -> LoweredParameter {
            var crossing = handle.crossing
            (crossing.c, crossing.imported, crossing.word) = (c, c, word)
            return LoweredParameter(name: name, c: "\(c) *", swift: "UnsafeMutablePointer<\(c)>?", role: .result(crossing))
        }
        return [
            LoweredFunction(
                name: "\(stream)_create",
                purpose: .makeStream,
                parameters: [result("stream", stream, streamWord), result("source", handle.c, handle.word)],
                summary: ["Creates a stream to pass to the library, and the source through which the program feeds it."],
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
                    "Appends an element. `\(prefix.uppercased())_END`: the stream has ended, and the element is discarded."
                ],
                body: """
                    do throws(Status) {
                        let held = try held_\(handle.word)(source)
                    \(isPointer ? "    guard let element else { throw .invalidArgument }\n" : "")    return held.yield(\(Conversion.fromC(element, isPointer ? "element.pointee" : "element").replacing("try ", with: ""))) ? Status.ok.code : Status.end.code
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
                    .anyError(prefix, documentation: "reason for the end; null: the stream is complete"),
                ],
                summary: ["Ends the stream after the queued elements. A stream without errors ignores the error."],
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
}
