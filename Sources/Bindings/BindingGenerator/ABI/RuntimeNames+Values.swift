import BindingModel

/// Statuses, values and errors.
extension RuntimeNames {
    private var statuses: [RuntimeInterface.Status] {
        let rows: [(String, Int, String)] = [
            ("ok", 0, "Success; the results are set."),
            ("pending", 1, "There is no result yet."),
            ("timed_out", 2, "The time-out passed without a result."),
            ("end", 3, "The stream has ended."),
            ("error_failed", -1, "The function failed; the error has the reason."),
            ("error_cancelled", -2, "The call was cancelled."),
            ("error_invalid_handle", -3, "The handle is null, was released, or has another type."),
            ("error_invalid_argument", -4, "A null pointer, an unknown enumerator, or a reversed range."),
            ("error_invalid_text", -5, "The text is not valid UTF-8."),
            ("error_too_large", -6, "The size exceeds the address space."),
            ("error_not_available", -7, "The object's implementation does not provide this function."),
            ("error_shut_down", -8, "The library was shut down."),
            ("error_wrong_thread", -9, "The function must be called on the main thread, which must have loaded the library."),
            ("error_forked", -10, "The process is a forked child of the one that used the library."),
            ("error_in_use", -11, "A running call uses or changes the value."),
        ]
        return rows.map { RuntimeInterface.Status(name: $0, constant: "\(macro)_\($0.uppercased())", number: $1, summary: $2) }
    }

    /// Statuses, texts, bytes and identifiers.
    var values: [Declaration] {
        [
            .statuses(statuses),
            function(
                nil,
                "status_text",
                returns: .constant(.character),
                [LoweredParameter(name: "status", type: status, role: .value(.status(status), .required))],
                "Description of a status, in English. Never null; owned by the library."
            ),
            callback("release", [context], "Releases a callback's context."),
            structure(
                "string",
                [.init(name: "data", type: .constant(.character)), .init(name: "size", type: .number(.size))],
                "Text: `size` bytes of UTF-8, which may contain NUL. Texts from the library end with a NUL that `size` does not count.",
                "",
                "An argument is borrowed for the duration of the call. A result is owned by the caller, who frees it with "
                    + "\(prefix)_string_free. `data` is null for an absent text and not null for an empty one."
            ),
            function(
                "string",
                "copy",
                returns: string,
                [value("string", string, .text)],
                "Copies a text into memory of the library, as the result of a callback."
            ),
            function(
                "string",
                "free",
                returns: .void,
                [freed("string", string, .text)],
                "Frees a text from the library and sets it to absent. Null is allowed."
            ),
        ] + memory
    }

    private var memory: [Declaration] {
        [
            structure(
                "bytes",
                [.init(name: "data", type: .constant(.number(.uint8))), .init(name: "size", type: .number(.size))],
                "Bytes. An argument is borrowed for the duration of the call. A result is owned by the caller, who frees it with "
                    + "\(prefix)_bytes_free, unless the function documents it as borrowed."
            ),
            function(
                "bytes",
                "copy",
                returns: bytes,
                [value("bytes", bytes, .bytes)],
                "Copies bytes into memory of the library, as the result of a callback."
            ),
            function(
                "bytes",
                "free",
                returns: .void,
                [freed("bytes", bytes, .bytes)],
                "Frees bytes from the library and sets them to absent. Null is allowed."
            ),
            structure("uuid", [.init(name: "bytes", type: .number(.uint8), count: 16)], "A universally unique identifier."),
        ]
    }

    var errors: [Declaration] {
        let text: CType = .constant(.character)
        let created = [
            LoweredParameter(name: "status", type: status, role: .value(.status(status), .required)),
            value("message", string, .text),
        ]
        var freed = error
        freed.type = ownedError
        return [
            .opaque(.init(name: "\(prefix)_error", summary: ["Error with the reason for a failure. Owned by the receiver."])),
            function(
                "error",
                "message",
                returns: text,
                [error],
                "Message: the failure and its remedy, in one sentence. Valid as long as the error; \"\" for null."
            ),
            function(
                "error",
                "type",
                returns: text,
                [error],
                "Name of the error's type in the library. Valid as long as the error; \"\" for null."
            ),
            function("error", "status", [error], "Status of the failed function; \(macro)_OK for null."),
            function(
                "error",
                "create",
                returns: ownedError,
                created,
                "Creates an error as the failure of a callback; returns null if the message is not valid UTF-8."
            ),
            function(
                "error",
                "create_with_cause",
                returns: ownedError,
                created + [
                    .context(documentation: "the exception that is the cause"),
                    .release(
                        prefix,
                        documentation: "called once with `context` when no error has the cause any more; may be null"
                    ),
                ],
                "Creates an error with the exception that is its cause; returns null if the message is not valid UTF-8."
            ),
            function(
                "error",
                "cause",
                returns: .pointer(.void),
                [error, .release(prefix, documentation: "the function that releases the cause")],
                "Exception that is the cause of an error, if `release` releases it. Valid as long as the error; null without one."
            ),
            function("error", "copy", returns: ownedError, [error], "Copies an error for another owner; null for null."),
            function("error", "free", returns: .void, [freed], "Frees an error. Null is allowed."),
        ]
    }
}

extension Crossing {
    /// A status.
    fileprivate static func status(_ representation: CType) -> Crossing {
        Crossing(
            type: .void,
            shape: .enumeration,
            representation: representation,
            word: "status",
            swiftType: .absent,
            isPlain: true,
            isNullable: false
        )
    }
}
