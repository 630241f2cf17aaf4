import BindingModel

/// Operations, queues, subscriptions, completions, and functions of the library as a whole.
extension RuntimeNames {
    /// The functions that add and remove an owner.
    private func owners(_ word: String, _ released: String) -> [Declaration] {
        [
            function(word, "retain", [receiver(word)], "Retains the \(word) for another owner; each owner releases it."),
            function(word, "release", [receiver(word)], "Releases the \(word). \(released) Null is allowed."),
        ]
    }

    var operations: [Declaration] {
        let operation = self.operation
        return [handle("operation", "An asynchronous call under way. **Thread-safe.**")]
            + owners("operation", "The last release cancels an operation that has not finished.") + [
                function("operation", "is_done", [operation, result(.bool)], "Whether the result is available."),
                function(
                    "operation",
                    "wait",
                    [operation, timeout("maximum time to wait, in nanoseconds; 0: do not wait; negative: no limit")],
                    "Waits until the result is available.",
                    result: "\(macro)_OK or \(macro)_TIMED_OUT",
                    threads: .blocking
                ),
                function(
                    "operation",
                    "cancel",
                    [operation],
                    "Requests cancellation. The operation then finishes early, usually with \(macro)_ERROR_CANCELLED, or with the "
                        + "error by which its function reports a cancellation."
                ),
                function(
                    "operation",
                    "descriptor",
                    [operation, result(.int)],
                    "File descriptor that becomes readable when the operation has finished; owned by the operation."
                ),
                callback(
                    "operation_callback",
                    [.init(name: "operation", type: operation.type), context],
                    "Called when an operation has finished; the operation is borrowed for the duration of the call."
                ),
            ]
    }

    /// The operation of which a function is a member.
    private var operation: LoweredParameter {
        LoweredParameter(name: "operation", type: .structure("\(prefix)_operation"), role: .operation)
    }

    private func timeout(_ documentation: String) -> LoweredParameter {
        .timeout("timeout_ns", documentation: documentation)
    }

    var queues: [Declaration] {
        [
            handle(
                "queue",
                "Queue of callbacks that the program runs on one of its threads, such as that of its user interface. **Thread-safe.**",
                "",
                "A null queue means the library's own threads."
            ),
            function(
                "queue",
                "create",
                [result("queue")],
                "Creates a queue, owned by the caller. The program runs its callbacks."
            ),
            function(
                "queue",
                "main",
                [result("queue")],
                "Queue for the main thread, which must have loaded the library. Functions that the library restricts to the main thread run only there."
            ),
        ] + owners("queue", "The last release discards the callbacks in it.") + [
            function(
                "queue",
                "descriptor",
                [receiver("queue"), result(.int)],
                "File descriptor that is readable while the queue has callbacks to run; owned by the queue."
            ),
            function(
                "queue",
                "run_pending",
                [
                    receiver("queue"),
                    result(.size, name: "count", documentation: "number of callbacks that were run; may be null"),
                ],
                "Runs the waiting callbacks on this thread: for the main queue the main thread, which must have loaded the library, too.",
                threads: ThreadRule(callbacks: .duringCall)
            ),
        ]
    }

    /// The function that calls the program at the end of an operation; declared after the queue that it takes.
    var notifications: [Declaration] {
        [
            function(
                "operation",
                "on_done",
                [
                    operation, .queue(prefix, documentation: "queue that runs the function; null: a thread of the library"),
                ] + callback("on_done", "operation_callback"),
                "Calls a function once, when an operation has finished.",
                threads: ThreadRule(callbacks: .onQueue)
            )
        ]
    }

    var subscriptions: [Declaration] {
        [
            handle("subscription", "Subscription to calls of a callback. **Thread-safe.**"),
            function(
                "subscription",
                "cancel",
                [receiver("subscription")],
                "Ends the calls: when this returns, the callback is not running and will not be called again. From inside the "
                    + "callback it returns immediately, and the present call is the last. Null is allowed.",
                threads: .blocking
            ),
        ] + owners("subscription", "The last release ends the calls.")
    }

    var completions: [Declaration] {
        let completion = receiver("completion")
        let failure = LoweredParameter(name: "error", type: ownedError, role: .value(.error(prefix), .optional))
        return [
            handle(
                "completion",
                "Completion of an asynchronous callback. Its release without a result fails the callback. **Thread-safe.**"
            ),
            function(
                "completion",
                "fail",
                [completion, failure],
                "Completes the callback with an error, whose ownership it receives; null: cancelled. Releases the completion."
            ),
            function(
                "completion",
                "is_cancelled",
                [completion, result(.bool)],
                "Whether the caller has cancelled the callback."
            ),
        ] + cancellations + [
            function(
                "completion",
                "succeed",
                [completion],
                "Completes a callback that has no result, or an operation of \(prefix)_operation_create. Releases the completion. "
                    + "\(macro)_ERROR_INVALID_HANDLE: it was completed before; \(macro)_ERROR_INVALID_ARGUMENT: the callback has a result."
            )
        ] + owners("completion", "Its last release without a result fails the call.") + [
            function(
                "operation",
                "create",
                [result("operation"), result("completion", name: "completion")],
                "Creates an operation that the program completes, with its completion; both owned by the caller. Cancelling the "
                    + "operation, or its last release while it runs, cancels the completion."
            ),
            callback("ready_callback", [context], "Called once when a stream has an element or has ended."),
        ]
    }

    private var cancellations: [Declaration] {
        [
            callback("completion_callback", [context], "Called when the caller cancels an asynchronous callback."),
            function(
                "completion",
                "on_cancel",
                [receiver("completion")] + callback("on_cancel", "completion_callback"),
                "Calls a function once, on any thread, when the caller cancels the callback; immediately if it already has.",
                threads: ThreadRule(callbacks: .onLibraryThread)
            ),
        ]
    }

    var library: [Declaration] {
        [
            function(nil, "abi_version", returns: .number(.uint32), [], "Version of the runtime's part of the interface."),
            function(
                nil,
                "abi_fingerprint",
                returns: .number(.uint64),
                [],
                "Fingerprint of the header that the library was built with."
            ),
            function(
                nil,
                "debug_live_handles",
                returns: .number(.uint64),
                [],
                "Number of objects that the program holds: 0 when all were released."
            ),
            function(
                nil,
                "debug_wait_for_live_handles",
                [
                    value("count", .uint64, documentation: "0 for a program that has released all objects"),
                    timeout("nanoseconds; \(macro)_FOREVER for no limit"),
                ],
                "Waits until at most `count` objects are left. An object outlives its release while the library still uses it, "
                    + "such as a plugin until its search has ended.",
                result: "\(macro)_OK, \(macro)_TIMED_OUT, or \(macro)_ERROR_FORKED",
                threads: .blocking
            ),
            function(
                nil,
                "implementation",
                returns: .pointer(.void),
                [
                    value("handle", .uint64, documentation: "the bits of the handle of an object that implements a protocol"),
                    .release(prefix, documentation: "the function that releases the contexts of the program's objects"),
                    result(
                        .bool,
                        name: "is_kept",
                        documentation: "whether the object has references besides one owner of this handle; may be null"
                    ),
                ],
                "Context of an object that the program implements. Valid as long as the handle; null for all objects whose context "
                    + "`release` does not release."
            ),
            function(
                nil,
                "shutdown",
                returns: .void,
                [],
                "Shuts the library down for the rest of the process: operations and streams end, and every function except those "
                    + "that release fails with \(macro)_ERROR_SHUT_DOWN."
            ),
        ]
    }
}
