/// The C code that misuses operations: those of calls, and those that the program completes.
extension MisuseRuntimeText {
    static let operationTests = #"""
        static void test_runtime_operations(void) {
            @_operation operation;
            @_queue none = { 0 };
            bool flag;
            int number;
            operation.bits = live(TYPE_operation);
            if (!operation.bits || is_over) return;
            TRY("@_operation_is_done", @_operation_is_done(operation, NULL), REFUSED);
            TRY("@_operation_is_done", @_operation_is_done(operation, &flag), FINE);
            TRY("@_operation_descriptor", @_operation_descriptor(operation, NULL), REFUSED);
            TRY("@_operation_descriptor", @_operation_descriptor(operation, &number), FINE);
            TRY("@_operation_wait", @_operation_wait(operation, 0), FINE);
            TRY("@_operation_wait", @_operation_wait(operation, 1), FINE);
            TRY("@_operation_on_done", @_operation_on_done(operation, none, NULL, new_context(), release_context), REFUSED);
            TRY("@_operation_on_done", @_operation_on_done(operation, none, never, NULL, NULL), FINE);
            TRY("@_operation_on_done", @_operation_on_done(operation, none, never, new_context(), release_context), FINE);
            TRY("@_operation_cancel", @_operation_cancel(operation), FINE);
            TRY("@_operation_cancel", @_operation_cancel(operation), FINE);
            @_operation_wait(operation, @@_SECONDS(5));
            TRY("@_operation_on_done", @_operation_on_done(operation, none, never, new_context(), release_context), FINE);
            refresh(TYPE_operation);
        }

        static void test_made_operations(void) {
            @_operation operation;
            @_completion completion;
            @_queue none = { 0 };
            bool flag;
            int variant;
            if (is_over) {
                TRY("@_operation_create", @_operation_create(&operation, &completion), REFUSED);
                return;
            }
            TRY("@_operation_create", @_operation_create(NULL, NULL), REFUSED);
            TRY("@_operation_create", @_operation_create(&operation, NULL), REFUSED);
            TRY("@_operation_create", @_operation_create(NULL, &completion), REFUSED);
            for (variant = 0; variant < 5; variant++) {
                TRY("@_operation_create", @_operation_create(&operation, &completion), FINE);
                TRY("@_operation_on_done", @_operation_on_done(operation, none, never, new_context(), release_context), FINE);
                TRY("@_completion_on_cancel", @_completion_on_cancel(completion, answer_@_ready_callback, new_context(), release_context), FINE);
                if (variant == 1) TRY("@_operation_cancel", @_operation_cancel(operation), FINE);
                if (variant == 2) TRY("@_operation_release", @_operation_release(operation), FINE);
                TRY("@_completion_is_cancelled", @_completion_is_cancelled(completion, &flag), FINE);
                if (flag != (variant == 1 || variant == 2)) surprise("not cancelled with its operation", variant);
                if (variant == 3) {
                    TRY("@_completion_release", @_completion_release(completion), FINE);
                } else if (variant == 4) {
                    TRY("@_completion_fail", @_completion_fail(completion, NULL), FINE);
                } else {
                    TRY("@_completion_succeed", @_completion_succeed(completion), FINE);
                }
                TRY("@_completion_succeed", @_completion_succeed(completion), REFUSED);
                if (variant == 2) continue;
                if (@_operation_wait(operation, @@_SECONDS(60)) != @@_OK) surprise("an operation that was completed does not end", variant);
                TRY("@_operation_release", @_operation_release(operation), FINE);
            }
        }
        """#
}
