/// The common part of every generated header, without declarations of the library.
enum RuntimeHeader {
    /// Returns the C text for a library's prefix.
    static func text(_ prefix: String) -> String {
        template.replacing("@@", with: prefix.uppercased()).replacing("@", with: prefix).replacing("§", with: "@")
    }

    /// The template; ``SupportText`` implements its functions in Swift.
    private static let template = """
        /** What a function returns: 0 when it did what it should, above 0 when it has nothing to give, below 0 when it failed. */
        typedef int32_t @_status;
        enum {
            @@_OK = 0,                       /**< Done; the results are there. */
            @@_PENDING = 1,                  /**< Nothing is there yet. */
            @@_TIMED_OUT = 2,                /**< The time was up before anything was there. */
            @@_END = 3,                      /**< There will be no more. */
            @@_ERROR_FAILED = -1,            /**< It failed; the error says why. */
            @@_ERROR_CANCELLED = -2,         /**< It was cancelled. */
            @@_ERROR_INVALID_HANDLE = -3,    /**< The handle is null, was released, or belongs to something else. */
            @@_ERROR_INVALID_ARGUMENT = -4,  /**< A null pointer, an unknown enum value, a range that ends before it begins. */
            @@_ERROR_INVALID_TEXT = -5,      /**< Text that is not UTF-8. */
            @@_ERROR_TOO_LARGE = -6,         /**< More than there can be in memory. */
            @@_ERROR_NOT_AVAILABLE = -7,     /**< The object's implementation leaves this out. */
            @@_ERROR_SHUT_DOWN = -8,         /**< The library was shut down. */
            @@_ERROR_WRONG_THREAD = -9,      /**< Only the main thread may do this. */
            @@_ERROR_FORKED = -10            /**< The process is a forked child of the one that used the library. */
        };

        /** For a time-out: wait for ever. */
        #define @@_FOREVER INT64_C(-1)
        /** A number of milliseconds, or seconds, in nanoseconds. */
        #define @@_MILLISECONDS(number) ((int64_t)(number) * INT64_C(1000000))
        #define @@_SECONDS(number) ((int64_t)(number) * INT64_C(1000000000))

        /** What a status means, in English. Never null; belongs to the library. */
        @@_API const char *@_status_text(@_status status);

        /** Releases a callback's context. */
        typedef void (*@_release)(void *context);

        /**
         * Text: UTF-8, `size` bytes, which may contain NUL. What the library gives ends with a NUL that is not counted.
         *
         * As an argument it is borrowed for the time of the call. As a result it belongs to the caller, who frees it with
         * @_string_free. `data` is null for no text at all; the empty text has `data` that is not null.
         */
        typedef struct @_string {
            const char *data;
            size_t size;
        } @_string;

        /** A text from a C string, borrowed; no text from null. */
        static inline @_string @_text(const char *text) {
            @_string string;
            string.data = text;
            string.size = text ? strlen(text) : 0;
            return string;
        }

        /** Makes a text of the library's own, for a callback to give. */
        @@_API @_string @_string_copy(@_string string);
        /** Frees a text that the library gave, and sets it to none. Null is fine. */
        @@_API void @_string_free(@_string *string);

        /**
         * Bytes. As an argument borrowed for the time of the call; as a result owned by the caller, who frees them with
         * @_bytes_free, unless the function says that they are borrowed.
         */
        typedef struct @_bytes {
            const uint8_t *data;
            size_t size;
        } @_bytes;

        /** Makes bytes of the library's own, for a callback to give. */
        @@_API @_bytes @_bytes_copy(@_bytes bytes);
        /** Frees bytes that the library gave, and sets them to none. Null is fine. */
        @@_API void @_bytes_free(@_bytes *bytes);

        /** A universally unique identifier. */
        typedef struct @_uuid {
            uint8_t bytes[16];
        } @_uuid;

        /** Why something failed. Owned by whoever got it. */
        typedef struct @_error @_error;
        /** What failed, and what to do about it, in one sentence; valid as long as the error. "" for null. */
        @@_API const char *@_error_message(const @_error *error);
        /** The name of the error's type in the library; valid as long as the error. "" for null. */
        @@_API const char *@_error_type(const @_error *error);
        /** The status that came with it; @@_OK for null. */
        @@_API @_status @_error_status(const @_error *error);
        /** Makes an error for a callback to fail with; null if the text is not UTF-8. */
        @@_API @_error *@_error_create(@_status status, @_string message);
        /** The same error once more, for another owner; null for null. */
        @@_API @_error *@_error_copy(const @_error *error);
        /** Frees an error. Null is fine. */
        @@_API void @_error_free(@_error *error);

        /** An asynchronous call under way. **Thread-safe.** */
        typedef struct @_operation {
            uint64_t bits;
        } @_operation;
        @@_API @_status @_operation_retain(@_operation operation);
        /** Gives the operation up. If nobody else holds it and it is under way, it is cancelled. Null is fine. */
        @@_API @_status @_operation_release(@_operation operation);
        /** Whether its result can be taken. */
        @@_API @_status @_operation_is_done(@_operation operation, bool *result);
        /**
         * Waits until its result can be taken.
         *
         * §param timeout_ns how long, in nanoseconds; 0: not at all; negative: for ever
         * §return @@_OK or @@_TIMED_OUT
         */
        @@_API @_status @_operation_wait(@_operation operation, int64_t timeout_ns);
        /** Asks it to end early. It is done when it has, most often with @@_ERROR_CANCELLED. */
        @@_API @_status @_operation_cancel(@_operation operation);
        /** A file descriptor that is readable once the operation is done; it belongs to the operation. */
        @@_API @_status @_operation_descriptor(@_operation operation, int *result);
        /** Called when an operation is done; the operation is borrowed for the time of the call. */
        typedef void (*@_operation_callback)(@_operation operation, void *context);

        /**
         * Where callbacks run: a queue that the program runs on a thread of its own, such as its user interface's. **Thread-safe.**
         *
         * A null queue means the library's own threads.
         */
        typedef struct @_queue {
            uint64_t bits;
        } @_queue;
        @@_API @_status @_queue_create(@_queue *result);
        /** The queue that the main thread runs: what the library keeps for the main thread (`§MainActor` in Swift) runs there only. */
        @@_API @_status @_queue_main(@_queue *result);
        @@_API @_status @_queue_retain(@_queue queue);
        /** Gives the queue up; what waits in it is not run any more. Null is fine. */
        @@_API @_status @_queue_release(@_queue queue);
        /** A file descriptor that is readable while something waits to be run; it belongs to the queue. */
        @@_API @_status @_queue_descriptor(@_queue queue, int *result);
        /** Runs what waits, on this thread. §param count how many were run; may be null */
        @@_API @_status @_queue_run_pending(@_queue queue, size_t *count);

        /**
         * Calls a function once, when an operation is done.
         *
         * §param queue where; null: on a thread of the library
         * §param release called once with `context` when the function will not be called any more, even if this fails; may be null
         */
        @@_API @_status @_operation_on_done(
            @_operation operation, @_queue queue, @_operation_callback on_done, void *context, @_release release);

        /** What keeps calls to a callback coming. **Thread-safe.** */
        typedef struct @_subscription {
            uint64_t bits;
        } @_subscription;
        /**
         * Ends the calls: when this returns, the callback is not running and will not be called again. From inside the
         * callback it returns at once, and there are no calls after this one. Null is fine.
         */
        @@_API @_status @_subscription_cancel(@_subscription subscription);
        @@_API @_status @_subscription_retain(@_subscription subscription);
        /** Gives it up; the calls end when nobody holds it. Null is fine. */
        @@_API @_status @_subscription_release(@_subscription subscription);

        /** What an asynchronous callback answers with. Given up without an answer, it fails. **Thread-safe.** */
        typedef struct @_completion {
            uint64_t bits;
        } @_completion;
        /** Answers with an error, which it takes over; null: cancelled. Uses the completion up. */
        @@_API @_status @_completion_fail(@_completion completion, @_error *error);
        /** Whether nobody wants the answer any more. */
        @@_API @_status @_completion_is_cancelled(@_completion completion, bool *result);
        /** Called when nobody wants an answer any more. */
        typedef void (*@_completion_callback)(void *context);
        /**
         * Calls a function once, on some thread, when nobody wants the answer any more; at once, if that is so already.
         *
         * §param release called once with `context` when the function will not be called any more, even if this fails; may be null
         */
        @@_API @_status @_completion_on_cancel(
            @_completion completion, @_completion_callback on_cancel, void *context, @_release release);
        @@_API @_status @_completion_retain(@_completion completion);
        @@_API @_status @_completion_release(@_completion completion);

        /** The version of the rules that this header follows; the library's must be the same. */
        #define @@_ABI_VERSION 1
        @@_API uint32_t @_abi_version(void);
        /** A number that is the same for the same header only. */
        @@_API uint64_t @_abi_fingerprint(void);
        /** Whether the library that was loaded is the one that this header was made for. */
        static inline bool @_abi_matches(void) {
            return @_abi_version() == @@_ABI_VERSION && @_abi_fingerprint() == @@_ABI_FINGERPRINT;
        }

        /** How many objects the program holds: 0 when everything was released. */
        @@_API uint64_t @_debug_live_handles(void);
        /**
         * Waits until at most `count` objects are left. An object outlives its release while the library still uses it, such as a plugin until its
         * search has ended.
         *
         * §param count 0 for a program that has released everything
         * §param timeout_ns nanoseconds; @@_FOREVER for no limit
         * §return OK, TIMED_OUT, or ERROR_FORKED
         */
        @@_API @_status @_debug_wait_for_live_handles(uint64_t count, int64_t timeout_ns);

        /**
         * Ends the library's work: operations and streams end, and every call but those that release fails with
         * @@_ERROR_SHUT_DOWN. For good.
         */
        @@_API void @_shutdown(void);
        """
}
