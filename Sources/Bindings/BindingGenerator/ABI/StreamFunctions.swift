import BindingModel

// The functions of streams, for C code that consumes or produces elements.

extension LibraryLowering {
    mutating func sequence(_ handle: HandleType, _ element: Crossing) -> LoweredMember {
        let stream = LoweredParameter.receiver("stream", handle.crossing)
        let result = LoweredParameter.result("result", element)
        let error = LoweredParameter.error(prefix, documentation: "")
        let next = LoweredFunction(
            name: name("next", of: handle),
            purpose: .next,
            parameters: [stream, .timeout("timeout_ns"), result, error],
            summary: ["Waits for the next element, which the caller owns. `timeout_ns`: 0: do not wait; negative: no limit."],
            implementation: .next(handle, element)
        )
        let tryNext = LoweredFunction(
            name: name("try_next", of: handle),
            purpose: .tryNext,
            parameters: [stream, result, error],
            summary: [
                "Returns the next element, which the caller owns, if one is available. Otherwise requests one:",
                "`\(prefix.uppercased())_PENDING`, and the descriptor becomes readable when it arrives.",
            ],
            implementation: .tryNext(handle, element)
        )
        let descriptor = LoweredFunction(
            name: name("descriptor", of: handle),
            purpose: .descriptor,
            parameters: [stream, .result("result", Self.fileDescriptor)],
            summary: ["File descriptor that is readable while an element is available; owned by the stream."],
            implementation: .descriptor(handle)
        )
        let close = LoweredFunction(
            name: name("close", of: handle),
            purpose: .close,
            parameters: [stream],
            summary: ["Closes the stream: waiting calls return `\(prefix.uppercased())_END`. May be called again."],
            implementation: .close(handle)
        )
        return LoweredMember(
            .sequence(
                LoweredSequence(
                    element: element,
                    next: next,
                    tryNext: tryNext,
                    descriptor: descriptor,
                    close: close,
                    onReady: onReady(handle, stream, tryNext),
                    subscribe: subscribe(handle, element, stream)
                )
            )
        )
    }

    private mutating func onReady(
        _ handle: HandleType,
        _ stream: LoweredParameter,
        _ tryNext: LoweredFunction
    ) -> LoweredFunction {
        LoweredFunction(
            name: name("on_ready", of: handle),
            purpose: .onReady,
            parameters: [
                stream, .queue(prefix), .callback("on_ready", type: "\(prefix)_ready_callback", isOptional: false), .context(),
                .release(prefix),
            ],
            summary: [
                "Requests an element, and calls `on_ready` once when an element or the end is available; then",
                "`\(handle.c)_try_next` returns it, unless another consumer has received it. A null `queue`: on a thread of the library. `release`, which may be null, is",
                "called once with `context` when `on_ready` will not be called again, also if this function fails.",
            ],
            implementation: .onReady(handle)
        )
    }

    /// The name of a stream's function; a member of the type itself may already have the short one.
    private mutating func name(_ stem: String, of handle: HandleType) -> String {
        let wanted = "\(handle.c)_\(stem)"
        return naming.claim(wanted, ["\(wanted)_elements"], for: handle.c) ?? wanted + "_"
    }

    private static let fileDescriptor = Crossing(
        type: .integer(.int32),
        shape: .scalar,
        representation: .number(.int),
        word: "int32",
        swiftType: .named("Swift.Int32"),
        isPlain: true,
        isNullable: false
    )

    private mutating func subscribe(
        _ handle: HandleType,
        _ element: Crossing,
        _ stream: LoweredParameter
    ) -> LoweredFunction {
        let closure = ClosureType(
            parameters: [TupleElement(label: "element", type: element.type)],
            result: .void,
            isSendable: true
        )
        var companions: [LoweredMember] = []
        // An element has a conversion already.
        let onElement = try! CallbackLowering.lower(
            closure,
            base: "\(handle.c)_element",
            registry: &registry,
            companions: &companions
        )
        let onEnd = onEnd(handle)
        // The type of a subscription has a conversion in every library.
        let subscription = try! registry.crossing(.subscription)
        return LoweredFunction(
            name: name("subscribe", of: handle),
            purpose: .subscribe,
            parameters: [
                stream, .queue(prefix), .callback("on_element", type: onElement.name, isOptional: false),
                .callback("on_end", type: onEnd.name, isOptional: true), .context(), .release(prefix),
                .result("result", subscription),
            ],
            callbacks: [onElement, onEnd],
            summary: [
                "Calls `on_element` with each element, borrowed for the call, and `on_end`, which may be null, at the end, but not",
                "after a cancellation. A null `queue`: on a thread of the library. `release`, which may be null, is called once with",
                "`context` when neither will be called again, also if this function fails.",
            ],
            implementation: .subscribe(handle, onElement)
        )
    }

    private func onEnd(_ handle: HandleType) -> LoweredCallback {
        LoweredCallback(
            name: "\(handle.c)_end_callback",
            returns: .void,
            parameters: [(.constant(.opaque("\(prefix)_error")), "error"), (.pointer(.void), "context")],
            closure: ClosureType(parameters: [TupleElement(label: "error", type: .optional(.error))], result: .void),
            summary: ["Called at the end of the stream; `error` is borrowed, and null unless the stream failed."]
        )
    }

    /// The functions that make a stream as an argument, and add elements to it.
    func source(_ handle: HandleType, _ element: Crossing, of name: TypeName) -> [LoweredMember] {
        let stream = registry.handle(name.c)!
        let source = LoweredParameter.receiver("source", handle.crossing)
        var create = LoweredFunction(
            name: "\(stream.c)_create",
            purpose: .makeStream,
            parameters: [.result("stream", stream.crossing), .result("source", handle.crossing)],
            summary: ["Creates a stream to pass to the library, and the source through which the program feeds it."],
            implementation: .makeStream(source: handle, stream: stream, element: element)
        )
        create.owner = handle.c
        let yield = LoweredFunction(
            name: "\(handle.c)_yield",
            purpose: .yield,
            parameters: [source, .argument("element", element)],
            summary: ["Appends an element. `\(prefix.uppercased())_END`: the stream has ended, and the element is discarded."],
            implementation: .yield(handle, element)
        )
        let finish = LoweredFunction(
            name: "\(handle.c)_finish",
            purpose: .finishStream,
            parameters: [source, .anyError(prefix, documentation: "reason for the end; null: the stream is complete")],
            summary: ["Ends the stream after the queued elements. A stream without errors ignores the error."],
            implementation: .finishStream(handle)
        )
        return [
            LoweredMember(.makeSequence(create)).owned(by: stream.name), LoweredMember(.source(yield: yield, finish: finish)),
        ]
    }
}
