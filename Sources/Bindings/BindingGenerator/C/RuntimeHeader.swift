/// The common part of every generated header, without declarations of the library.
enum RuntimeHeader {
    /// Returns the C text for a library's prefix.
    static func text(_ prefix: String) -> String {
        template.replacing("@@", with: prefix.uppercased()).replacing("@", with: prefix).replacing("§", with: "@")
    }

    /// The names that the text declares or mentions.
    static func names(_ prefix: String) -> Set<String> {
        let words = text(prefix).split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return Set(words.filter { $0.hasPrefix(prefix + "_") }.map(String.init))
    }

    /// The names of the functions that the text declares.
    static func functions(_ prefix: String) -> [String] {
        text(prefix).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("\(prefix.uppercased())_API "), let parenthesis = line.firstIndex(of: "(") else { return nil }
            return line[..<parenthesis].split { $0 == " " || $0 == "*" }.last.map(String.init)
        }
    }

    /// The template; ``SupportText`` implements its functions in Swift.
    private static let template = """
        /** Status of a function: 0 for success, above 0 if there is no result, below 0 for a failure. */
        typedef int32_t @_status;
        enum {
            @@_OK = 0,                       /**< Success; the results are set. */
            @@_PENDING = 1,                  /**< There is no result yet. */
            @@_TIMED_OUT = 2,                /**< The time-out passed without a result. */
            @@_END = 3,                      /**< The stream has ended. */
            @@_ERROR_FAILED = -1,            /**< The function failed; the error has the reason. */
            @@_ERROR_CANCELLED = -2,         /**< The call was cancelled. */
            @@_ERROR_INVALID_HANDLE = -3,    /**< The handle is null, was released, or has another type. */
            @@_ERROR_INVALID_ARGUMENT = -4,  /**< A null pointer, an unknown enumerator, or a reversed range. */
            @@_ERROR_INVALID_TEXT = -5,      /**< The text is not valid UTF-8. */
            @@_ERROR_TOO_LARGE = -6,         /**< The size exceeds the address space. */
            @@_ERROR_NOT_AVAILABLE = -7,     /**< The object's implementation does not provide this function. */
            @@_ERROR_SHUT_DOWN = -8,         /**< The library was shut down. */
            @@_ERROR_WRONG_THREAD = -9,      /**< The function must be called on the main thread. */
            @@_ERROR_FORKED = -10            /**< The process is a forked child of the one that used the library. */
        };

        /** Time-out without a limit. */
        #define @@_FOREVER INT64_C(-1)
        /** Converts milliseconds or seconds to nanoseconds. */
        #define @@_MILLISECONDS(number) ((int64_t)(number) * INT64_C(1000000))
        #define @@_SECONDS(number) ((int64_t)(number) * INT64_C(1000000000))

        /** Description of a status, in English. Never null; owned by the library. */
        @@_API const char *@_status_text(@_status status);

        /** Releases a callback's context. */
        typedef void (*@_release)(void *context);

        /**
         * Text: `size` bytes of UTF-8, which may contain NUL. Texts from the library end with a NUL that `size` does not count.
         *
         * An argument is borrowed for the duration of the call. A result is owned by the caller, who frees it with
         * @_string_free. `data` is null for an absent text and not null for an empty one.
         */
        typedef struct @_string {
            const char *data;
            size_t size;
        } @_string;

        /** Borrows a C string as text; null becomes an absent text. */
        static inline @_string @_text(const char *text) {
            @_string string;
            string.data = text;
            string.size = text ? strlen(text) : 0;
            return string;
        }

        /** Copies a text into memory of the library, as the result of a callback. */
        @@_API @_string @_string_copy(@_string string);
        /** Frees a text from the library and sets it to absent. Null is allowed. */
        @@_API void @_string_free(@_string *string);

        /**
         * Bytes. An argument is borrowed for the duration of the call. A result is owned by the caller, who frees it with
         * @_bytes_free, unless the function documents it as borrowed.
         */
        typedef struct @_bytes {
            const uint8_t *data;
            size_t size;
        } @_bytes;

        /** Copies bytes into memory of the library, as the result of a callback. */
        @@_API @_bytes @_bytes_copy(@_bytes bytes);
        /** Frees bytes from the library and sets them to absent. Null is allowed. */
        @@_API void @_bytes_free(@_bytes *bytes);

        /** A universally unique identifier. */
        typedef struct @_uuid {
            uint8_t bytes[16];
        } @_uuid;

        /** Error with the reason for a failure. Owned by the receiver. */
        typedef struct @_error @_error;
        /** Message: the failure and its remedy, in one sentence. Valid as long as the error; "" for null. */
        @@_API const char *@_error_message(const @_error *error);
        /** Name of the error's type in the library. Valid as long as the error; "" for null. */
        @@_API const char *@_error_type(const @_error *error);
        /** Status of the failed function; @@_OK for null. */
        @@_API @_status @_error_status(const @_error *error);
        /** Creates an error as the failure of a callback; returns null if the message is not valid UTF-8. */
        @@_API @_error *@_error_create(@_status status, @_string message);
        /** Copies an error for another owner; null for null. */
        @@_API @_error *@_error_copy(const @_error *error);
        /** Frees an error. Null is allowed. */
        @@_API void @_error_free(@_error *error);

        /** An asynchronous call under way. **Thread-safe.** */
        typedef struct @_operation {
            uint64_t bits;
        } @_operation;
        /** Retains the operation for another owner; each owner releases it. */
        @@_API @_status @_operation_retain(@_operation operation);
        /** Releases the operation. The last release cancels an operation that has not finished. Null is allowed. */
        @@_API @_status @_operation_release(@_operation operation);
        /** Whether the result is available. */
        @@_API @_status @_operation_is_done(@_operation operation, bool *result);
        /**
         * Waits until the result is available.
         *
         * §param timeout_ns maximum time to wait, in nanoseconds; 0: do not wait; negative: no limit
         * §return @@_OK or @@_TIMED_OUT
         */
        @@_API @_status @_operation_wait(@_operation operation, int64_t timeout_ns);
        /** Requests cancellation. The operation then finishes early, usually with @@_ERROR_CANCELLED. */
        @@_API @_status @_operation_cancel(@_operation operation);
        /** File descriptor that becomes readable when the operation has finished; owned by the operation. */
        @@_API @_status @_operation_descriptor(@_operation operation, int *result);
        /** Called when an operation has finished; the operation is borrowed for the duration of the call. */
        typedef void (*@_operation_callback)(@_operation operation, void *context);

        /**
         * Queue of callbacks that the program runs on one of its threads, such as that of its user interface. **Thread-safe.**
         *
         * A null queue means the library's own threads.
         */
        typedef struct @_queue {
            uint64_t bits;
        } @_queue;
        /** Creates a queue, owned by the caller. The program runs its callbacks. */
        @@_API @_status @_queue_create(@_queue *result);
        /** Queue for the main thread. Functions that the library restricts to the main thread run only there. */
        @@_API @_status @_queue_main(@_queue *result);
        /** Retains the queue for another owner; each owner releases it. */
        @@_API @_status @_queue_retain(@_queue queue);
        /** Releases the queue. The last release discards the callbacks in it. Null is allowed. */
        @@_API @_status @_queue_release(@_queue queue);
        /** File descriptor that is readable while the queue has callbacks to run; owned by the queue. */
        @@_API @_status @_queue_descriptor(@_queue queue, int *result);
        /** Runs the waiting callbacks on this thread. §param count number of callbacks that were run; may be null */
        @@_API @_status @_queue_run_pending(@_queue queue, size_t *count);

        /**
         * Calls a function once, when an operation has finished.
         *
         * §param queue queue that runs the function; null: a thread of the library
         * §param release called once with `context` when the function will not be called again, also if this call fails;
         *   may be null
         */
        @@_API @_status @_operation_on_done(
            @_operation operation, @_queue queue, @_operation_callback on_done, void *context, @_release release);

        /** Subscription to calls of a callback. **Thread-safe.** */
        typedef struct @_subscription {
            uint64_t bits;
        } @_subscription;
        /**
         * Ends the calls: when this returns, the callback is not running and will not be called again. From inside the
         * callback it returns immediately, and the present call is the last. Null is allowed.
         */
        @@_API @_status @_subscription_cancel(@_subscription subscription);
        /** Retains the subscription for another owner; each owner releases it. */
        @@_API @_status @_subscription_retain(@_subscription subscription);
        /** Releases the subscription. The last release ends the calls. Null is allowed. */
        @@_API @_status @_subscription_release(@_subscription subscription);

        /** Completion of an asynchronous callback. Its release without a result fails the callback. **Thread-safe.** */
        typedef struct @_completion {
            uint64_t bits;
        } @_completion;
        /** Completes the callback with an error, whose ownership it receives; null: cancelled. Releases the completion. */
        @@_API @_status @_completion_fail(@_completion completion, @_error *error);
        /** Whether the caller has cancelled the callback. */
        @@_API @_status @_completion_is_cancelled(@_completion completion, bool *result);
        /** Called when the caller cancels an asynchronous callback. */
        typedef void (*@_completion_callback)(void *context);
        /**
         * Calls a function once, on any thread, when the caller cancels the callback; immediately if it already has.
         *
         * §param release called once with `context` when the function will not be called again, also if this call fails;
         *   may be null
         */
        @@_API @_status @_completion_on_cancel(
            @_completion completion, @_completion_callback on_cancel, void *context, @_release release);
        /**
         * Completes a callback that has no result, or an operation of @_operation_create. Releases the completion.
         * @@_ERROR_INVALID_HANDLE: it was completed before; @@_ERROR_INVALID_ARGUMENT: the callback has a result.
         */
        @@_API @_status @_completion_succeed(@_completion completion);
        /** Retains the completion for another owner; each owner releases it. */
        @@_API @_status @_completion_retain(@_completion completion);
        /** Releases the completion. Its last release without a result fails the call. Null is allowed. */
        @@_API @_status @_completion_release(@_completion completion);

        /**
         * Creates an operation that the program completes, with its completion; both owned by the caller. Cancelling the
         * operation, or its last release while it runs, cancels the completion.
         */
        @@_API @_status @_operation_create(@_operation *result, @_completion *completion);

        /** Called once when a stream has an element or has ended. */
        typedef void (*@_ready_callback)(void *context);

        /** Version of the binding rules of this header; the library must have the same. */
        #define @@_ABI_VERSION 1
        /** Version of the runtime's part of the interface. */
        @@_API uint32_t @_abi_version(void);
        /** Fingerprint of the header that the library was built with. */
        @@_API uint64_t @_abi_fingerprint(void);
        /** Whether the loaded library was built with this header. */
        static inline bool @_abi_matches(void) {
            return @_abi_version() == @@_ABI_VERSION && @_abi_fingerprint() == @@_ABI_FINGERPRINT;
        }

        /** Number of objects that the program holds: 0 when all were released. */
        @@_API uint64_t @_debug_live_handles(void);
        /**
         * Waits until at most `count` objects are left. An object outlives its release while the library still uses it,
         * such as a plugin until its search has ended.
         *
         * §param count 0 for a program that has released all objects
         * §param timeout_ns nanoseconds; @@_FOREVER for no limit
         * §return OK, TIMED_OUT, or ERROR_FORKED
         */
        @@_API @_status @_debug_wait_for_live_handles(uint64_t count, int64_t timeout_ns);

        /**
         * Shuts the library down for the rest of the process: operations and streams end, and every function except those that
         * release fails with @@_ERROR_SHUT_DOWN.
         */
        @@_API void @_shutdown(void);
        """
}
